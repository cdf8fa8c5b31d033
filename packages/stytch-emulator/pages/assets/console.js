/**
 * The console's script: buttons that call the control API, copying, and live updates. The server
 * renders the page; the script replaces the regions that changed.
 */
const statusLine = document.querySelector('[role="status"]');

/** @param {string} text */
function showStatus(text) {
  if (statusLine === null) return;
  statusLine.textContent = text;
  setTimeout(() => {
    if (statusLine.textContent === text) statusLine.textContent = '';
  }, 4000);
}

/** @param {Document | Element} root */
function openDetailKeys(root) {
  return [...root.querySelectorAll('details[open][data-key]')].map(
    (details) => details.dataset.key,
  );
}

async function refresh() {
  const response = await fetch(location.href, { headers: { accept: 'text/html' } });
  if (!response.ok) return;
  const next = new DOMParser().parseFromString(await response.text(), 'text/html');
  for (const region of document.querySelectorAll('[data-region]')) {
    const fresh = next.querySelector(`[data-region="${region.dataset.region}"]`);
    if (fresh === null || region.contains(document.activeElement?.closest('form') ?? null))
      continue;
    if (region.innerHTML === fresh.innerHTML) continue;
    const openKeys = openDetailKeys(region);
    const previousIds = new Set(
      [...region.querySelectorAll('[data-id]')].map((item) => item.dataset.id),
    );
    region.replaceChildren(...fresh.childNodes);
    for (const item of region.querySelectorAll('[data-id]')) {
      if (!previousIds.has(item.dataset.id)) item.classList.add('fresh');
    }
    for (const key of openKeys) {
      const details = region.querySelector(`details[data-key="${CSS.escape(key)}"]`);
      if (details !== null) details.open = true;
    }
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 */
async function callControlApi(method, path, body) {
  const response = await fetch(path, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const result = await response.json().catch(() => ({}));
  if (!response.ok) {
    showStatus(result.error ?? `Failed with status ${response.status}.`);
    return null;
  }
  return result;
}

/** @param {string} text */
async function copy(text) {
  await navigator.clipboard.writeText(text);
  showStatus('Copied.');
}

/** @param {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} field */
function fieldValue(field) {
  if (field.type === 'checkbox') return field.checked;
  if (field.dataset.kind === 'json') {
    try {
      return JSON.parse(field.value);
    } catch {
      return field.value; // The control API rejects it and names the field.
    }
  }
  if (field.dataset.kind === 'nullable' && field.value === '') return null;
  if (field.type === 'number') return field.value === '' ? undefined : Number(field.value);
  return field.value === '' ? undefined : field.value;
}

/** Converts a form to JSON. A dotted field name such as `match.path` makes a nested object. */
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
  if ((await callControlApi(method, path, body)) === null) return;
  showStatus(button.dataset.done ?? 'Done.');
  await refresh();
});

document.addEventListener('submit', async (event) => {
  const form = event.target.closest('form[data-call]');
  if (form === null) return;
  event.preventDefault();
  const [method, path] = form.dataset.call.split(' ');
  const result = await callControlApi(method, path, jsonOf(form));
  if (result === null) return;
  showStatus(form.dataset.done ?? 'Saved.');
  const output = form.querySelector('output');
  if (output !== null && typeof result.url === 'string') {
    const link = Object.assign(document.createElement('a'), {
      href: result.url,
      textContent: result.url,
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
    showStatus('This file is not JSON. Nothing was changed.');
    return;
  }
  if ((await callControlApi('PUT', '/_emulator/state', state)) !== null) showStatus('Imported.');
  picker.value = '';
  await refresh();
});

const live = document.querySelector('[data-live]')?.dataset.live.split(' ') ?? [];
let pending;
function refreshSoon() {
  clearTimeout(pending);
  pending = setTimeout(refresh, 120);
}
const events = new EventSource('/_emulator/events');
for (const kind of live) events.addEventListener(kind, refreshSoon);
// Codes of authenticator apps change by themselves.
const every = Number(document.querySelector('[data-every]')?.dataset.every);
if (every > 0) setInterval(refresh, every * 1000);
// What happened since the page was rendered, or while the connection was lost.
if (live.length > 0) events.addEventListener('open', refreshSoon);
