import * as v from 'valibot';
import { describeIssue } from '../store/store.ts';

/** An invalid control call. The control API responds with `{ error }`. */
export class ControlError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'ControlError';
    this.status = status;
  }
}

/** Parses the JSON body of a control call. Throws a ControlError if it does not match the schema. */
export async function parseControlRequest<Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  let body: unknown;
  try {
    body = await request.json();
  } catch {
    throw new ControlError(400, 'The body is not JSON.');
  }
  const parsed = v.safeParse(schema, body);
  if (parsed.success) return parsed.output;
  throw new ControlError(400, describeIssue(parsed.issues[0]));
}
