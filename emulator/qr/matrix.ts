import { encodeBytes } from './codewords.ts';

/** Rows of modules: true is dark. */
export type Matrix = boolean[][];

const ALIGNMENT: Readonly<Record<number, readonly number[]>> = {
  2: [6, 18],
  3: [6, 22],
  4: [6, 26],
  5: [6, 30],
  6: [6, 34],
  7: [6, 22, 38],
  8: [6, 24, 42],
  9: [6, 26, 46],
  10: [6, 28, 50],
};

/** A drawing surface that remembers which modules belong to the frame and not to the data. */
class Canvas {
  readonly size: number;
  readonly dark: Matrix;
  readonly reserved: Matrix;

  constructor(version: number) {
    this.size = 17 + 4 * version;
    const blank = () =>
      Array.from({ length: this.size }, () => new Array<boolean>(this.size).fill(false));
    this.dark = blank();
    this.reserved = blank();
  }

  set(row: number, column: number, dark: boolean): void {
    const darkRow = this.dark[row];
    const reservedRow = this.reserved[row];
    if (darkRow === undefined || reservedRow === undefined) return;
    if (column < 0 || column >= this.size) return;
    darkRow[column] = dark;
    reservedRow[column] = true;
  }

  isFree(row: number, column: number): boolean {
    return this.reserved[row]?.[column] === false;
  }
}

function drawFinder(canvas: Canvas, top: number, left: number): void {
  for (let row = -1; row <= 7; row += 1) {
    for (let column = -1; column <= 7; column += 1) {
      const ring = Math.max(Math.abs(row - 3), Math.abs(column - 3));
      canvas.set(top + row, left + column, ring <= 3 && ring !== 2);
    }
  }
}

function drawAlignment(canvas: Canvas, version: number): void {
  const centres = ALIGNMENT[version] ?? [];
  for (const row of centres) {
    for (const column of centres) {
      const overlapsFinder =
        (row === 6 && (column === 6 || column > canvas.size - 9)) ||
        (column === 6 && row > canvas.size - 9);
      if (overlapsFinder) continue;
      for (let y = -2; y <= 2; y += 1) {
        for (let x = -2; x <= 2; x += 1) {
          canvas.set(row + y, column + x, Math.max(Math.abs(x), Math.abs(y)) !== 1);
        }
      }
    }
  }
}

function remainderOf(value: number, bits: number, divisor: number): number {
  const degree = Math.floor(Math.log2(divisor));
  let remainder = value << degree;
  for (let bit = bits + degree - 1; bit >= degree; bit -= 1) {
    if ((remainder >> bit) & 1) remainder ^= divisor << (bit - degree);
  }
  return (value << degree) | remainder;
}

/** Format information: level M (00), mask 0, as two copies around the finders. */
function drawFormat(canvas: Canvas, mask: number): void {
  const { size } = canvas;
  const bits = remainderOf(mask, 5, 0b10100110111) ^ 0b101010000010010;
  for (let index = 0; index < 15; index += 1) {
    const dark = ((bits >> index) & 1) === 1;
    const first = index < 6 ? index : index < 8 ? index + 1 : size - 15 + index;
    const second = index < 8 ? size - 1 - index : index === 8 ? 7 : 14 - index;
    canvas.set(first, 8, dark);
    canvas.set(8, second, dark);
  }
  canvas.set(size - 8, 8, true);
}

function drawVersion(canvas: Canvas, version: number): void {
  if (version < 7) return;
  const bits = remainderOf(version, 6, 0b1111100100101);
  for (let index = 0; index < 18; index += 1) {
    const dark = ((bits >> index) & 1) === 1;
    const near = Math.floor(index / 3);
    const far = canvas.size - 11 + (index % 3);
    canvas.set(near, far, dark);
    canvas.set(far, near, dark);
  }
}

function drawFrame(canvas: Canvas, version: number): void {
  for (let index = 8; index < canvas.size - 8; index += 1) {
    canvas.set(6, index, index % 2 === 0);
    canvas.set(index, 6, index % 2 === 0);
  }
  drawFinder(canvas, 0, 0);
  drawFinder(canvas, 0, canvas.size - 7);
  drawFinder(canvas, canvas.size - 7, 0);
  drawAlignment(canvas, version);
  drawFormat(canvas, 0);
  drawVersion(canvas, version);
}

/** The data modules in drawing order: column pairs from the right, up and down in turn. */
function* dataModules(canvas: Canvas): Generator<[row: number, column: number]> {
  let upward = true;
  for (let right = canvas.size - 1; right > 0; right -= 2) {
    if (right === 6) right -= 1;
    for (let step = 0; step < canvas.size; step += 1) {
      const row = upward ? canvas.size - 1 - step : step;
      if (canvas.isFree(row, right)) yield [row, right];
      if (canvas.isFree(row, right - 1)) yield [row, right - 1];
    }
    upward = !upward;
  }
}

/** Draws a text as a QR code, level M with mask 0 (readers take any mask). */
export function qrMatrix(text: string): Matrix {
  const { version, codewords } = encodeBytes(new TextEncoder().encode(text));
  const canvas = new Canvas(version);
  drawFrame(canvas, version);
  let index = 0;
  for (const [row, column] of [...dataModules(canvas)]) {
    const bit = ((codewords[index >> 3] ?? 0) >> (7 - (index & 7))) & 1;
    const masked = (bit ^ ((row + column) % 2 === 0 ? 1 : 0)) === 1;
    canvas.set(row, column, masked);
    index += 1;
  }
  return canvas.dark;
}
