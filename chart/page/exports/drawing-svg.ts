/** The properties that style sheets give the elements of the drawing. Each is an attribute of SVG, too. */
const PROPERTIES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-opacity',
  'stroke-width',
  'stroke-dasharray',
  'opacity',
  'marker-end',
] as const;

const TEXT_PROPERTIES = ['font-family', 'font-size', 'font-weight'] as const;

/** Browsers draw no larger side; in pixels. */
const MAX_PNG_SIDE = 8_000;

/** Pixels around the drawing. */
const MARGIN = 16;

/**
 * The whole drawing as a standalone SVG image, with the colours and highlights that the page shows.
 *
 * @param drawing the group that holds the drawing
 */
export function drawingSvg(drawing: SVGGElement): string {
  const svg = drawing.ownerSVGElement;
  if (svg === null) return '';
  const { x, y, width, height } = drawing.getBBox();
  const image = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const box = [x - MARGIN, y - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN].map(Math.round);
  const [left = 0, top = 0, fullWidth = 0, fullHeight = 0] = box;
  setAttributes(image, { viewBox: box.join(' '), width: fullWidth, height: fullHeight });
  const background = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  const frame = svg.parentElement ?? svg;
  const colour = plainColour(getComputedStyle(frame).backgroundColor);
  setAttributes(background, { x: left, y: top, width: fullWidth, height: fullHeight });
  background.setAttribute('fill', colour.value);
  image.append(background);
  for (const child of svg.children) image.append(styledCopy(child));
  image.querySelector('[data-drawing]')?.removeAttribute('transform');
  for (const element of image.querySelectorAll('[data-drawing], [data-state], [data-of]')) {
    for (const { name } of [...element.attributes]) {
      if (name.startsWith('data-')) element.removeAttribute(name);
    }
  }
  return `${new XMLSerializer().serializeToString(image)}\n`;
}

/**
 * An SVG image as a PNG, with two pixels for each pixel of the drawing where browsers can draw that many.
 *
 * @throws when the browser cannot
 */
export async function svgAsPng(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const { naturalWidth: width, naturalHeight: height } = image;
  const scale = Math.min(2, MAX_PNG_SIDE / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  if (blob === null) throw new Error('The browser cannot draw an image of this size.');
  return blob;
}

/** A copy of an element and its descendants, with their styles as attributes. */
function styledCopy(original: Element): Element {
  const copy = original.cloneNode(false);
  if (!(copy instanceof Element)) return original;
  const style = getComputedStyle(original);
  copy.removeAttribute('class');
  copy.removeAttribute('style');
  const hasText = original.tagName === 'text';
  if (original.tagName !== 'g' && original.tagName !== 'defs') {
    for (const property of PROPERTIES) {
      const value = style.getPropertyValue(property);
      if (value !== '' && value !== 'none') setStyle(copy, property, value);
      else if (property === 'fill') copy.setAttribute('fill', 'none');
    }
    if (hasText) {
      for (const property of TEXT_PROPERTIES) {
        copy.setAttribute(property, style.getPropertyValue(property));
      }
    }
  } else if (style.opacity !== '1') copy.setAttribute('opacity', style.opacity);
  for (const child of original.childNodes) {
    copy.append(child instanceof Element ? styledCopy(child) : child.cloneNode());
  }
  return copy;
}

/** Editors do not know the newer functions of colours, nor opacity within a colour. */
function setStyle(element: Element, property: string, value: string): void {
  if (property !== 'fill' && property !== 'stroke') {
    if (!isDefault(property, value) && !element.hasAttribute(property)) {
      element.setAttribute(property, value.replaceAll('"', ''));
    }
    return;
  }
  const { value: colour, opacity } = plainColour(value);
  element.setAttribute(property, colour);
  if (opacity < 1) element.setAttribute(`${property}-opacity`, String(opacity));
}

function isDefault(property: string, value: string): boolean {
  return value === '1' || (property === 'stroke-width' && value === '1px');
}

/** A computed colour as `rgb()` with its opacity apart: `color(srgb 0 0.5 1 / 0.3)` and `rgba(0, 128, 255, 0.3)`. */
function plainColour(value: string): { readonly value: string; readonly opacity: number } {
  const numbers = (value.match(/[\d.]+(?:e-?\d+)?/g) ?? []).map(Number);
  const [red = 0, green = 0, blue = 0, opacity = 1] = numbers;
  const scale = value.startsWith('color(') ? 255 : 1;
  const channels = [red, green, blue].map((each) => Math.round(each * scale));
  return { value: `rgb(${channels.join(',')})`, opacity };
}

function setAttributes(
  element: Element,
  attributes: Readonly<Record<string, string | number>>,
): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}
