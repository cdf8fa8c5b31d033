// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Actor, createActor, setup } from 'xstate';
import { type FeedMessage, parseFeedMessage } from '#chart/feed/feed.types.ts';
import { publishFeed } from '#chart/feed/publish-feed.ts';
import { watchSteps } from '#src/app/actor-steps.ts';
import { safeSessionStorage } from '#src/storage/web-storage.ts';
import { machineGraph } from '#statechart/explore/machine-graph.ts';

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

let chart: BroadcastChannel;
let messages: (FeedMessage | null)[];
let actors: Actor<typeof player>[];

/** Loads the product in this tab. */
function openPage() {
  const actor = createActor(player);
  const tab = { storage: safeSessionStorage, route: () => '/music' };
  watchSteps(actor, [], Date.now, publishFeed(actor, config, tab));
  actor.start();
  actors.push(actor);
  return actor;
}

function leavePage(): void {
  window.dispatchEvent(new Event('pagehide'));
}

function lastReport(): Extract<FeedMessage, { kind: 'report' }> | undefined {
  return messages.findLast((message) => message?.kind === 'report');
}

beforeEach(() => {
  chart = new BroadcastChannel(config.channelName);
  messages = [];
  actors = [];
  chart.onmessage = ({ data }) => messages.push(parseFeedMessage(data));
});

afterEach(() => {
  leavePage();
  chart.close();
  sessionStorage.clear();
  for (const actor of actors) actor.stop();
});

test('publishes the states, timers and redacted events of any machine once a chart requests it', async () => {
  const actor = openPage();
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
    route: '/music',
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
});

test('a tab keeps its identity and its log from one page to the next, and a duplicate of it has its own', async () => {
  openPage().send({ type: 'play' });
  chart.postMessage({ kind: 'request' });
  await vi.waitFor(() => expect(lastReport()?.log).toHaveLength(2));
  const first = lastReport();
  // A browser copies session storage to a duplicate of a tab.
  expect({ ...sessionStorage }).toEqual({});
  leavePage();
  await vi.waitFor(() => expect(messages.at(-1)).toEqual({ kind: 'left', tab: first?.tab }));
  messages = [];
  openPage();
  chart.postMessage({ kind: 'request' });
  await vi.waitFor(() => expect(lastReport()?.log).toHaveLength(3));
  const second = lastReport();
  expect(second).toMatchObject({ tab: first?.tab, openedAt: first?.openedAt, state: 'stopped' });
  expect(second?.log.slice(0, 2)).toEqual(first?.log);
  expect(second?.log[2]).toMatchObject({ seq: 2, event: 'xstate.init', before: '' });
  expect({ ...sessionStorage }).toEqual({});
});

test.each(['null', '{', '{"log":1}'])(
  'a tab whose kept log is %s starts a new one',
  async (text) => {
    sessionStorage.setItem('chart_tab', text);
    openPage();
    chart.postMessage({ kind: 'request' });
    await vi.waitFor(() => expect(lastReport()?.log).toHaveLength(1));
    expect(lastReport()?.tab).toMatch(/^[0-9a-f]{8}$/);
  },
);
