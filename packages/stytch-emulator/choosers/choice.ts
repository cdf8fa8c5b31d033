import * as v from 'valibot';
import { refusal } from '../api/http/provider-error.ts';
import { checkEmail } from '../api/validation/request-fields.ts';
import { localPart } from '../store/email-address.ts';

const choiceSchema = v.variant('choice', [
  v.object({ choice: v.literal('person'), email: v.string() }),
  v.object({
    choice: v.literal('another'),
    email: v.string(),
    name: v.optional(v.string(), ''),
  }),
  v.object({ choice: v.literal('cancel') }),
]);

/**
 * Reads the form of a chooser page. Returns null if the person cancelled. `name` is null for one whom the page listed.
 */
export async function readChoice(request: Request) {
  const form = Object.fromEntries(await request.formData().catch(() => new FormData()));
  const parsed = v.safeParse(choiceSchema, form);
  if (!parsed.success) throw refusal('oauth_flow_callback_error');
  const choice = parsed.output;
  if (choice.choice === 'cancel') return null;
  const email = checkEmail(choice.email);
  if (choice.choice === 'person') return { email, name: null };
  return { email, name: choice.name.trim() || localPart(email) };
}

/** Sends the browser back to the app, without a trace in the referrer or a cache. */
export function redirectTo(url: URL): Response {
  return new Response(null, {
    status: 303,
    headers: {
      location: url.href,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    },
  });
}
