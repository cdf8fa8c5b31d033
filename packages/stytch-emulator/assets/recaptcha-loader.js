/**
 * Stands in for https://www.google.com/recaptcha/enterprise.js: it notes the site key of its address and adds the
 * second script, whose address it sets as a string.
 */
(() => {
  const siteKey = new URL(document.currentScript.src).searchParams.get('render');
  const settings = { siteKey, waiting: [] };
  window.___grecaptcha_cfg = settings;
  window.grecaptcha = { enterprise: { ready: (callback) => settings.waiting.push(callback) } };
  const script = document.createElement('script');
  script.async = true;
  script.src = 'https://www.gstatic.com/recaptcha/releases/emulator/recaptcha__en.js';
  document.head.append(script);
})();
