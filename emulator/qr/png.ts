import { deflateSync } from 'node:zlib';
import type { Matrix } from './matrix.ts';

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  return value;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** Draws modules as a black and white PNG with the quiet zone of four modules a reader needs. */
export function matrixPng(matrix: Matrix, pixelsPerModule = 6): Buffer {
  const quiet = 4;
  const modules = matrix.length + 2 * quiet;
  const size = modules * pixelsPerModule;
  const isDark = (pixelRow: number, pixelColumn: number) => {
    const row = Math.floor(pixelRow / pixelsPerModule) - quiet;
    const column = Math.floor(pixelColumn / pixelsPerModule) - quiet;
    return matrix[row]?.[column] === true;
  };
  const rows = Array.from({ length: size }, (_, row) => {
    const line = Buffer.alloc(1 + size, 0xff);
    line[0] = 0;
    for (let column = 0; column < size; column += 1) if (isDark(row, column)) line[column + 1] = 0;
    return line;
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header[8] = 8;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
