// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createTabChannel, type TabMessage } from '#src/stytch/email-link/tab-channel.ts';

const verified: TabMessage = {
  type: 'email.verified',
  id: 'one',
  emailAddress: 'ben@birch.example',
};

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('createTabChannel with BroadcastChannel', () => {
  it('delivers a message to other tabs, but not to its own', async () => {
    const [first, second] = [createTabChannel(), createTabChannel()];
    const received = { first: vi.fn(), second: vi.fn() };
    first.listen(received.first);
    second.listen(received.second);
    first.post(verified);
    await vi.waitFor(() => expect(received.second).toHaveBeenCalledWith(verified));
    expect(received.first).not.toHaveBeenCalled();
  });

  it('closes the channel on pagehide, and opens it on pageshow', async () => {
    const received = vi.fn();
    createTabChannel().listen(received);
    const second = createTabChannel();
    window.dispatchEvent(new Event('pagehide'));
    const back = new Event('pageshow');
    Object.defineProperty(back, 'persisted', { value: true });
    window.dispatchEvent(back);
    second.post(verified);
    await vi.waitFor(() => expect(received).toHaveBeenCalledTimes(1));
  });
});

describe('createTabChannel without BroadcastChannel', () => {
  const arrive = (key: string, newValue: string | null) =>
    window.dispatchEvent(new StorageEvent('storage', { key, newValue }));

  it('sends equal messages as different storage values', () => {
    vi.stubGlobal('BroadcastChannel', undefined);
    const channel = createTabChannel();
    const written: string[] = [];
    const { localStorage: real } = window;
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => real.getItem(key),
      setItem: (_: string, text: string) => written.push(text),
      removeItem: (key: string) => real.removeItem(key),
    });
    channel.post(verified);
    channel.post(verified);
    const [first = '', second = ''] = written;
    expect(first).not.toBe(second);
    expect(real.getItem('auth_message')).toBeNull();

    const received = vi.fn();
    const stop = channel.listen(received);
    arrive('auth_message', first);
    expect(received).toHaveBeenCalledExactlyOnceWith(verified);
    stop();
    arrive('auth_message', second);
    expect(received).toHaveBeenCalledTimes(1);
  });

  it.each(['{', 'null', '{"nonce":"1","message":{"type":"evil"}}', '{"message":5}', null])(
    'ignores %s',
    (text) => {
      vi.stubGlobal('BroadcastChannel', undefined);
      const received = vi.fn();
      createTabChannel().listen(received);
      arrive('auth_message', text);
      arrive('another', JSON.stringify({ nonce: '1', message: verified }));
      expect(received).not.toHaveBeenCalled();
    },
  );
});
