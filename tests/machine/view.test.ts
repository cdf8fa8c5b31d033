import { describe, expect, test } from 'vitest';
import { authView, statePath } from '#machines/auth/auth.view.ts';
import { told } from '#tests/model/behaviour.ts';
import { START } from '#tests/model/model.ts';
import { allPlaces, leavesOfSnapshot } from '#tests/model/paths.ts';
import { expectedScreens } from '#tests/model/screens.ts';

const places = allPlaces();

describe('what is shown of every state of the model', () => {
  test('is what was reviewed', async () => {
    const lines = places.map(({ from, path: { state } }) => {
      const { clock, slept } = from.model.momentOf(state);
      const { notice: _, ...view } = { notice: null, ...authView(state) };
      return `${statePath(state.value)}\n  ${told(view, START + clock + slept)}`;
    });
    const text = [...new Set(lines)].sort().join('\n');
    await expect(`${text}\n`).toMatchFileSnapshot('level-1.views.txt');
  });

  test('is one of the screens of its state, and every one of those is shown', () => {
    const shown = new Map<string, Set<string>>();
    for (const { path } of places) {
      const { screen } = authView(path.state);
      for (const leaf of leavesOfSnapshot(path.state)) {
        shown.set(leaf, (shown.get(leaf) ?? new Set()).add(screen));
      }
    }
    const seen = [...shown].map(([leaf, screens]) => [leaf, [...screens].sort()]);
    const expected = Object.entries(expectedScreens).map(([leaf, all]) => [leaf, [...all].sort()]);
    expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(expected));
  });

  test('says what the machine says, on every screen that has a place for it', () => {
    for (const { path } of places) {
      const view = authView(path.state);
      if ('notice' in view) expect(view.notice).toBe(path.state.context.notice);
    }
  });
});

describe('the path of a state', () => {
  test.each([
    ['resuming', 'resuming'],
    [{ signedOut: { selecting: 'browsing' } }, 'signedOut.selecting.browsing'],
    [
      { signedOut: { stepUp: { otp: 'idle', magicLink: 'sending' } } },
      'signedOut.stepUp.otp.idle signedOut.stepUp.magicLink.sending',
    ],
  ] as const)('%j is %s', (value, path) => {
    expect(statePath(value)).toBe(path);
  });
});
