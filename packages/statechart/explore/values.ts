/** The value of a record by a name that may also be one of every object, such as `constructor`. */
export function ownValue<Value>(
  record: Readonly<Record<string, Value>>,
  name: string,
): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** Whether a value is an actor: it has an id, and sends and subscribes. */
function isActor(value: unknown): value is { readonly id: string } {
  return typeof value === 'object' && value !== null && 'sessionId' in value && 'send' in value;
}

/** How many values of one text are written: an element of a page leads to the whole page. */
const MAX_VALUES = 5_000;

/**
 * Any value as text: an actor by its id, a map and a set as lists, and an object that contains itself without that part.
 *
 * @param indent in characters; without one, the text is one line
 */
export function valueText(value: unknown, indent?: number): string {
  if (isActor(value)) return `actor ${value.id}`;
  const parents: unknown[] = [];
  let count = 0;
  const replace = function (this: Readonly<Record<string, unknown>>, key: string, each: unknown) {
    const own = this[key];
    while (parents.length > 0 && parents.at(-1) !== this) parents.pop();
    count += 1;
    if (isActor(own)) return `actor ${own.id}`;
    if (typeof each === 'bigint') return `${each}`;
    const written = own instanceof Map || own instanceof Set ? [...own] : each;
    if (count > MAX_VALUES || parents.includes(own)) return '…';
    if (typeof written === 'object' && written !== null) parents.push(own, written);
    return written;
  };
  return JSON.stringify(value, replace, indent) ?? String(value);
}

/** What went wrong, in one line. */
export function errorText(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ');
}
