/**
 * The console's one script: buttons that call the control API, copying, and a live page. The page
 * itself is rendered by the server; this only swaps the regions that changed.
 */
const notice = document.querySelector('[role="status"]');

/** @param {string} text */
function say(text) {
  if (notice === null) return;
  notice.textContent = text;
  setTimeout(() => {
    if (notice.textContent === text) notice.textContent = '';
  }, 4000);
}

/** @param {Document | Element} root */
function openDetails(root) {
  return [...root.querySelectorAll('details[open][data-key]')].map((one) => one.dataset.key);
}

async function refresh() {
  const response = await fetch(location.href, { headers: { accept: 'text/html' } });
  if (!response.ok) return;
  const next = new DOMParser().parseFromString(await response.text(), 'text/html');
  for (const region of document.querySelectorAll('[data-region]')) {
    const fresh = next.querySelector(`[data-region="${region.dataset.region}"]`);
    if (fresh === null || region.contains(document.activeElement?.closest('form') ?? null))
      continue;
    const open = openDetails(region);
    const known = new Set([...region.querySelectorAll('[data-id]')].map((one) => one.dataset.id));
    region.replaceChildren(...fresh.childNodes);
    for (const item of region.querySelectorAll('[data-id]')) {
      if (!known.has(item.dataset.id)) item.classList.add('fresh');
    }
    for (const key of open) {
      const again = region.querySelector(`details[data-key="${CSS.escape(key)}"]`);
      if (again !== null) again.open = true;
    }
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 */
async function control(method, path, body) {
  const response = await fetch(path, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) {
    say(answer.error ?? `Refused with ${response.status}.`);
    return null;
  }
  return answer;
}

/** @param {string} text */
async function copy(text) {
  await navigator.clipboard.writeText(text);
  say('Copied.');
}

/** @param {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} field */
function fieldValue(field) {
  if (field.type === 'checkbox') return field.checked;
  if (field.dataset.kind === 'lines')
    return field.value
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
  if (field.dataset.kind === 'nullable' && field.value === '') return null;
  if (field.type === 'number') return field.value === '' ? undefined : Number(field.value);
  return field.value === '' ? undefined : field.value;
}

/** Builds JSON from a form; a dotted name such as `match.path` makes an inner object. */
function jsonOf(form) {
  const result = {};
  for (const field of form.elements) {
    if (field.name === '') continue;
    const value = fieldValue(field);
    if (value === undefined) continue;
    const steps = field.name.split('.');
    const last = steps.pop();
    let inner = result;
    for (const step of steps) {
      inner[step] ??= {};
      inner = inner[step];
    }
    inner[last] = value;
  }
  return result;
}

document.addEventListener('click', async (event) => {
  const button = event.target.closest('button[data-call], button[data-copy]');
  if (button === null) return;
  if (button.dataset.copy !== undefined) return copy(button.dataset.copy);
  const [method, path] = button.dataset.call.split(' ');
  const body = button.dataset.body === undefined ? undefined : JSON.parse(button.dataset.body);
  if ((await control(method, path, body)) === null) return;
  say(button.dataset.done ?? 'Done.');
  await refresh();
});

document.addEventListener('submit', async (event) => {
  const form = event.target.closest('form[data-call]');
  if (form === null) return;
  event.preventDefault();
  const [method, path] = form.dataset.call.split(' ');
  const answer = await control(method, path, jsonOf(form));
  if (answer === null) return;
  say(form.dataset.done ?? 'Saved.');
  const output = form.querySelector('output');
  if (output !== null && typeof answer.url === 'string') {
    const link = Object.assign(document.createElement('a'), {
      href: answer.url,
      textContent: answer.url,
    });
    output.replaceChildren(link);
  }
  await refresh();
});

document.addEventListener('change', async (event) => {
  const picker = event.target.closest('input[type="file"][data-import]');
  const [file] = picker?.files ?? [];
  if (file === undefined) return;
  let state;
  try {
    state = JSON.parse(await file.text());
  } catch {
    say('This file is not JSON. Nothing was changed.');
    return;
  }
  if ((await control('PUT', '/_emulator/state', state)) !== null) say('Imported.');
  picker.value = '';
  await refresh();
});

const live = document.querySelector('[data-live]')?.dataset.live.split(' ') ?? [];
let pending;
const events = new EventSource('/_emulator/events');
for (const kind of live) {
  events.addEventListener(kind, () => {
    clearTimeout(pending);
    pending = setTimeout(refresh, 120);
  });
}
