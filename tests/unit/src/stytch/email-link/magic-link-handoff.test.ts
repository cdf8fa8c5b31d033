import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMagicLinkHandoff } from '#src/stytch/email-link/magic-link-handoff.ts';
import type { TabChannel, TabMessage } from '#src/stytch/email-link/tab-channel.ts';

const BEN = 'ben@birch.example';
const DIGEST = 'digest-of-the-intermediate-session';

/** Channels between the tabs of one browser. By default they deliver at once; the browser's deliver in later tasks. */
function createChannels(deliver = (message: () => void) => message()) {
  const receivers = new Set<(message: TabMessage) => void>();
  const posted: TabMessage[] = [];
  const open = (): TabChannel => {
    const listeners = new Set<(message: TabMessage) => void>();
    const receive = (message: TabMessage) => {
      for (const listener of listeners) listener(message);
    };
    receivers.add(receive);
    return {
      listen(received) {
        listeners.add(received);
        return () => void listeners.delete(received);
      },
      post(message) {
        posted.push(message);
        for (const receiver of receivers) {
          if (receiver !== receive) deliver(() => receiver(message));
        }
      },
    };
  };
  return { open, posted };
}

/** A tab that requested a link for Ben, and claims what `claims` lets it. */
function waitingTab(channel: TabChannel, claims = () => true) {
  const onGranted = vi.fn();
  const handoff = createMagicLinkHandoff({
    channel,
    isRequestedHere: (emailAddress) => emailAddress === BEN,
    onOffered: (id) => {
      if (claims()) handoff.claim(id);
    },
    onGranted,
  });
  return { onGranted, handoff };
}

/** A tab that opens a link and waits for none. */
function linkTab(channel: TabChannel) {
  return createMagicLinkHandoff({
    channel,
    isRequestedHere: () => false,
    onOffered: vi.fn(),
    onGranted: vi.fn(),
  });
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('a verified magic link', () => {
  it('is handed to the tab that waits for it', async () => {
    const { open } = createChannels();
    const { onGranted } = waitingTab(open());
    const opened = linkTab(open());
    expect(await opened.offer(BEN, DIGEST)).toBe(true);
    expect(onGranted.mock.calls).toEqual([[DIGEST]]);
  });

  it('is handed to exactly one of several waiting tabs', async () => {
    const { open } = createChannels();
    const tabs = [waitingTab(open()), waitingTab(open()), waitingTab(open())];
    expect(await linkTab(open()).offer(BEN, DIGEST)).toBe(true);
    expect(tabs.map(({ onGranted }) => onGranted.mock.calls.length).sort()).toEqual([0, 0, 1]);
  });

  it('is handed to exactly one of several waiting tabs that have all claimed it [R9.1]', async () => {
    const { open } = createChannels((message) => setTimeout(message, 1));
    const tabs = [waitingTab(open()), waitingTab(open()), waitingTab(open())];
    const answer = linkTab(open()).offer(BEN, DIGEST);
    await vi.advanceTimersByTimeAsync(250);
    expect(await answer).toBe(true);
    expect(tabs.map(({ onGranted }) => onGranted.mock.calls.length)).toEqual([1, 0, 0]);
  });

  it('is not offered to a tab that requested a link for another address', async () => {
    const { open } = createChannels();
    const { onGranted } = waitingTab(open());
    const answer = linkTab(open()).offer('ada@acme.example', DIGEST);
    await vi.advanceTimersByTimeAsync(250);
    expect(await answer).toBe(false);
    expect(onGranted).not.toHaveBeenCalled();
  });

  it('is granted only by a grant to this tab, of the offer that it claimed', () => {
    const { open, posted } = createChannels();
    const { onGranted } = waitingTab(open());
    const opener = open();
    opener.post({ type: 'email.verified', id: 'one', emailAddress: BEN });
    const claim = posted.find(({ type }) => type === 'email.claimed');
    if (claim?.type !== 'email.claimed') throw new Error('No tab claimed it.');
    const grant = { type: 'email.granted', id: 'one', intermediateDigest: DIGEST } as const;
    opener.post({ ...grant, tab: 'another' });
    opener.post(claim);
    opener.post({ ...grant, id: 'two', tab: claim.tab });
    expect(onGranted).not.toHaveBeenCalled();
    opener.post({ ...grant, tab: claim.tab });
    opener.post({ ...grant, tab: claim.tab });
    expect(onGranted.mock.calls).toEqual([[DIGEST]]);
  });

  it('is offered by a verified link alone, and given to a claim alone', async () => {
    const { open, posted } = createChannels();
    const onOffered = vi.fn();
    const other = open();
    const opened = createMagicLinkHandoff({
      channel: open(),
      isRequestedHere: () => true,
      onOffered,
      onGranted: vi.fn(),
    });
    const result = opened.offer(BEN, DIGEST);
    const [offer] = posted;
    const id = offer?.id ?? '';
    other.post({ type: 'email.granted', id, tab: 'another', intermediateDigest: DIGEST });
    expect(posted.map(({ type }) => type)).toEqual(['email.verified', 'email.granted']);
    other.post({ type: 'email.claimed', id: 'of-another-offer', tab: 'another' });
    expect(onOffered).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(250);
    expect(await result).toBe(false);
  });

  it('stays with the tab that opened it when no tab claims it', async () => {
    const { open } = createChannels();
    const { onGranted } = waitingTab(open(), () => false);
    const result = linkTab(open()).offer(BEN, DIGEST);
    await vi.advanceTimersByTimeAsync(249);
    const settled = vi.fn();
    void result.then(settled);
    await vi.advanceTimersByTimeAsync(0);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await result).toBe(false);
    expect(onGranted).not.toHaveBeenCalled();
  });

  it('is not granted to a tab that claims it too late', async () => {
    const { open, posted } = createChannels();
    const result = linkTab(open()).offer(BEN, DIGEST);
    await vi.advanceTimersByTimeAsync(250);
    expect(await result).toBe(false);
    const [offer] = posted;
    const late = open();
    late.post({ type: 'email.claimed', id: offer?.id ?? '', tab: 'late' });
    expect(posted.map(({ type }) => type)).not.toContain('email.granted');
  });

  it('is not offered to a tab that stopped listening', () => {
    const { open, posted } = createChannels();
    const { handoff, onGranted } = waitingTab(open());
    handoff.stop();
    open().post({ type: 'email.verified', id: 'one', emailAddress: BEN });
    expect(posted.map(({ type }) => type)).toEqual(['email.verified']);
    expect(onGranted).not.toHaveBeenCalled();
  });
});
