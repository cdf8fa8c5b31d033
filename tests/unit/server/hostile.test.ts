import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createEmulator, type Emulator } from '#emulator/server.ts';
import { RESOURCES } from '#src/pages/resources.ts';
import { isNightly } from '#tests/model/support/nightly.ts';
import { ADA, claimsOf, DORA, signSession } from './support/members.ts';
import { compileService, type Served, serve, writeSite } from './support/serve.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

/** What one client does at the same time, while a member works. */
describe.runIf(isNightly)('a hostile client [R17.5]', () => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-hostile-'));
  const sockets: Socket[] = [];
  let emulator: Emulator;
  let served: Served;
  let removeCompiled: () => void;
  let jwt: string;

  beforeAll(async () => {
    emulator = await createEmulator({ resources: RESOURCES });
    removeCompiled = await compileService();
    served = await serve(writeSite(folder), emulator.origin, 'memory://');
    jwt = await signSession(claimsOf(DORA));
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await served.kill('SIGKILL');
    await emulator.close();
    removeCompiled();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Opens a connection that says something, and returns all that it hears. */
  function say(text: string) {
    const socket = connect(Number(new URL(served.origin).port), '127.0.0.1').setEncoding('utf8');
    const heard = { text: '', isClosed: false };
    socket.on('data', (data) => {
      heard.text += data;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      heard.isClosed = true;
    });
    socket.write(text);
    sockets.push(socket);
    return heard;
  }
  const stream = () =>
    say(`GET /api/changes HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${jwt}\r\n\r\n`);

  /** A member lists policies, and nothing of the attack slows that down. */
  async function expectService() {
    const began = performance.now();
    expect((await served.call('GET', '/api/policies', { as: ADA })).status).toBe(200);
    expect(performance.now() - began).toBeLessThan(2_000);
  }

  it('with 4,000 streams has twelve, and no other member fewer', async () => {
    const streams: ReturnType<typeof stream>[] = [];
    // More at once would wait for the system, not for the service.
    while (streams.length < 4_000) {
      streams.push(...Array.from({ length: 250 }, stream));
      await vi.waitFor(() => expect(streams.filter(({ text }) => text === '')).toEqual([]), 60_000);
    }
    const accepted = streams.filter(({ text }) => text.startsWith('HTTP/1.1 200'));
    expect(accepted).toHaveLength(12);
    expect(streams.filter(({ text }) => text.startsWith('HTTP/1.1 429'))).toHaveLength(3_988);
    await expectService();
    const authorization = `Bearer ${await signSession(claimsOf(ADA))}`;
    const abort = new AbortController();
    const own = await fetch(`${served.origin}/api/changes`, {
      headers: { authorization },
      signal: abort.signal,
    });
    expect(own.status).toBe(200);
    abort.abort();
    for (const socket of sockets.splice(0)) socket.destroy();
  });

  it('with headers that do not end is closed', async () => {
    const slow = Array.from({ length: 500 }, () => say('GET / HTTP/1.1\r\nhost: a\r\n'));
    await expectService();
    await pause(20_000);
    expect(slow.filter(({ isClosed }) => !isClosed)).toEqual([]);
    await expectService();
  });

  it.each(['TRACE', 'CONNECT', 'OPTIONS', 'PROPFIND', 'HEAD', 'PATCH'])(
    'with the method %s changes nothing',
    async (method) => {
      const heard = say(
        `${method} /api/policies HTTP/1.1\r\nhost: a\r\nconnection: close\r\nauthorization: Bearer ${jwt}\r\n\r\n`,
      );
      await vi.waitFor(() => expect(heard.isClosed).toBe(true), 5_000);
      expect(heard.text).toMatch(method === 'HEAD' ? /^HTTP\/1.1 200/ : /^(HTTP\/1.1 4\d\d|$)/);
      expect(heard.text).not.toContain('\r\n\r\n{"policies"');
      await expectService();
    },
  );

  it('leaves a process that ends as any other', async () => {
    stream();
    const exited = once(served.process, 'exit');
    served.process.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  });
});
