import * as v from 'valibot';

const envSchema = v.object({
  publicToken: v.pipe(v.string(), v.startsWith('public-token-')),
  emulated: v.boolean(),
  policyResource: v.string(),
  termsUrl: v.pipe(v.string(), v.regex(/^(?:https:\/\/|\/)/)),
});

/** The settings of a build. */
export type Env = v.InferOutput<typeof envSchema>;

/**
 * Reads and validates the settings that the build was made with.
 *
 * @throws an error that names each missing or invalid setting
 */
export function readEnv(): Env {
  const result = v.safeParse(envSchema, {
    publicToken: import.meta.env.VITE_STYTCH_PUBLIC_TOKEN,
    emulated: import.meta.env.VITE_EMULATOR,
    policyResource: import.meta.env.VITE_POLICY_RESOURCE || 'policy',
    termsUrl: import.meta.env.VITE_TERMS_URL ?? '/terms.html',
  });
  if (result.success) return result.output;
  const invalid = result.issues.map((issue) => v.getDotPath(issue)).join(', ');
  throw new Error(`This build is not configured: ${invalid}.`);
}
