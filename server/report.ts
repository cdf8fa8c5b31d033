/** Receives what has stopped working, and why; with `null`, that it works again. */
export type Report = (what: string, error: unknown) => void;

/** Classes of SQLSTATE whose messages can name values of a statement. */
const NAMES_VALUES = /^2[23]/;

/** Logs one line when something stops working, and one when it works again. */
export function createReport(log: (line: string) => void): Report {
  const failing = new Set<string>();
  return (what, error) => {
    const isFailing = error !== null;
    if (failing.has(what) === isFailing) return;
    if (isFailing) failing.add(what);
    else failing.delete(what);
    const time = new Date().toISOString();
    log(
      JSON.stringify(
        isFailing ? { time, failing: what, error: explain(error) } : { time, works: what },
      ),
    );
  };
}

/** Says what has failed on one line, with its code, without the values of a statement. */
export function explain(error: unknown): string {
  const cause = causeOf(error);
  if (!(cause instanceof Error)) return String(cause);
  const code = codeOf(error);
  const message = NAMES_VALUES.test(code) ? '' : cause.message.replaceAll('\n', ' ');
  return [cause.name, code, message].filter((part) => part !== '').join(': ');
}

/** Returns the code of the error or of what has caused it: an SQLSTATE, or one of Node's; blank without one. */
export function codeOf(error: unknown): string {
  const cause = causeOf(error);
  return cause instanceof Error ? String(Reflect.get(cause, 'code') ?? '') : '';
}

/** Drizzle and the service wrap the first cause; Node wraps the failures of several addresses. */
function causeOf(error: unknown): unknown {
  if (error instanceof AggregateError) return causeOf(error.errors[0]);
  return error instanceof Error && error.cause instanceof Error ? causeOf(error.cause) : error;
}
