import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityViolations, type TestBrowser } from '../kit/browser.ts';
import { type IdentityProvider, startIdentityProvider } from '../kit/identity-provider.ts';
import { addMember } from '../kit/members.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { startTestServer, type TestServer } from '../kit/test-server.ts';

let provider: IdentityProvider;
let server: TestServer;
let browser: TestBrowser;

beforeAll(async () => {
  provider = await startIdentityProvider();
  server = await startTestServer({
    environment: {
      PARLEY_OIDC_ISSUER: provider.issuer,
      PARLEY_OIDC_CLIENT_ID: provider.clientId,
      PARLEY_OIDC_CLIENT_SECRET: provider.clientSecret,
      PARLEY_OIDC_NAME: 'Example ID',
    },
  });
  browser = await sharedBrowser();
});
afterAll(async () => {
  await server.stop();
  await provider.close();
});

test('a member logs in with the identity provider and returns to the page', async () => {
  const account = await server.account();
  const ada = await addMember(server, account, { role: 'agent', name: 'Ada' });
  const { page } = await browser.open();
  // The address that the provider leads back to.
  const origin = server.dependencies.accounts.origin();
  await page.goto(`${origin}/team`);
  const button = page.getByRole('link', { name: 'Log in with Example ID' });
  await button.waitFor();
  expect(await accessibilityViolations(page, 'html', 'everything')).toEqual([]);
  provider.person = { sub: 'nobody', email: 'nobody@example.com', email_verified: true };
  await button.click();
  await page.getByText('Your email address does not belong to a member. Ask for an invitation.').waitFor();
  provider.person = { sub: 'ada', email: ada.email, email_verified: true };
  await page.goto(`${origin}/team`);
  await button.click();
  await page.getByRole('heading', { level: 1, name: 'Team' }).waitFor();
  await page.getByText('Ada').first().waitFor();
});
