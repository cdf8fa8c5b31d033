/**
 * Stands in for reCAPTCHA's second script: it creates its Trusted Types policy, shows the badge with Google's frame,
 * and asks Google for a token.
 */
(() => {
  const { siteKey, waiting } = window.___grecaptcha_cfg;
  const same = (text) => text;
  const policy = window.trustedTypes?.createPolicy('goog#html', {
    createHTML: same,
    createScript: same,
    createScriptURL: same,
  });
  const base = 'https://www.google.com/recaptcha/enterprise';
  const frame = `<iframe title="reCAPTCHA" width="256" height="60" src="${base}/anchor?k=${siteKey}"></iframe>`;
  const badge = document.createElement('div');
  badge.className = 'grecaptcha-badge';
  badge.innerHTML = policy?.createHTML(frame) ?? frame;
  Object.assign(badge.style, {
    position: 'fixed',
    bottom: '14px',
    right: '-186px',
    width: '256px',
    height: '60px',
    boxShadow: 'gray 0 0 5px',
  });
  const framed = new Promise((resolve) => {
    badge.firstChild.addEventListener('load', resolve);
  });
  document.body.append(badge);

  Object.assign(window.grecaptcha.enterprise, {
    ready: (callback) => callback(),
    async execute(key, { action }) {
      if (key !== siteKey) throw new Error(`Invalid site key or not loaded in api.js: ${key}`);
      await framed;
      const address = `${base}/clr?k=${key}`;
      const response = await fetch(address, { method: 'POST', body: action });
      if (!response.ok) throw new Error('Timeout');
      return response.text();
    },
  });
  for (const callback of waiting) callback();
})();
