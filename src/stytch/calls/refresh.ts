import { REFRESH_PATH } from '#machines/rules/provider-api.ts';
import { sessionResponseSchema } from '../responses/schemas.ts';
import { type ActorCall, callEndpoint, type Endpoint } from './call.ts';

export const refreshEndpoint = {
  path: REFRESH_PATH,
  response: sessionResponseSchema,
  needsSession: true,
} satisfies Endpoint;

/** Refreshes the session, or adopts the refresh of another tab (R11.3, R11.8). */
export const refresh: ActorCall<'refresh'> = (deps, input, signal) =>
  callEndpoint(deps, refreshEndpoint, signal, () => deps.refresh.attempt(input, signal));

/** Finds out whose session cookie this is, when the browser has no stored session. */
export const resume: ActorCall<'resume'> = (deps, _, signal) =>
  callEndpoint(deps, refreshEndpoint, signal, () => deps.refresh.resume(signal));
