import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds that a start waits for the end of the process before it: a restart opens before it closes. */
const PATIENCE = 5_000;

/** Unlocks the folder. */
type Unlock = () => Promise<void>;

/**
 * Locks a folder for as long as this process lives: with a socket in it, which the system ends with the process. So it
 * holds between containers and users, and nobody else's process is ever taken for the holder.
 *
 * @returns what unlocks the folder
 * @throws when another process still has it after some seconds
 */
export async function lockFolder(folder: string): Promise<Unlock> {
  mkdirSync(folder, { recursive: true });
  const path = socketOf(folder);
  for (const end = Date.now() + PATIENCE; ; ) {
    const unlock = await listen(path);
    if (unlock !== null) return unlock;
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

/** Windows has pipes instead, whose names are in no folder. */
function socketOf(folder: string): string {
  if (process.platform !== 'win32') return relative('', join(folder, 'lock'));
  const name = createHash('sha256').update(realpathSync.native(folder)).digest('hex');
  return `\\\\.\\pipe\\${name}`;
}

/** @returns what ends the listening; `null` when the socket is there */
function listen(path: string): Promise<Unlock | null> {
  const server = createServer((socket) => socket.destroy()).unref();
  return new Promise((resolve, reject) => {
    const unlock = async () => {
      await new Promise((closed) => server.close(closed));
    };
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null);
      else reject(error);
    });
    server.listen(path, () => resolve(unlock));
  });
}

/** Only a refusal and a missing socket say that nobody listens. */
function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', ({ code }: NodeJS.ErrnoException) => {
      resolve(code !== 'ECONNREFUSED' && code !== 'ENOENT');
    });
  });
}
