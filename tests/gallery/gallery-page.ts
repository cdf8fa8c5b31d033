import { WINDOWS } from '../e2e/screens/tours/screen-tour.types.ts';
import { COLOURS, type GalleryEntry, pictureName } from './gallery.ts';

interface GalleryData {
  readonly entries: readonly GalleryEntry[];
  /** The paths of all states, in the order of the machine. */
  readonly states: readonly string[];
  /** The states that no tour visits, each with the reason. */
  readonly withoutScreen: Readonly<Record<string, string>>;
}

const WITHOUT_STATE = 'Pages without the machine';

const CAPTIONS = { light: 'Light', dark: 'Dark', forced: 'Forced colours' } as const;

const STYLE = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  body { margin: 0 auto; max-width: 120rem; padding: 1rem }
  h2 { border-block-start: 1px solid; margin-block-start: 3rem; padding-block-start: 1rem; overflow-wrap: anywhere }
  form { position: sticky; inset-block-start: 0; background: Canvas; padding-block: 0.5rem }
  html { scroll-padding-block-start: 4rem }
  input { font: inherit; inline-size: min(30rem, 100%); padding: 0.5rem }
  nav ul { columns: 24rem }
  li { break-inside: avoid; overflow-wrap: anywhere }
  .pictures { display: flex; gap: 1rem; overflow-x: auto; padding-block: 0.5rem }
  figure { flex: none; margin: 0 }
  img { display: block; border: 1px solid; block-size: auto }
  .narrow img { inline-size: 18rem }
  .wide img { inline-size: 36rem }
`;

const SCRIPT = `
  const input = document.querySelector('input');
  const status = document.querySelector('[role="status"]');
  const articles = [...document.querySelectorAll('article')];
  const filter = () => {
    const words = input.value.toLowerCase().split(/\\s+/);
    for (const article of articles) {
      article.hidden = !words.every((word) => article.dataset.text.includes(word));
    }
    for (const section of document.querySelectorAll('section')) {
      section.hidden = [...section.querySelectorAll('article')].every(({ hidden }) => hidden);
    }
    const shown = articles.filter(({ hidden }) => !hidden).length;
    status.textContent = shown + ' of ' + articles.length + ' screens';
  };
  input.addEventListener('input', filter);
  document.querySelector('form').addEventListener('submit', (event) => event.preventDefault());
  filter();
`;

/** Returns the states that neither a screen of the gallery shows nor the list of those without one names. */
export function missingStates({ entries, states, withoutScreen }: GalleryData): readonly string[] {
  const shown = new Set(entries.flatMap((entry) => entry.states));
  return states.filter((state) => !shown.has(state) && withoutScreen[state] === undefined);
}

/** Returns the page of the gallery: the pictures of every screen, by the states of the machine. */
export function galleryPage(data: GalleryData): string {
  const { entries, states, withoutScreen } = data;
  const groups = groupByStates(entries, states);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Charter: every screen</title>
<style>${STYLE}</style>
<main>
<h1>Charter: every screen in every state</h1>
<nav aria-label="States">
<ul>
${states.map((state) => stateItem(state, groups, withoutScreen)).join('\n')}
</ul>
</nav>
<form role="search">
<label>Filter by screen, state, tour or title: <input type="search"></label>
<span role="status"></span>
</form>
${groups.map(([name, members]) => group(name, members)).join('\n')}
</main>
<script>${SCRIPT}</script>
</html>
`;
}

type Group = readonly [name: string, members: readonly GalleryEntry[]];

/** Groups the screens by the states in which they show, in the order of the machine. */
function groupByStates(
  entries: readonly GalleryEntry[],
  states: readonly string[],
): readonly Group[] {
  const groups = new Map<string, GalleryEntry[]>();
  const orderOf = (entry: GalleryEntry) =>
    entry.states.length === 0 ? states.length : states.indexOf(entry.states[0] ?? '');
  for (const entry of entries.toSorted((a, b) => orderOf(a) - orderOf(b))) {
    const name = entry.states.join(' and ') || WITHOUT_STATE;
    groups.set(name, [...(groups.get(name) ?? []), entry]);
  }
  return [...groups];
}

function stateItem(
  state: string,
  groups: readonly Group[],
  withoutScreen: GalleryData['withoutScreen'],
): string {
  const screens = groups
    .flatMap(([, members]) => members)
    .filter(({ states }) => states.includes(state))
    .map(({ screen }) => `<a href="#${escapeHtml(screen)}">${escapeHtml(screen)}</a>`);
  const reason = `no screen: ${escapeHtml(withoutScreen[state] ?? 'NOT VISITED')}`;
  return `<li><code>${escapeHtml(state)}</code>: ${screens.join(', ') || reason}</li>`;
}

function group(name: string, members: readonly GalleryEntry[]): string {
  return `<section>
<h2>${escapeHtml(name)}</h2>
${members.map(article).join('\n')}
</section>`;
}

function article({ screen, states, title, tour }: GalleryEntry): string {
  const text = [screen, ...states, title, tour].join(' ').toLowerCase();
  const rows = (['narrow', 'wide'] as const).map((width) => pictures(screen, width));
  return `<article id="${escapeHtml(screen)}" data-text="${escapeHtml(text)}">
<h3>${escapeHtml(screen)}</h3>
<p>Title “${escapeHtml(title)}”, tour “${escapeHtml(tour)}”</p>
${rows.join('\n')}
</article>`;
}

function pictures(screen: string, width: 'narrow' | 'wide'): string {
  const figures = COLOURS.map((colours) => {
    const file = escapeHtml(pictureName({ screen, colours, width }));
    const caption = `${CAPTIONS[colours]}, ${WINDOWS[width].width} px`;
    return `<figure><figcaption>${caption}</figcaption><a href="${file}"><img src="${file}" alt="${escapeHtml(screen)}, ${caption}" loading="lazy"></a></figure>`;
  });
  return `<div class="pictures ${width}">${figures.join('')}</div>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
