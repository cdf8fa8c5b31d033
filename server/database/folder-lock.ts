import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { connect, createServer, type ListenOptions } from 'node:net';
import { join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds that a start waits for the end of the process before it: a restart opens before it closes. */
const PATIENCE = 5_000;

/** The longest address of a socket that every system takes. */
const LONGEST = 100;

/** Unlocks the folder. */
type Unlock = () => Promise<void>;

/**
 * Locks a folder for as long as this process lives: with a socket in it, which the system ends with the process. So it
 * holds between containers and users, and nobody else's process is ever taken for the holder. Windows has a pipe instead.
 *
 * @returns what unlocks the folder
 * @throws when another process still has it after some seconds
 */
export async function lockFolder(folder: string): Promise<Unlock> {
  mkdirSync(folder, { recursive: true });
  const lock = process.platform === 'win32' ? lockByPipe : lockBySocket;
  for (const end = Date.now() + PATIENCE; ; ) {
    const unlock = await lock(folder);
    if (unlock !== null) return unlock;
    if (Date.now() > end) {
      throw new Error(
        `Another process uses the database in ${folder}: stop it, or set DATABASE_URL to another folder or to a Postgres.`,
      );
    }
    await pause(100 + Math.random() * 400);
  }
}

/** Listens on a pipe, which Windows gives to one process only. @returns `null` when another process has it */
async function lockByPipe(folder: string): Promise<Unlock | null> {
  try {
    return await listen({ path: pipeName(realpathSync.native(folder)) });
  } catch (error) {
    if (Object(error).code === 'EADDRINUSE') return null;
    throw error;
  }
}

/** Names the pipe of a folder. @param path the absolute path, in the spelling of the file system */
export function pipeName(path: string): string {
  return `\\\\.\\pipe\\${createHash('sha256').update(path).digest('hex')}`;
}

/**
 * Listens on a socket of its own. Its name is there only while it listens.
 *
 * @returns `null` when another process listens in the folder
 */
async function lockBySocket(folder: string): Promise<Unlock | null> {
  const id = randomUUID().slice(0, 8);
  const path = relative('', join(folder, `lock-${id}`));
  const first = `${path}.new`;
  if (first.length > LONGEST) {
    throw new Error(
      `The path of the database is too long: ${path}. Set DATABASE_URL to a shorter one.`,
    );
  }
  const close = await listen({ path: first, readableAll: true, writableAll: true });
  renameSync(first, path);
  const unlock = async () => {
    rmSync(path, { force: true });
    await close();
  };
  if (!(await hasOther(folder, path))) return unlock;
  // Of two that start together, each sees the other: the one that comes back first gets the folder.
  await unlock();
  return null;
}

/** @returns what ends the listening */
async function listen(options: ListenOptions): Promise<Unlock> {
  const server = createServer((socket) => socket.destroy()).unref();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options, resolve);
  });
  return async () => {
    await new Promise((resolve) => server.close(resolve));
  };
}

/** Whether another process listens in the folder. Removes the sockets of those that have ended. */
async function hasOther(folder: string, own: string): Promise<boolean> {
  for (const name of readdirSync(folder).filter((each) => /^lock-\w+$/.test(each))) {
    const path = relative('', join(folder, name));
    if (path === own) continue;
    if (await isListening(path)) return true;
    rmSync(path, { force: true });
  }
  return false;
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
