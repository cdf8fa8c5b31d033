import { generatedHeaders } from '../support/generated-headers.ts';
import { expect, googleButton, test } from '../support/test.ts';

test.describe('the security headers', () => {
  // What is left out of the other tests' pages has headers of its own.
  test.use({ telemetry: true });

  test('every document and file has the headers of the files for hosts [R19.1]', async ({
    page,
    site,
  }) => {
    const expected = generatedHeaders();
    expect(Object.keys(expected).length).toBeGreaterThan(6);
    const responses: { url: string; headers: Record<string, string> }[] = [];
    page.on('response', (response) => {
      const { pathname, origin } = new URL(response.url());
      if (origin === site.origin && !/^\/(?:sdk|v1|_emulator)\//.test(pathname)) {
        responses.push({ url: response.url(), headers: response.headers() });
      }
    });
    await page.goto('/no/such/page');
    await expect.poll(() => responses.length).toBeGreaterThan(4);
    await page.goto('/terms.html');
    for (const { url, headers } of responses) expect(headers, url).toMatchObject(expected);
  });

  test.describe('an injected script', () => {
    const refusal = /Content Security Policy|Trusted(?:HTML|Script)|violates|Refused|requires/i;
    test.use({ expectedConsoleErrors: { patterns: [refusal] } });

    test('cannot create markup or scripts, evaluate text, reach other hosts or frame the page [R19.1]', async ({
      page,
      site,
    }) => {
      await page.goto('/');
      await expect(googleButton(page)).toBeVisible();
      const blocked = await page.evaluate(async () => {
        const isBlocked = (attempt: () => unknown) => {
          try {
            attempt();
            return false;
          } catch {
            return true;
          }
        };
        const script = document.createElement('script');
        const image = document.createElement('img');
        // In its own task, because the policy does not apply to code that the browser's tools evaluate.
        const evaluation = await new Promise((resolve) => {
          // biome-ignore lint/security/noGlobalEval: the test expects the policy to block it
          setTimeout(() => resolve(isBlocked(() => window.eval('1'))));
        });
        const otherHost = await fetch('https://evil.example/', { mode: 'no-cors' }).then(
          () => false,
          () => true,
        );
        return {
          markup: isBlocked(() => {
            document.body.innerHTML = '<b>x</b>';
          }),
          handler: isBlocked(() => image.setAttribute('onerror', 'window.injected = "handler"')),
          script: isBlocked(() => {
            script.text = 'window.injected = "script"';
          }),
          evaluation,
          policy: isBlocked(() => Reflect.get(window, 'trustedTypes').createPolicy('mine', {})),
          otherHost,
          injected: Reflect.get(window, 'injected'),
        };
      });
      expect(blocked).toEqual({
        markup: true,
        handler: true,
        script: true,
        evaluation: true,
        policy: true,
        otherHost: true,
        injected: undefined,
      });

      await page.goto('about:blank');
      await page.setContent(`<iframe src="${site.origin}/" title="framed"></iframe>`);
      await expect(page.frameLocator('iframe').getByText('Login or Sign up with')).toHaveCount(0);
      const framed = page.frames().find((frame) => frame !== page.mainFrame());
      await expect
        .poll(() => framed?.url())
        .toMatch(/^(?:chrome-error:|about:neterror\?e=cspBlocked)/);
    });
  });
});
