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
  const response = await fetch(location.href).catch(() => null);
  if (!response?.ok) return;
  const next = new DOMParser().parseFromString(await response.text(), 'text/html');
  for (const region of document.querySelectorAll('[data-region]')) {
    const fresh = next.querySelector(`[data-region="${region.dataset.region}"]`);
    if (fresh === null) continue;
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

// What happens elsewhere appears within a second; a hidden page does not ask.
setInterval(() => {
  if (!document.hidden) refresh();
}, 1000);
