import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, realpathSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { codeOf } from '../report.ts';

/** Milliseconds that a start waits for the end of the process before it: a restart opens before it closes. */
const PATIENCE = 5_000;

/** Bytes of the path of a socket on every system. Node 20 cuts a longer one. */
const MAX_SOCKET_PATH = 100;

/** Unlocks the folder. */
type Unlock = () => Promise<void>;

/**
 * Locks a folder for as long as this process lives: with a socket in it, which the system ends with the process. So it
 * holds between containers and users, and nobody else's process is ever taken for the holder. Where the folder can have no
 * socket, it holds between the processes that share a folder for temporary files.
 *
 * @returns what unlocks the folder
 * @throws when another process still has it after some seconds
 */
export async function lockFolder(folder: string): Promise<Unlock> {
  mkdirSync(folder, { recursive: true });
  const realPath = realpathSync.native(folder);
  const inside = join(realPath, 'lock');
  const name = createHash('sha1').update(realPath).digest('hex');
  // Windows has pipes instead, whose names are in no folder.
  const isWindows = process.platform === 'win32';
  const elsewhere = isWindows ? `\\\\.\\pipe\\${name}` : join(tmpdir(), name);
  let path = isWindows || Buffer.byteLength(inside) > MAX_SOCKET_PATH ? elsewhere : inside;
  for (const end = Date.now() + PATIENCE; ; ) {
    try {
      return await listen(path);
    } catch (error) {
      if (codeOf(error) !== 'EADDRINUSE') {
        if (path === elsewhere) throw error;
        // A drive of Windows in WSL can have no socket: it is among this system's temporary files.
        path = elsewhere;
        continue;
      }
    }
    if (!(await isListening(path))) {
      rmSync(path, { force: true });
    } else if (Date.now() > end) {
      throw new Error(
        `Another process uses the database in ${folder}: stop it, or set DATABASE_URL to another folder or to a Postgres.`,
      );
    } else {
      await pause(100);
    }
  }
}

/** @returns what ends the listening */
async function listen(path: string): Promise<Unlock> {
  const server = createServer((socket) => socket.destroy()).unref();
  await once(server.listen(path), 'listening');
  return async () => {
    await once(server.close(), 'close');
  };
}

/** Only a refusal and a missing socket say that nobody listens. */
async function isListening(path: string): Promise<boolean> {
  const socket = connect(path);
  return once(socket, 'connect')
    .then(
      () => true,
      (error) => !['ECONNREFUSED', 'ENOENT'].includes(codeOf(error)),
    )
    .finally(() => socket.destroy());
}
