/** Arithmetic in GF(256) with the polynomial 0x11d, as QR codes use it. */
const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
{
  let value = 1;
  for (let power = 0; power < 255; power += 1) {
    EXP[power] = value;
    EXP[power + 255] = value;
    LOG[value] = power;
    value = (value << 1) ^ (value & 0x80 ? 0x11d : 0);
  }
}

function multiply(a: number, b: number): number {
  if (a === 0 || b === 0) return 0;
  return EXP[(LOG[a] ?? 0) + (LOG[b] ?? 0)] ?? 0;
}

function generator(degree: number): number[] {
  let polynomial = [1];
  for (let power = 0; power < degree; power += 1) {
    const root = EXP[power] ?? 0;
    const next = [...polynomial, 0];
    polynomial.forEach((coefficient, index) => {
      next[index + 1] = (next[index + 1] ?? 0) ^ multiply(coefficient, root);
    });
    polynomial = next;
  }
  return polynomial;
}

/** The `count` error correction codewords of a block of data codewords. */
export function errorCorrection(data: readonly number[], count: number): number[] {
  const divisor = generator(count);
  const remainder = [...data, ...new Array<number>(count).fill(0)];
  for (let index = 0; index < data.length; index += 1) {
    const factor = remainder[index] ?? 0;
    divisor.forEach((coefficient, offset) => {
      remainder[index + offset] = (remainder[index + offset] ?? 0) ^ multiply(coefficient, factor);
    });
  }
  return remainder.slice(data.length);
}
