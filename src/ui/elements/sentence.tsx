/** A value in a sentence: isolated from its direction (R1.13), and left alone by a translation (R1.27). */
export const isolated = (value: string) => `\u2068${value}\u2069`;

interface SentenceProps {
  /** The sentence. A value in it stands between the isolates U+2068 and U+2069, or `{name}` takes its place. */
  readonly text: string;
  readonly values?: Readonly<Record<string, string | undefined>>;
}

/**
 * A sentence with inserted values, each isolated from the text direction of the sentence (R1.13) and left alone by a
 * translation. Each part is an element, so that a translated sentence can be replaced (R1.27).
 */
export function Sentence({ text, values = {} }: SentenceProps) {
  return text
    .replace(/\u2068[^\u2069]*\u2069|\{(\w+)\}/g, (match, name?: string) =>
      // A value may contain braces, too.
      name === undefined ? match : isolated(values[name] ?? ''),
    )
    .split(/\u2068([^\u2069]*)\u2069/)
    .map((part, index) => {
      const key = `${index} ${part}`;
      if (index % 2 === 0) {
        return part === '' ? null : (
          <span key={key} suppressHydrationWarning>
            {part}
          </span>
        );
      }
      return (
        <bdi key={key} translate="no">
          {part}
        </bdi>
      );
    });
}
