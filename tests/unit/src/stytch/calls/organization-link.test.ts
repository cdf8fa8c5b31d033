// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { runActor, setUpHarness } from '../support/harness.ts';

const harness = setUpHarness();
const NEW = 'new@acme.example';

/** Redeems the newest link to the invited person in the browser as it is. */
async function redeem() {
  const callbackParams = await harness.openNewestLink(NEW);
  const { actors } = await harness.load({ callbackParams, path: '/authenticate' });
  return runActor(actors.redeem, { callback: 'organization_link' });
}

it('signs an invited person in to the organization [R9.8]', async () => {
  await harness.invite(NEW);
  expect(await redeem()).toMatchObject({
    kind: 'authenticated',
    session: { emailAddress: NEW, organization: { slug: 'acme' } },
  });
});

it('says that the link was used [R9.8]', async () => {
  await harness.invite(NEW);
  await redeem();
  expect(await redeem()).toMatchObject({
    code: 'organizationLinkUsed',
  });
});

it('says that the invitation was withdrawn [R9.8]', async () => {
  await harness.invite(NEW);
  const { loadDirectory } = await harness.signIn('ada@acme.example', 'acme');
  const { members } = await loadDirectory(harness.memberId('acme', 'ada@acme.example'));
  await members.remove(harness.memberId('acme', NEW));
  expect(await redeem()).toMatchObject({ code: 'invitationWithdrawn' });
});
