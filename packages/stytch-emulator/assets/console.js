/**
 * The console's script: buttons that call the control API, copying, and live updates. The server
 * renders the page; the script replaces the regions that changed.
 */
const statusLine = document.querySelector('[role="status"]');

function showStatus(text) {
  statusLine.textContent = text;
  setTimeout(() => {
    if (statusLine.textContent === text) statusLine.textContent = '';
  }, 4000);
}

async function refresh() {
  const response = await fetch(location.href, { headers: { accept: 'text/html' } });
  if (!response.ok) return;
  const next = new DOMParser().parseFromString(await response.text(), 'text/html');
  for (const region of document.querySelectorAll('[data-region]')) {
    const fresh = next.querySelector(`[data-region="${region.dataset.region}"]`);
    if (fresh === null) continue;
    // What is open stays open.
    for (const { dataset } of region.querySelectorAll('details[open]')) {
      fresh.querySelector(`[data-key="${dataset.key}"]`)?.setAttribute('open', '');
    }
    if (region.innerHTML !== fresh.innerHTML) region.replaceChildren(...fresh.childNodes);
  }
}

document.addEventListener('click', async ({ target }) => {
  const { copy, call, body, done } = target.closest('button')?.dataset ?? {};
  if (copy !== undefined) {
    await navigator.clipboard.writeText(copy);
    showStatus('Copied.');
  }
  if (call === undefined) return;
  const [method, path] = call.split(' ');
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(path, { method, headers, body });
  const { error, url } = await response.json().catch(() => ({}));
  if (!response.ok) return showStatus(error ?? `Failed with status ${response.status}.`);
  if (url !== undefined) await navigator.clipboard.writeText(url);
  showStatus(done);
  await refresh();
});

let pending;
function refreshSoon() {
  clearTimeout(pending);
  pending = setTimeout(refresh, 120);
}
const { live } = document.querySelector('[data-live]').dataset;
const events = new EventSource('/_emulator/events');
// What happened since the page was rendered, or while the connection was lost, too.
for (const kind of ['open', ...live.split(' ')]) events.addEventListener(kind, refreshSoon);
// Codes of authenticator apps change by themselves.
const every = Number(document.querySelector('[data-every]')?.dataset.every);
if (every > 0) setInterval(refresh, every * 1000);
