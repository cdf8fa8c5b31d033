// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createMagicLinkHandoff } from '#src/stytch/email-link/magic-link-handoff.ts';
import { persistedPageShow } from '../support/browser.ts';

const BEN = 'ben@birch.example';

/** A channel that delivers at once to the others of its name that are open. */
class Channel {
  static readonly open = new Set<Channel>();
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readonly name: string;
  constructor(name: string) {
    this.name = name;
    Channel.open.add(this);
  }
  postMessage(data: unknown): void {
    for (const other of Channel.open) {
      if (other !== this && other.name === this.name) other.onmessage?.({ data });
    }
  }
  close(): void {
    Channel.open.delete(this);
  }
}

const stops: (() => void)[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('BroadcastChannel', Channel);
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
});

/** A tab. With `claims`, it claims each offer at once, as the machine of a tab that waits for that address does. */
function openTab({ claims = false } = {}) {
  const offered: string[] = [];
  const granted: string[] = [];
  const handoff = createMagicLinkHandoff({
    onOffered(id, emailAddress) {
      offered.push(emailAddress);
      if (claims) handoff.claim(id);
    },
    onGranted: (digest) => granted.push(digest),
  });
  stops.push(handoff.stop);
  return { handoff, offered, granted };
}

async function offerFrom({ handoff }: ReturnType<typeof openTab>): Promise<boolean> {
  const result = handoff.offer(BEN, 'the digest');
  await vi.advanceTimersByTimeAsync(250);
  return result;
}

it('lets exactly one of several waiting tabs continue [R9.1]', async () => {
  const waiting = [openTab({ claims: true }), openTab({ claims: true }), openTab()];
  expect(await offerFrom(openTab())).toBe(true);
  expect(waiting.map(({ offered }) => offered)).toEqual([[BEN], [BEN], [BEN]]);
  expect(waiting.flatMap(({ granted }) => granted)).toEqual(['the digest']);
});

it('continues by itself when no tab claims in time, and grants no late claim', async () => {
  const late = openTab();
  const opening = openTab();
  let id = '';
  const listener = new Channel('auth');
  listener.onmessage = ({ data }) => {
    id = Object(data).id;
  };
  expect(await offerFrom(opening)).toBe(false);
  late.handoff.claim(id);
  expect(late.granted).toEqual([]);
  listener.close();
});

it.each([
  ['a grant that no claim of this tab asked for', { type: 'email.granted', id: 'x', tab: 'y' }],
  ['a message of another form', { type: 'email.verified', id: 'x' }],
  ['an id of 65 characters', { type: 'email.verified', id: 'x'.repeat(65), emailAddress: BEN }],
  [
    'an address of 321 characters',
    { type: 'email.verified', id: 'x', emailAddress: 'x'.repeat(321) },
  ],
  ['an empty id', { type: 'email.verified', id: '', emailAddress: BEN }],
  ['no message', null],
])('ignores %s', (_, message) => {
  const { offered, granted } = openTab({ claims: true });
  new Channel('auth').postMessage(message);
  expect([offered, granted]).toEqual([[], []]);
});

it('closes its channel while the page is in the back/forward cache, and when it stops', () => {
  const { handoff, offered } = openTab();
  const verified = { type: 'email.verified', id: 'x', emailAddress: BEN };
  window.dispatchEvent(new Event('pagehide'));
  new Channel('auth').postMessage(verified);
  expect(offered).toEqual([]);
  window.dispatchEvent(persistedPageShow());
  new Channel('auth').postMessage(verified);
  expect(offered).toEqual([BEN]);
  handoff.stop();
  window.dispatchEvent(persistedPageShow());
  new Channel('auth').postMessage(verified);
  expect(offered).toEqual([BEN]);
});
