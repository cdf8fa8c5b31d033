import { renderSVG } from 'uqr';

/** The picture of a QR code, as a `data:` URL; with the quiet zone of four modules a reader needs. */
export function qrCodeDataUrl(text: string): string {
  const picture = renderSVG(text, { ecc: 'M', border: 4 });
  return `data:image/svg+xml;base64,${Buffer.from(picture).toString('base64')}`;
}
