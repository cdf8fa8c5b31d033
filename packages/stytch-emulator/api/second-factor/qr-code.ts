import { renderSVG } from 'uqr';

/** Returns a QR code as a `data:` URL of an SVG, with the quiet zone of four modules that readers need. */
export function qrCodeDataUrl(text: string): string {
  const picture = renderSVG(text, { ecc: 'M', border: 4 });
  return `data:image/svg+xml;base64,${Buffer.from(picture).toString('base64')}`;
}
