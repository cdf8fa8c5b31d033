// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { endpoints } from '#src/stytch/responses/endpoints.ts';
import { runActor, setUpHarness } from '../support/harness.ts';
import { loadSignedIn } from '../support/load-signed-in.ts';

const harness = setUpHarness();

const leavePage = () => window.dispatchEvent(new Event('pagehide'));

/** The inputs of an exchange for Acme, by the person of the last discovery. */
const inputs = async () => ({
  organizationId: harness.organizationId('acme'),
  ...(await harness.ownIntermediate()),
});

describe('a call of a tab without a member [R5.14]', () => {
  it('ends when its page is left while it waits for its response', async () => {
    const { actors } = await harness.discover('ada@acme.example');
    await harness.fault(endpoints.exchange.path, { kind: 'hang' });
    const result = runActor(actors.exchange, await inputs());
    await harness.arrived(endpoints.exchange.path, 0);
    leavePage();
    expect(await result).toMatchObject({ kind: 'failed' });
  });

  it('can be made again afterwards', async () => {
    const { actors } = await harness.discover('ada@acme.example');
    leavePage();
    expect(await runActor(actors.exchange, await inputs())).toMatchObject({
      kind: 'authenticated',
    });
  });
});

it('keeps the call of a member when the page is left [R5.14]', async () => {
  const { actors } = await loadSignedIn(harness);
  const switching = runActor(actors.switchOrganization, {
    organizationId: harness.organizationId('harbor'),
  });
  leavePage();
  expect(await switching).toMatchObject({ kind: 'authenticated' });
});
