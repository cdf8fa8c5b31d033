// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { AuditPage } from '#src/features/audit/audit-page.tsx';
import { renderPage } from '#tests/unit/support/render-page.tsx';

const ENTRY = {
  id: 'entry-1',
  at: '2026-11-28T10:00:00.000Z',
  action: 'changed',
  resource: 'policies',
  subject: { id: 'policy-1', name: 'Access reviews' },
  member: { memberId: 'member-bea', name: 'Bea' },
  impersonator: null,
};
const IMPERSONATED = { ...ENTRY, id: 'entry-2', impersonator: 'sue@support.example' };
const answers = {
  'GET /audit': { entries: [ENTRY, IMPERSONATED], next: null },
  'GET /audit/file': { csv: 'time\r\n' },
};
/** What a person reads: names are isolated for their direction. */
const read = () => document.body.textContent?.replace(/[\u2068\u2069]/g, '') ?? '';

it('says who did what, and names the support person beside the member [R24.2, R24.3]', async () => {
  renderPage(<AuditPage />, { answers });
  await screen.findAllByText('Access reviews');
  expect(read()).toContain('By Bea, ');
  expect(read()).toContain('By sue@support.example as Bea, ');
});

it('filters, and downloads what the filter lets through [R24.3]', async () => {
  const { user, calls } = renderPage(<AuditPage />, { answers });
  await screen.findAllByText('Access reviews');
  await user.type(screen.getByRole('searchbox'), 'bea');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'deleted');
  await vi.waitFor(() => {
    const sent = calls.at(-1)?.search;
    expect([sent?.get('search'), sent?.get('action')]).toEqual(['bea', 'deleted']);
  });
  const blobs = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await user.click(screen.getByRole('button', { name: 'Download CSV' }));
  await vi.waitFor(() => expect(blobs).toHaveBeenCalledOnce());
  expect(calls.at(-1)).toMatchObject({ path: '/audit/file' });
  expect(calls.at(-1)?.search.get('search')).toBe('bea');
});

it('is shown to nobody without the permission [R24.3]', async () => {
  const { calls } = renderPage(<AuditPage />, { answers, permitted: ['policy.read'] });
  await screen.findByText(/not allowed to see the audit trail/);
  expect(calls).toEqual([]);
});
