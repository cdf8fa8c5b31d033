import { readFileSync } from 'node:fs';
import { expect, test } from '../support/test.ts';

test.describe('an injected script', () => {
  const refusal = /Content Security Policy|Trusted(?:HTML|Script)|violates|Refused|requires/i;
  test.use({ expectedConsoleErrors: { patterns: [refusal] } });

  test('cannot create markup or scripts, evaluate text, reach other hosts or frame the page [R19.1]', async ({
    page,
    app,
    site,
  }) => {
    const generated = JSON.parse(readFileSync('dist-emulator-hosts/headers.json', 'utf8'));
    const response = await page.goto('/');
    expect(response?.headers()).toMatchObject(generated.security);
    await expect(app.googleButton).toBeVisible();
    const allowed = await page.evaluate(async () => {
      const script = document.createElement('script');
      const image = document.createElement('img');
      const attempts: Readonly<Record<string, () => unknown>> = {
        markup: () => {
          document.body.innerHTML = '<b>x</b>';
        },
        handler: () => image.setAttribute('onerror', 'window.injected = "handler"'),
        script: () => {
          script.text = 'window.injected = "script"';
        },
        // biome-ignore lint/security/noGlobalEval: the test expects the policy to block it
        evaluation: () => window.eval('1'),
        policy: () => Reflect.get(window, 'trustedTypes').createPolicy('mine', {}),
        otherHost: () => fetch('https://evil.example/', { mode: 'no-cors' }),
      };
      const outcomes = Object.entries(attempts).map(async ([name, attempt]) => {
        // In its own task, because the policy does not apply to code that the browser's tools evaluate.
        await new Promise((resolve) => setTimeout(resolve));
        return Promise.resolve()
          .then(attempt)
          .then(
            () => [name],
            () => [],
          );
      });
      return (await Promise.all(outcomes)).flat();
    });
    expect(allowed).toEqual([]);
    expect(await page.evaluate(() => Reflect.get(window, 'injected'))).toBeUndefined();

    await page.goto('about:blank');
    await page.setContent(`<iframe src="${site.origin}/" title="framed"></iframe>`);
    await expect(page.frameLocator('iframe').getByText('Login or Sign up with')).toHaveCount(0);
    const framed = page.frames().find((frame) => frame !== page.mainFrame());
    await expect
      .poll(() => framed?.url())
      .toMatch(/^(?:chrome-error:|about:neterror\?e=cspBlocked)/);
  });
});
