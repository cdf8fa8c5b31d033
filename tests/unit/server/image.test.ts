import { existsSync, readFileSync } from 'node:fs';
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
    const { hostname, username, pathname } = new URL(address);
    expect(hostname).toBe('database');
    expect(pathname).toBe('/charter');
    expect(role).toContain(` ${username} `);
    expect(logins).toContain(`create ${role}`);
  }
  expect(logins).toContain('create database charter owner charter');
  expect(app.ports).toEqual([`${port}:${port}`]);
  expect(dockerfile).toContain(`EXPOSE ${port}`);
  expect(dockerfile).toMatch(/^HEALTHCHECK .*process\.env\.PORT.*\/api\/live/m);
  for (const name of Object.keys(app.build.args)) expect(dockerfile).toContain(`ARG ${name}`);
});

it('the image has what the service imports, starts it as npm run serve does, and takes no local setting', () => {
  const sources = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
    ([, files = '']) => files.split(' '),
  );
  expect(sources).toEqual(expect.arrayContaining(['server', 'machines/rules', 'package.json']));
  expect(sources.filter((path) => !existsSync(path))).toEqual([]);
  const [, command = ''] = /^CMD (.+)$/m.exec(dockerfile) ?? [];
  const { serve } = JSON.parse(readFileSync('package.json', 'utf8')).scripts;
  expect(JSON.parse(command).join(' ')).toBe(serve);
  expect(readFileSync('.dockerignore', 'utf8').split('\n')).toContain('.env.local');
});
