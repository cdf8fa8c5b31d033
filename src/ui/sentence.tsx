import type { ReactNode } from 'react';

interface SentenceProps {
  /** The sentence, with `{name}` in place of each value. */
  readonly text: string;
  readonly values: Readonly<Record<string, ReactNode>>;
}

/** A sentence with inserted values, each isolated from the text direction of the sentence (R1.13). */
export function Sentence({ text, values }: SentenceProps) {
  return text
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 === 0 ? part : <bdi key={part}>{values[part] ?? ''}</bdi>));
}
