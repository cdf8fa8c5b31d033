import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMagicLinkHandoff } from '#src/stytch/email-link/magic-link-handoff.ts';
import type { TabChannel, TabMessage } from '#src/stytch/email-link/tab-channel.ts';

const BEN = 'ben@birch.example';

/** The line between the tabs of one browser, which delivers at once. */
function line() {
  const ends = new Set<(message: TabMessage) => void>();
  const posted: TabMessage[] = [];
  const open = (): TabChannel => {
    const listeners = new Set<(message: TabMessage) => void>();
    const hear = (message: TabMessage) => {
      for (const listener of listeners) listener(message);
    };
    ends.add(hear);
    return {
      listen(heard) {
        listeners.add(heard);
        return () => void listeners.delete(heard);
      },
      post(message) {
        posted.push(message);
        for (const end of ends) if (end !== hear) end(message);
      },
    };
  };
  return { open, posted };
}

function waitingTab(channel: TabChannel, isWaiting = () => true) {
  const goOn = vi.fn();
  const isWaitingFor = (emailAddress: string) => isWaiting() && emailAddress === BEN;
  return { goOn, handover: createMagicLinkHandoff(channel, isWaitingFor, goOn) };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('a link that was verified', () => {
  it('is taken over by the tab that waits for it', async () => {
    const { open } = line();
    const { goOn } = waitingTab(open());
    const opened = createMagicLinkHandoff(open(), () => false, vi.fn());
    expect(await opened.offer(BEN)).toBe(true);
    expect(goOn).toHaveBeenCalledTimes(1);
  });

  it('is taken over by one of several', async () => {
    const { open } = line();
    const tabs = [waitingTab(open()), waitingTab(open()), waitingTab(open())];
    expect(await createMagicLinkHandoff(open(), () => false, vi.fn()).offer(BEN)).toBe(true);
    expect(tabs.map(({ goOn }) => goOn.mock.calls.length).sort()).toEqual([0, 0, 1]);
  });

  it('is nothing to a tab that waits for another address', async () => {
    const { open } = line();
    const { goOn } = waitingTab(open());
    const answer = createMagicLinkHandoff(open(), () => false, vi.fn()).offer('ada@acme.example');
    await vi.advanceTimersByTimeAsync(250);
    expect(await answer).toBe(false);
    expect(goOn).not.toHaveBeenCalled();
  });

  it('is not taken over by a grant of nothing that was claimed', () => {
    const { open, posted } = line();
    const { goOn } = waitingTab(open());
    const opener = open();
    opener.post({ type: 'email.verified', id: 'one', emailAddress: BEN });
    const claim = posted.find(({ type }) => type === 'email.claimed');
    if (claim?.type !== 'email.claimed') throw new Error('Nobody claimed it.');
    opener.post({ type: 'email.granted', id: 'two', tab: claim.tab });
    expect(goOn).not.toHaveBeenCalled();
  });

  it('stays with the tab that opened it when nobody waits', async () => {
    const { open } = line();
    const { goOn } = waitingTab(open(), () => false);
    const answer = createMagicLinkHandoff(open(), () => false, vi.fn()).offer(BEN);
    await vi.advanceTimersByTimeAsync(249);
    const settled = vi.fn();
    void answer.then(settled);
    await vi.advanceTimersByTimeAsync(0);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await answer).toBe(false);
    expect(goOn).not.toHaveBeenCalled();
  });

  it('is not granted to a tab that speaks up too late', async () => {
    const { open, posted } = line();
    const answer = createMagicLinkHandoff(open(), () => false, vi.fn()).offer(BEN);
    await vi.advanceTimersByTimeAsync(250);
    expect(await answer).toBe(false);
    const [offer] = posted;
    const late = open();
    late.post({ type: 'email.claimed', id: offer?.id ?? '', tab: 'late' });
    expect(posted.map(({ type }) => type)).not.toContain('email.granted');
  });

  it('is nothing to a tab that stopped waiting, or stopped hearing', async () => {
    const { open } = line();
    const waiting = { now: true };
    const channel = open();
    const { goOn } = waitingTab(channel, () => waiting.now);
    const stopped = waitingTab(open());
    stopped.handover.stop();
    const opener = open();
    opener.listen((message) => {
      if (message.type !== 'email.claimed') return;
      waiting.now = false;
      opener.post({ ...message, type: 'email.granted' });
    });
    opener.post({ type: 'email.verified', id: 'one', emailAddress: BEN });
    expect(goOn).not.toHaveBeenCalled();
    expect(stopped.goOn).not.toHaveBeenCalled();
  });
});
