import { SESSION_DURATION_MINUTES } from '#machines/rules/limits.ts';
import { slugToSend } from '#machines/rules/organization.ts';
import { readOutcome } from '../responses/responses.ts';
import { outcomeResponseSchema } from '../responses/schemas.ts';
import type { ActorCall, Endpoint } from './call.ts';
import { callWithIntermediate } from './read-organizations.ts';

export const createEndpoint = {
  path: '/b2b/discovery/organizations/create',
  response: outcomeResponseSchema,
  intermediateEnded: 'intermediateExpired',
  errors: [
    {
      types: ['organization_slug_already_used'],
      reason: 'input',
      code: 'organizationNameTaken',
    },
    {
      types: ['invalid_organization_slug'],
      reason: 'input',
      code: 'organizationNameUnusable',
    },
  ],
} satisfies Endpoint;

/** Creates a typed organization, with a session of 1440 minutes (R7.2, R7.11, R14.5). */
export const create: ActorCall<'create'> = async (
  deps,
  { organization, intermediateDigest },
  signal,
) => {
  const settings = await deps.settings;
  const slug = slugToSend(organization, settings?.project.slugPattern ?? null);
  return callWithIntermediate(deps, createEndpoint, intermediateDigest, signal, async () => {
    const response = await deps.client.discovery.organizations.create({
      organization_name: organization.name,
      ...(typeof slug === 'string' ? { organization_slug: slug } : {}),
      session_duration_minutes: SESSION_DURATION_MINUTES,
    });
    return readOutcome(response, deps.now());
  });
};
