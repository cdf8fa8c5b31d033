// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { AuditPage } from '#src/features/audit/audit-page.tsx';
import { router } from '#tests/unit/support/in-app.tsx';
import { type Call, renderPage } from '#tests/unit/support/render-page.tsx';

const ENTRY = {
  id: 'entry-1',
  at: '2026-11-28T10:00:00.000Z',
  action: 'changed',
  resource: 'policies',
  subject: { id: 'policy-1', name: 'Access reviews' },
  member: { memberId: 'member-bea', name: 'Bea' },
  impersonator: null,
};
const IMPERSONATED = {
  ...ENTRY,
  id: 'entry-2',
  resource: 'secrets',
  subject: { id: 'policy-2', name: '' },
  member: { memberId: 'member-bea', name: '' },
  impersonator: 'sue@support.example',
};
const EMPTY = { entries: [], next: null };
const answers = {
  'GET /audit': { entries: [ENTRY, IMPERSONATED], next: null },
  'GET /audit/file': { csv: 'time\r\n', isComplete: true },
};
/** What a person reads: names are isolated for their direction. */
const read = () => document.body.textContent?.replace(/[\u2068\u2069]/g, '') ?? '';

it('says by pages who did what and when, and names the support person beside the member [R24.2, R24.3]', async () => {
  const { user } = renderPage(<AuditPage />, {
    answers: {
      'GET /audit': ({ search }: Call) =>
        search.get('cursor') === 'more'
          ? { entries: [IMPERSONATED], next: null }
          : { entries: [ENTRY], next: 'more' },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Show more' }));
  await vi.waitFor(() => expect(read()).toContain('By sue@support.example as member-bea, '));
  expect(read()).toMatch(/By Bea, .*2026.*policy-2secrets/);
  expect(document.querySelector('time')?.dateTime).toBe(ENTRY.at);
  // The zone, as every language writes it.
  expect(document.querySelector('time')?.textContent).toMatch(/[A-Z]{3}/);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

it('shows the history that the address names, also when it changes [R24.3]', async () => {
  const goTo = (address: string) =>
    act(async () => {
      router.history.push(address);
      await router.load();
    });
  await goTo('/audit?subject=policy-1');
  const { user, calls } = renderPage(<AuditPage />, {
    answers: {
      ...answers,
      'GET /audit': ({ search }: Call) => (search.get('subject') ? EMPTY : answers['GET /audit']),
    },
  });
  const sent = () => calls.at(-1)?.search.get('subject');
  await screen.findByText(/the history of one entry/);
  expect(sent()).toBe('policy-1');
  await screen.findAllByText('Nothing matches.');
  await user.click(screen.getByRole('button', { name: 'Download CSV' }));
  await vi.waitFor(() => expect(calls.at(-1)?.path).toBe('/audit/file'));
  expect(sent()).toBe('policy-1');
  expect(screen.queryByText('Nothing has happened yet')).toBeNull();
  await goTo('/audit');
  await vi.waitFor(() => expect(sent()).toBe(''));
  expect(screen.queryByText(/the history of one entry/)).toBeNull();
});

it('filters, and downloads what the filter lets through [R24.3]', async () => {
  const { user, calls } = renderPage(<AuditPage />, {
    answers: {
      ...answers,
      'GET /audit': ({ search }: Call) => (search.get('action') ? EMPTY : answers['GET /audit']),
    },
  });
  const sent = () => ['search', 'action'].map((name) => calls.at(-1)?.search.get(name));
  await screen.findAllByText('Access reviews');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'deleted');
  await screen.findAllByText('Nothing matches.');
  await user.type(screen.getByRole('searchbox'), 'bea');
  await vi.waitFor(() => expect(sent()).toEqual(['bea', 'deleted']));
  const blobs = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file');
  const revoked = vi.spyOn(URL, 'revokeObjectURL');
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await user.click(screen.getByRole('button', { name: 'Download CSV' }));
  await vi.waitFor(() => expect(blobs).toHaveBeenCalledOnce());
  expect(calls.at(-1)).toMatchObject({ path: '/audit/file' });
  expect(sent()).toEqual(['bea', 'deleted']);
  expect(click.mock.contexts[0]).toMatchObject({ download: 'audit-trail.csv', href: 'blob:file' });
  expect(revoked).toHaveBeenCalledExactlyOnceWith('blob:file');
  const [file] = blobs.mock.lastCall ?? [];
  const bytes = file instanceof Blob ? new Uint8Array(await file.arrayBuffer()) : [];
  // Without the mark Excel takes UTF-8 for something else.
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
});

it('shows an entry when it is written [R17.4]', async () => {
  let write = (_: string) => {};
  const stream = new ReadableStream({
    start(controller) {
      write = (text) => controller.enqueue(new TextEncoder().encode(text));
    },
  });
  const headers = { 'content-type': 'text/event-stream' };
  const { calls } = renderPage(<AuditPage />, {
    answers: { ...answers, 'GET /changes': new Response(stream, { headers }) },
  });
  const reads = () => calls.filter(({ path }) => path === '/audit');
  await screen.findAllByText('Access reviews');
  write('data: policies\n\n');
  write('data: audit_entries\n\n');
  await vi.waitFor(() => expect(reads()).toHaveLength(2));
  write('data: *\n\n');
  await vi.waitFor(() => expect(reads()).toHaveLength(3));
});

it.each([
  ['is not complete', { csv: 'time\r\n', isComplete: false }, /^The file is not complete/],
  ['was not downloaded', 500, /^The file was not downloaded. Something went wrong on our side/],
])('says that a file %s, until that is dismissed [R24.3]', async (_, file, text) => {
  const { user } = renderPage(<AuditPage />, { answers: { ...answers, 'GET /audit/file': file } });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await user.click(await screen.findByRole('button', { name: 'Download CSV' }));
  await screen.findByText(text);
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText(text)).toBeNull();
});

it('says why the entries could not be read', async () => {
  renderPage(<AuditPage />, { answers: { 'GET /audit': 403 } });
  await screen.findByText(/^Your role does not allow this any more/);
});

it('is shown to nobody without the permission [R24.3]', async () => {
  const { calls } = renderPage(<AuditPage />, { answers, permitted: ['policy.read'] });
  await screen.findByText(/not allowed to see the audit trail/);
  expect(calls).toEqual([]);
});
