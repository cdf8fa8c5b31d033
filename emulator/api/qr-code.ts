import { fits } from '../qr/codewords.ts';
import { qrMatrix } from '../qr/matrix.ts';
import { matrixPng } from '../qr/png.ts';

/** A PNG data URL of a QR code; the first of `texts` that fits is drawn. */
export function qrCodeDataUrl(...texts: [string, ...string[]]): string {
  const text = texts.find((candidate) => fits(Buffer.byteLength(candidate))) ?? '';
  return `data:image/png;base64,${matrixPng(qrMatrix(text)).toString('base64')}`;
}
