/** Pixels around the drawing. */
const MARGIN = 16;

/**
 * A drawing as an image of its own, in the colours that its viewer prefers, light or dark.
 *
 * @param markup of `Drawing`
 * @param css `drawing.css`; its variables are replaced by their values, because many programs know none
 */
export function svgImage(
  markup: string,
  { width, height }: { readonly width: number; readonly height: number },
  css: string,
): string {
  const [light = '', dark = ''] = css.split(/@media \(prefers-color-scheme: ?dark\)/);
  const lightValues = variablesIn(light);
  const darkValues = new Map([...lightValues, ...variablesIn(dark)]);
  const box = [-MARGIN, -MARGIN, width + 2 * MARGIN, height + 2 * MARGIN];
  const [x, y, boxWidth, boxHeight] = box;
  return `<svg xmlns="http://www.w3.org/2000/svg" class="sc-frame" width="${boxWidth}" height="${boxHeight}" viewBox="${box.join(' ')}">
<style>${withValues(css, lightValues)}
@media (prefers-color-scheme: dark) {${withValues(css, darkValues)}}</style>
<rect class="sc-paper" x="${x}" y="${y}" width="${boxWidth}" height="${boxHeight}"/>
${markup}
</svg>
`;
}

function variablesIn(css: string): ReadonlyMap<string, string> {
  const found = css.matchAll(/(--sc-[\w-]+):\s*([^;}]+)/g);
  return new Map([...found].map(([, name = '', value = '']) => [name, value]));
}

function withValues(css: string, values: ReadonlyMap<string, string>): string {
  const [, rules = ''] = css.split(/(?<=\.sc-paper)/);
  const text = rules.replaceAll(/var\((--sc-[\w-]+)\)/g, (_, name) => values.get(name) ?? '');
  return `.sc-paper${text}`;
}
