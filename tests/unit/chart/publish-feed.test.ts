// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { createActor, setup } from 'xstate';
import { type FeedMessage, parseFeedMessage } from '#chart/feed/feed.types.ts';
import { publishFeed } from '#chart/feed/publish-feed.ts';
import { machineGraph } from '#machines/explore/machine-graph.ts';
import { watchSteps } from '#src/app/actor-steps.ts';

/** A machine that has nothing in common with the product's. */
const player = setup({ delays: { AUTO_STOP: 60_000 } }).createMachine({
  id: 'player',
  initial: 'stopped',
  states: {
    stopped: { on: { play: 'playing' } },
    playing: { id: 'custom', after: { AUTO_STOP: 'stopped' } },
  },
});

const config = {
  channelName: 'publish-feed-test',
  statePath: String,
  redaction: { fields: ['volume'], resultKinds: [] },
};

const chart = new BroadcastChannel(config.channelName);
const messages: (FeedMessage | null)[] = [];
chart.onmessage = ({ data }) => messages.push(parseFeedMessage(data));

afterEach(() => {
  window.dispatchEvent(new Event('pagehide'));
  chart.close();
});

test('publishes the states, timers and redacted events of any machine once a chart requests it', async () => {
  const actor = createActor(player);
  watchSteps(actor, [], Date.now, publishFeed(actor, config));
  actor.start();
  actor.send(Object.assign({ type: 'play' as const }, { volume: 11, title: 'secret title' }));
  await new Promise((resolve) => {
    setTimeout(resolve, 50);
  });
  expect(messages).toEqual([]);
  chart.postMessage({ kind: 'request' });
  await vi.waitFor(() => expect(messages).toHaveLength(1));
  expect(messages[0]).toMatchObject({
    kind: 'report',
    tab: document.documentElement.dataset.chartTab,
    fingerprint: machineGraph(player).fingerprint,
    state: 'playing',
    timers: [{ event: 'xstate.after.AUTO_STOP', source: 'playing', delay: 60_000 }],
    log: [
      { event: 'xstate.init', before: '', after: 'stopped', taken: [] },
      {
        event: 'play',
        payload: [['volume', 'number']],
        before: 'stopped',
        after: 'playing',
        taken: ['stopped | play | 0'],
      },
    ],
  });
  expect(JSON.stringify(messages)).not.toContain('secret');
  actor.stop();
});
