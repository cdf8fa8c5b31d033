import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMagicLinkHandoff } from '#src/stytch/email-link/magic-link-handoff.ts';
import type { TabChannel, TabMessage } from '#src/stytch/email-link/tab-channel.ts';

const BEN = 'ben@birch.example';

/** Channels between the tabs of one browser, which deliver at once. */
function createChannels() {
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
        for (const receiver of receivers) if (receiver !== receive) receiver(message);
      },
    };
  };
  return { open, posted };
}

function waitingTab(channel: TabChannel, isWaiting = () => true) {
  const onGranted = vi.fn();
  const isWaitingFor = (emailAddress: string) => isWaiting() && emailAddress === BEN;
  return { onGranted, handoff: createMagicLinkHandoff(channel, isWaitingFor, onGranted) };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('createMagicLinkHandoff', () => {
  it('hands the sign-in to the waiting tab', async () => {
    const { open } = createChannels();
    const { onGranted } = waitingTab(open());
    const opened = createMagicLinkHandoff(open(), () => false, vi.fn());
    expect(await opened.offer(BEN)).toBe(true);
    expect(onGranted).toHaveBeenCalledTimes(1);
  });

  it('hands the sign-in to one of several waiting tabs', async () => {
    const { open } = createChannels();
    const tabs = [waitingTab(open()), waitingTab(open()), waitingTab(open())];
    expect(await createMagicLinkHandoff(open(), () => false, vi.fn()).offer(BEN)).toBe(true);
    expect(tabs.map(({ onGranted }) => onGranted.mock.calls.length).sort()).toEqual([0, 0, 1]);
  });

  it('does not hand it to a tab that waits for another address', async () => {
    const { open } = createChannels();
    const { onGranted } = waitingTab(open());
    const result = createMagicLinkHandoff(open(), () => false, vi.fn()).offer('ada@acme.example');
    await vi.advanceTimersByTimeAsync(250);
    expect(await result).toBe(false);
    expect(onGranted).not.toHaveBeenCalled();
  });

  it('ignores a grant for another offer', () => {
    const { open, posted } = createChannels();
    const { onGranted } = waitingTab(open());
    const opener = open();
    opener.post({ type: 'email.verified', id: 'one', emailAddress: BEN });
    const claim = posted.find(({ type }) => type === 'email.claimed');
    if (claim?.type !== 'email.claimed') throw new Error('No tab claimed it.');
    opener.post({ type: 'email.granted', id: 'two', tab: claim.tab });
    expect(onGranted).not.toHaveBeenCalled();
  });

  it('resolves to false when no tab waits', async () => {
    const { open } = createChannels();
    const { onGranted } = waitingTab(open(), () => false);
    const result = createMagicLinkHandoff(open(), () => false, vi.fn()).offer(BEN);
    await vi.advanceTimersByTimeAsync(249);
    const settled = vi.fn();
    void result.then(settled);
    await vi.advanceTimersByTimeAsync(0);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await result).toBe(false);
    expect(onGranted).not.toHaveBeenCalled();
  });

  it('does not grant a late claim', async () => {
    const { open, posted } = createChannels();
    const result = createMagicLinkHandoff(open(), () => false, vi.fn()).offer(BEN);
    await vi.advanceTimersByTimeAsync(250);
    expect(await result).toBe(false);
    const [offer] = posted;
    const late = open();
    late.post({ type: 'email.claimed', id: offer?.id ?? '', tab: 'late' });
    expect(posted.map(({ type }) => type)).not.toContain('email.granted');
  });

  it('ignores a grant in a tab that no longer waits or listens', async () => {
    const { open } = createChannels();
    const waiting = { isWaiting: true };
    const channel = open();
    const { onGranted } = waitingTab(channel, () => waiting.isWaiting);
    const stopped = waitingTab(open());
    stopped.handoff.stop();
    const opener = open();
    opener.listen((message) => {
      if (message.type !== 'email.claimed') return;
      waiting.isWaiting = false;
      opener.post({ ...message, type: 'email.granted' });
    });
    opener.post({ type: 'email.verified', id: 'one', emailAddress: BEN });
    expect(onGranted).not.toHaveBeenCalled();
    expect(stopped.onGranted).not.toHaveBeenCalled();
  });
});
