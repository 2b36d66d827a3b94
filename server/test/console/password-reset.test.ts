import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityViolations, type TestBrowser } from '../kit/browser.ts';
import { eventually } from '../kit/eventually.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { type SmtpSink, startSmtpSink } from '../kit/smtp-sink.ts';
import { startTestServer, type TestServer } from '../kit/test-server.ts';

let server: TestServer;
let browser: TestBrowser;
let smtp: SmtpSink;

beforeAll(async () => {
  smtp = await startSmtpSink();
  server = await startTestServer({
    environment: { PARLEY_SMTP_URL: smtp.url, PARLEY_MAIL_FROM: 'parley@parley.example' },
  });
  browser = await sharedBrowser();
});
afterAll(async () => {
  await server.stop();
  await smtp.close();
});

test('a forgotten password is reset by email, and the new one logs in', async () => {
  const account = await server.account();
  const { page } = await browser.open();
  page.setDefaultTimeout(9000);
  await page.goto(`${server.address}/login`);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email').fill(account.email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByText('an email is on its way').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  const [mail] = await eventually(
    async () => smtp.mails,
    ({ length }) => length > 0,
  );
  const path = /\/reset-password\/parley_[0-9A-Za-z]+/.exec(mail?.source.replaceAll(/=\r\n/g, '') ?? '')?.[0];
  await page.goto(`${server.address}${path}`);
  await page.getByLabel('New password').fill('new battery staple');
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByText('Your password was changed').waitFor();
  await page.getByRole('link', { name: 'Log in' }).click();
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill('new battery staple');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  // A used link says so and leads to a new one.
  await page.goto(`${server.address}${path}`);
  await page.getByLabel('New password').fill('another password');
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByRole('link', { name: 'Request a new link' }).waitFor();
});
