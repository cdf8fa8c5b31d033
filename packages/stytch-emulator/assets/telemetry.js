/** Stands in for https://elements.stytch.com/telemetry.js: it runs WebAssembly, and sends what it found. */
window.GetTelemetryID = async (publicToken, submitUrl = 'https://telemetry.stytch.com/submit') => {
  const emptyModule = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
  await WebAssembly.instantiate(emptyModule);
  const response = await fetch(submitUrl, {
    method: 'POST',
    body: new URLSearchParams({ public_token: publicToken }),
  });
  if (!response.ok) throw new Error('The fingerprint was not accepted.');
  return response.text();
};
