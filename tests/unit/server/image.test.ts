import { execSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { readSettings } from '#server/settings.ts';

const dockerfile = readFileSync('Dockerfile', 'utf8');

it('compose.yaml gives the service every setting, its database and its port [R19.5]', () => {
  const compose = readFileSync('compose.yaml', 'utf8').replace(/\$\{.*?\}/g, 'value');
  const { app, database } = parse(compose).services;
  const { database: settings, port } = readSettings({
    ...app.environment,
    SITE_ORIGIN: 'https://app.example.com',
  });
  const [script = ''] = database.volumes.flatMap(
    (volume: string) => volume.match(/^[^:]+\.sh/) ?? [],
  );
  const logins = readFileSync(script, 'utf8');
  for (const [address, role] of [
    [settings.url, 'role charter_requests login noinherit'],
    [settings.directUrl, 'role charter login createrole'],
  ] as const) {
    const { hostname, username, password, pathname } = new URL(address);
    // As a part of the address, a password could not have every character.
    expect([hostname, pathname, password]).toEqual(['database', '/charter', '']);
    expect(role).toContain(` ${username} `);
    expect(logins).toContain(`create ${role}`);
  }
  expect(app.environment.PGPASSWORD).toBe(database.environment.POSTGRES_PASSWORD);
  expect(logins).toContain('create database charter owner charter');
  expect(app.ports).toEqual([`127.0.0.1:${port}:${port}`]);
  expect(app).toMatchObject({ init: true, read_only: true, cap_drop: ['ALL'] });
  expect(dockerfile).toContain(`EXPOSE ${port}`);
  for (const name of Object.keys(app.build.args)) expect(dockerfile).toContain(`ARG ${name}`);
  expect(app.environment).toHaveProperty('VITE_STYTCH_DOMAIN');
});

it('the health check of the image asks the service [R19.5]', async () => {
  const paths: (string | undefined)[] = [];
  const server = createServer(({ url }, response) => {
    paths.push(url);
    response.writeHead(paths.length === 1 ? 200 : 503).end();
  }).listen(0);
  await once(server, 'listening');
  const [, check = ''] = /^HEALTHCHECK CMD (.+)$/m.exec(dockerfile) ?? [];
  // Docker runs a list as it is, and anything else by a shell.
  const [program = '', ...words] = check.startsWith('[') ? JSON.parse(check) : ['sh', '-c', check];
  const env = { ...process.env, PORT: String(Reflect.get(Object(server.address()), 'port')) };
  const ask = async () => (await once(spawn(program, words, { env, stdio: 'ignore' }), 'exit'))[0];
  expect([await ask(), await ask(), ...paths]).toEqual([0, 1, '/api/live', '/api/live']);
  server.close();
});

it('the image has the service without node_modules in less than 2 MB, and takes no local setting', () => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-image-'));
  try {
    const [, bundle = ''] = /^RUN (npx rolldown .+)$/m.exec(dockerfile) ?? [];
    execSync(bundle.replace('--dir service', `--dir ${folder}/service`), { stdio: 'ignore' });
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const size = Number.parseInt(execSync(`du -sb ${folder}`, { encoding: 'utf8' }), 10);
    expect(size).toBeLessThan(2_000_000);
    const [, command = ''] = /^CMD (.+)$/m.exec(dockerfile) ?? [];
    const [, ...words] = JSON.parse(command);
    const env = { PATH: process.env.PATH, NODE_ENV: 'production' };
    const { stderr } = spawnSync(process.execPath, words, { cwd: folder, env, encoding: 'utf8' });
    expect(stderr).toMatch(/^VITE_STYTCH_PUBLIC_TOKEN is not set.*\n$/);
  } finally {
    rmSync(folder, { recursive: true });
  }
  // The statements are read from beside the service.
  const [, copied = ''] = /^RUN cp -r (.+) service\/$/m.exec(dockerfile) ?? [];
  expect(copied.split(' ')).toEqual(['server/database/*.sql', 'server/database/migrations']);
  expect(existsSync('server/database/migrations')).toBe(true);
  expect(readFileSync('.dockerignore', 'utf8')).toContain('\n.env.*\n!.env.production\n');
});
