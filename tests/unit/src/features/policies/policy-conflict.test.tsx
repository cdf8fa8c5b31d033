// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { findSentence } from '#tests/unit/support/render-page.tsx';
import {
  buildPolicy,
  click,
  nameField,
  noDialog,
  openPage,
  typeName,
  user,
} from './support/policies.tsx';

describe('a policy that somebody else has changed meanwhile [R17.9]', () => {
  const theirs = buildPolicy({ version: 5, name: 'Theirs', description: 'Their text.' });

  async function writeOver(newer: typeof theirs) {
    const { service } = openPage([buildPolicy()]);
    await click('Edit “Access reviews”');
    await typeName(' of mine');
    service.policies.set(newer.id, newer);
    await click('Save');
    return service;
  }

  it('shows both texts, and saves the own one when it is chosen, which is said once the list shows it', async () => {
    const service = await writeOver(theirs);
    await findSentence(
      'Dora Quist changed this policy while you were writing. Which text should stay?',
    );
    const dialog = within(screen.getByRole('dialog'));
    for (const text of ['Theirs', 'Their text.']) dialog.getByText(text);
    await typeName(' too');
    const answer = service.hold('GET');
    await click('Keep mine');
    await waitFor(() => expect(service.policies.get('policy-1')?.version).toBe(6));
    expect(screen.queryByText(/^Saved/)).toBeNull();
    answer();
    await findSentence('Saved: “Access reviews of mine too”');
    screen.getByRole('button', { name: 'Access reviews of mine too' });
    expect(service.policies.get('policy-1')?.description).toBe('Every quarter.');
  });

  it('continues with the other text when that is chosen', async () => {
    const service = await writeOver(theirs);
    await click('Keep theirs');
    expect(await nameField()).toHaveProperty('value', 'Theirs');
    await user.keyboard('{Escape}');
    await noDialog();
    expect(service.policies.get('policy-1')).toEqual(theirs);
  });

  it('saves over the other text once the member has it', async () => {
    await writeOver(theirs);
    await click('Keep theirs');
    await typeName(' again{Enter}');
    await findSentence('Saved: “Theirs again”');
  });

  it('saves the text as a new policy when it was deleted', async () => {
    const service = await writeOver({ ...theirs, isDeleted: true });
    await findSentence('Dora Quist deleted this policy while you were writing.');
    await click('Save as a new policy');
    await findSentence('Saved: “Access reviews of mine”');
    expect(service.policies.size).toBe(2);
  });

  it('discards the text when the policy was deleted, and the member wants that', async () => {
    const service = await writeOver({ ...theirs, isDeleted: true });
    await click('Discard my text');
    await noDialog();
    expect(service.policies.size).toBe(1);
  });
});
