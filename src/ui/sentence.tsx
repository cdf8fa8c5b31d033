interface SentenceProps {
  /** A sentence with `{name}` where a value goes. */
  readonly text: string;
  readonly values: Readonly<Record<string, string>>;
}

/**
 * A sentence with other people's words in it. Each is isolated, so that a name written from right to left
 * does not pull the rest of the sentence along.
 */
export function Sentence({ text, values }: SentenceProps) {
  return text
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 === 0 ? part : <bdi key={part}>{values[part] ?? ''}</bdi>));
}
