import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** What a response that is not a success says (RFC 9457). The page chooses its sentence by `status`. */
interface ProblemDetails {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  /** The id of the request, which the log has, too. */
  readonly requestId: string;
}

/** Ends a request with problem details. */
export class Problem extends Error {
  readonly status: ContentfulStatusCode;
  /** Names the problem: the last part of its `type`. */
  readonly code: string;
  /** Further members of the problem details. */
  readonly extension: Readonly<Record<string, unknown>>;

  constructor(
    status: ContentfulStatusCode,
    code: string,
    title: string,
    extension: Readonly<Record<string, unknown>> = {},
  ) {
    super(title);
    this.status = status;
    this.code = code;
    this.extension = extension;
  }
}

export function problemResponse(problem: Problem, requestId: string): Response {
  const { status, code, message: title, extension } = problem;
  const details: ProblemDetails = {
    ...extension,
    type: `urn:charter:problem:${code}`,
    title,
    status,
    requestId,
  };
  const headers = { 'content-type': 'application/problem+json' };
  return new Response(JSON.stringify(details), { status, headers });
}
