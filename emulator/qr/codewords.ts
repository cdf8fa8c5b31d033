import { errorCorrection } from './reed-solomon.ts';

interface Level {
  version: number;
  /** Error correction codewords in each block. */
  correction: number;
  /** Data codewords of each block. */
  blocks: readonly number[];
}

const repeat = (times: number, size: number) => new Array<number>(times).fill(size);

/** Error correction level M of versions 1 to 10 (ISO/IEC 18004, table 9). */
const LEVELS: readonly Level[] = [
  { version: 1, correction: 10, blocks: [16] },
  { version: 2, correction: 16, blocks: [28] },
  { version: 3, correction: 26, blocks: [44] },
  { version: 4, correction: 18, blocks: repeat(2, 32) },
  { version: 5, correction: 24, blocks: repeat(2, 43) },
  { version: 6, correction: 16, blocks: repeat(4, 27) },
  { version: 7, correction: 18, blocks: repeat(4, 31) },
  { version: 8, correction: 22, blocks: [...repeat(2, 38), ...repeat(2, 39)] },
  { version: 9, correction: 22, blocks: [...repeat(3, 36), ...repeat(2, 37)] },
  { version: 10, correction: 26, blocks: [...repeat(4, 43), 44] },
];

function capacity({ blocks }: Level): number {
  return blocks.reduce((sum, size) => sum + size, 0);
}

function lengthBits({ version }: Level): number {
  return version < 10 ? 8 : 16;
}

function levelFor(bytes: number): Level | undefined {
  return LEVELS.find((level) => 4 + lengthBits(level) + 8 * bytes <= 8 * capacity(level));
}

/** Whether a text of this many bytes fits into the largest version. */
export function fits(bytes: number): boolean {
  return levelFor(bytes) !== undefined;
}

function dataCodewords(bytes: Uint8Array, level: Level): number[] {
  const total = capacity(level);
  const bits = [
    '0100',
    bytes.length.toString(2).padStart(lengthBits(level), '0'),
    ...Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')),
  ].join('');
  const ended = bits.padEnd(Math.min(bits.length + 4, 8 * total), '0');
  const aligned = ended.padEnd(Math.ceil(ended.length / 8) * 8, '0');
  const words = (aligned.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  for (let pad = 0; words.length < total; pad += 1) words.push(pad % 2 === 0 ? 0xec : 0x11);
  return words;
}

function interleave(blocks: readonly (readonly number[])[]): number[] {
  const longest = Math.max(...blocks.map((block) => block.length));
  return Array.from({ length: longest }, (_, index) =>
    blocks.flatMap((block) => block.slice(index, index + 1)),
  ).flat();
}

/** Encodes bytes in byte mode, level M: the version and all codewords in drawing order. */
export function encodeBytes(bytes: Uint8Array): { version: number; codewords: number[] } {
  const level = levelFor(bytes.length);
  if (level === undefined) throw new RangeError('The text is too long for a QR code.');
  const words = dataCodewords(bytes, level);
  let start = 0;
  const blocks = level.blocks.map((size) => {
    start += size;
    return words.slice(start - size, start);
  });
  const corrections = blocks.map((block) => errorCorrection(block, level.correction));
  return {
    version: level.version,
    codewords: [...interleave(blocks), ...interleave(corrections)],
  };
}
