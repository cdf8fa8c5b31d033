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

describe('the broadcast channel', () => {
  it('reaches the other tabs, and not the tab itself', async () => {
    const [one, other] = [createTabChannel(), createTabChannel()];
    const heard = { one: vi.fn(), other: vi.fn() };
    one.listen(heard.one);
    other.listen(heard.other);
    one.post(verified);
    await vi.waitFor(() => expect(heard.other).toHaveBeenCalledWith(verified));
    expect(heard.one).not.toHaveBeenCalled();
  });

  it('is closed while the page is away, and opened again when it comes back', async () => {
    const heard = vi.fn();
    createTabChannel().listen(heard);
    const other = createTabChannel();
    window.dispatchEvent(new Event('pagehide'));
    const back = new Event('pageshow');
    Object.defineProperty(back, 'persisted', { value: true });
    window.dispatchEvent(back);
    other.post(verified);
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1));
  });
});

describe('without broadcast channels', () => {
  const arrive = (key: string, newValue: string | null) =>
    window.dispatchEvent(new StorageEvent('storage', { key, newValue }));

  it('local storage carries the messages, each as news', () => {
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

    const heard = vi.fn();
    const stop = channel.listen(heard);
    arrive('auth_message', first);
    expect(heard).toHaveBeenCalledExactlyOnceWith(verified);
    stop();
    arrive('auth_message', second);
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it.each(['{', 'null', '{"nonce":"1","message":{"type":"evil"}}', '{"message":5}', null])(
    'hears nothing in %s',
    (text) => {
      vi.stubGlobal('BroadcastChannel', undefined);
      const heard = vi.fn();
      createTabChannel().listen(heard);
      arrive('auth_message', text);
      arrive('another', JSON.stringify({ nonce: '1', message: verified }));
      expect(heard).not.toHaveBeenCalled();
    },
  );
});
