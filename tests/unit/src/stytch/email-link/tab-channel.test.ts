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

describe('the messages of other tabs', () => {
  const long = (length: number) => `\n${'x'.repeat(length - 1)}`;
  const ids = { id: long(64), tab: long(64) };

  /** What a tab receives of these messages. */
  async function receivedOf(messages: readonly object[]) {
    const received = vi.fn();
    createTabChannel().listen(received);
    const channel = new BroadcastChannel('auth');
    for (const message of [...messages, verified]) channel.postMessage(message);
    await vi.waitFor(() => expect(received).toHaveBeenCalledWith(verified));
    channel.close();
    return received.mock.calls.map(([message]) => message).slice(0, -1);
  }

  it('are received in their three forms, up to the longest texts', async () => {
    const messages = [
      { type: 'email.verified', id: ids.id, emailAddress: long(320) },
      { type: 'email.claimed', ...ids },
      { type: 'email.granted', ...ids, intermediateDigest: long(64) },
    ];
    expect(await receivedOf(messages)).toEqual(messages);
  });

  it('are ignored with another type, and with a text that is empty or too long', async () => {
    expect(
      await receivedOf([
        { type: 'evil', ...ids, emailAddress: 'a@b.example', intermediateDigest: 'd' },
        { type: 'email.verified', id: long(65), emailAddress: 'a@b.example' },
        { type: 'email.verified', id: 'one', emailAddress: long(321) },
        { type: 'email.verified', id: 'one', emailAddress: '' },
        { type: 'email.claimed', id: 'one', tab: long(65) },
        { type: 'email.granted', id: 'one', tab: '', intermediateDigest: 'd' },
      ]),
    ).toEqual([]);
  });

  it('are received once by a page that was shown without the back/forward cache', async () => {
    const received = vi.fn();
    createTabChannel().listen(received);
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
    const channel = new BroadcastChannel('auth');
    channel.postMessage(verified);
    channel.postMessage({ ...verified, id: 'two' });
    await vi.waitFor(() => expect(received).toHaveBeenCalledWith({ ...verified, id: 'two' }));
    expect(received).toHaveBeenCalledTimes(2);
    channel.close();
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
