/** The properties that style sheets give the elements of the drawing. Each is an attribute of SVG, too. */
const PROPERTIES = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'paint-order',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
];

/** Pixels around the drawing. */
const MARGIN = 16;

/** The whole drawing as a standalone SVG image, with the colours and highlights that the page shows. */
export function drawingSvg(svg: SVGSVGElement): string {
  const copy = styledCopy(svg);
  const { width, height } = svg.viewBox.baseVal;
  const box = [-MARGIN, -MARGIN, width + 2 * MARGIN, height + 2 * MARGIN];
  const background = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  const frame = svg.parentElement ?? svg;
  for (const [index, name] of ['x', 'y', 'width', 'height'].entries()) {
    background.setAttribute(name, `${box[index]}`);
    if (index > 1) copy.setAttribute(name, `${box[index]}`);
  }
  background.setAttribute('fill', getComputedStyle(frame).backgroundColor);
  copy.setAttribute('viewBox', box.join(' '));
  copy.prepend(background);
  return `${new XMLSerializer().serializeToString(copy)}\n`;
}

/** A copy of an element and its descendants, with their styles as attributes and without what only a page needs. */
function styledCopy(original: Element): Element {
  const copy = original.cloneNode(false);
  if (!(copy instanceof Element)) return original;
  const style = getComputedStyle(original);
  for (const { name } of [...copy.attributes]) {
    if (/^(?:class|style|role|tabindex|aria-|data-)/.test(name)) copy.removeAttribute(name);
  }
  for (const property of PROPERTIES) {
    const value = style.getPropertyValue(property).replaceAll('"', "'");
    // An arrow takes the colour of its line; a group has no colour of its own.
    if (!copy.getAttribute(property) && original.tagName !== 'g')
      copy.setAttribute(property, value);
  }
  if (original.tagName === 'g') copy.setAttribute('opacity', style.opacity);
  for (const child of original.childNodes) {
    if (child instanceof Element && child.classList.contains('sc-hit')) continue;
    copy.append(child instanceof Element ? styledCopy(child) : child.cloneNode());
  }
  return copy;
}
