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
    if (fresh === null) continue;
    if (region.innerHTML === fresh.innerHTML) continue;
    const openKeys = openDetailKeys(region);
    region.replaceChildren(...fresh.childNodes);
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

document.addEventListener('click', async (event) => {
  const button = event.target.closest('button[data-call], button[data-copy]');
  if (button === null) return;
  if (button.dataset.copy !== undefined) return copy(button.dataset.copy);
  const [method, path] = button.dataset.call.split(' ');
  const body = button.dataset.body === undefined ? undefined : JSON.parse(button.dataset.body);
  const result = await callControlApi(method, path, body);
  if (result === null) return;
  if (result.url !== undefined) await navigator.clipboard.writeText(result.url);
  showStatus(button.dataset.done ?? 'Done.');
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
