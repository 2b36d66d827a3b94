import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createAssistant } from '../kit/assistants.ts';
import type { TestBrowser } from '../kit/browser.ts';
import { choose, find, openConsole } from '../kit/console-page.ts';
import { screenProblems } from '../kit/console-screens.ts';
import { insertNumber } from '../kit/owned-rows.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { sharedServer } from '../kit/shared-server.ts';
import type { Client, TestServer } from '../kit/test-server.ts';

let server: TestServer;
let browser: TestBrowser;
let account: Client;

beforeAll(async () => {
  server = await sharedServer();
  browser = await sharedBrowser();
});
beforeEach(async () => {
  account = await server.account();
});

const open = (path: string) => openConsole(browser, { server, account, path });

test('adds a sandbox number, buys one and releases one', async () => {
  const { page } = await open('/numbers');
  await page.getByRole('heading', { name: 'No phone numbers yet' }).waitFor();
  await page.getByRole('button', { name: 'Get a sandbox number' }).click();
  const table = page.getByRole('table', { name: 'Phone numbers' });
  await table.waitFor();
  const [{ id, phone_number: taken }] = (await account.get('/user/phone-numbers/all')).body.data;
  await page.getByText(`${taken} added.`).first().waitFor();

  await page.getByRole('button', { name: 'Buy a number' }).click();
  const shop = page.getByRole('dialog', { name: 'Buy a number' });
  await shop.getByRole('button', { name: 'Search' }).click();
  await shop.getByText('This is required.').first().waitFor();
  await find(page, 'Country', 'Romania');
  await shop.getByLabel('Contains digits').fill('7');
  await shop.getByRole('switch', { name: 'Only numbers that can send SMS' }).click();
  const asked = page.waitForRequest(/phone-numbers\/search\?.*sms_capable=/);
  await shop.getByRole('button', { name: 'Search' }).click();
  await asked;
  await expect.poll(() => page.url()).toMatch(/open=buy&country=RO&digits=.*7.*&sms=true$/);
  const offer = shop.getByRole('listitem').filter({ hasText: 'SMS' }).first();
  const bought = /\+\d+/.exec(await offer.innerText())?.[0] ?? '';
  expect(bought).toContain('7');
  await offer.getByText('Free').waitFor();
  await offer.getByRole('button', { name: `Buy ${bought}` }).click();
  // Before the purchase a dialog says who pays what.
  const price = page.getByRole('alertdialog', { name: `Buy ${bought}?` });
  await price
    .getByText('sandbox provides this number free of charge. Your balance is not charged.')
    .waitFor();
  await price.getByRole('button', { name: 'Cancel' }).click();
  await price.waitFor({ state: 'detached' });
  expect((await account.get('/user/phone-numbers/all')).body.data).toHaveLength(1);
  await offer.getByRole('button', { name: `Buy ${bought}` }).click();
  await price.getByRole('button', { name: 'Buy number' }).click();
  await shop.waitFor({ state: 'detached' });
  await table.getByRole('row').filter({ hasText: bought }).waitFor();
  expect(page.url()).toBe(`${server.address}/numbers`);

  // The row says which assistant answers, and can choose another.
  const desk = await createAssistant(account, { name: 'Front desk' });
  const row = table.getByRole('row').filter({ hasText: taken });
  await choose(page, `Assistant for ${taken}`, /^Front desk/);
  await page.getByText(`“Front desk” now answers ${taken}.`).first().waitFor();
  expect((await account.get(`/user/assistant/${desk.id}`)).body.data).toMatchObject({
    phone_number_id: id,
    status: 'active',
  });
  await account.post(`/user/assistant/${desk.id}/deactivate`);
  await row.getByText('Inactive').waitFor();
  await account.post(`/user/assistant/${desk.id}/activate`);
  await row.getByText('Inactive').waitFor({ state: 'detached' });
  // An outbound assistant does not answer the number.
  await createAssistant(account, { name: 'Caller', type: 'outbound', phone_number_id: id });
  await page.reload();
  await row.getByRole('combobox').getByText('Front desk').waitFor();

  // An assistant that would lose its number is named first.
  const sales = await createAssistant(account, { name: 'Sales' });
  await choose(page, `Assistant for ${taken}`, /^Sales/);
  const conflict = page.getByRole('alertdialog', { name: `Assign ${taken} to “Sales”?` });
  await conflict.getByText(`“Front desk” no longer answers ${taken}.`).waitFor();
  await conflict.getByRole('button', { name: 'Cancel' }).click();
  await conflict.waitFor({ state: 'detached' });
  await row.getByRole('combobox').getByText('Front desk').waitFor();
  await choose(page, `Assistant for ${taken}`, /^Sales/);
  await conflict.getByRole('button', { name: 'Assign number' }).click();
  await row.getByRole('combobox').getByText('Sales').waitFor();
  expect((await account.get(`/user/assistant/${desk.id}`)).body.data.phone_number_id).toBeNull();
  await choose(page, `Assistant for ${taken}`, 'None');
  await page.getByText(`No assistant answers ${taken} now.`).first().waitFor();
  expect((await account.get(`/user/assistant/${sales.id}`)).body.data.phone_number_id).toBeNull();
  await account.put(`/user/assistant/${desk.id}`, { phone_number_id: id });
  await row.getByRole('combobox').getByText('Front desk').waitFor();
  await row.getByRole('button', { name: `Release ${taken}` }).click();
  const question = page.getByRole('alertdialog', { name: `Release ${taken}?` });
  await question.getByText('“Front desk” can no longer be reached at this number.').waitFor();
  await question.getByRole('button', { name: 'Release' }).click();
  // Content behind a modal dialog is hidden from role queries.
  await question.waitFor({ state: 'detached' });
  await row.waitFor({ state: 'detached' });
  const left = (await account.get('/user/phone-numbers/all')).body.data;
  expect(left.map((number: { phone_number: string }) => number.phone_number)).toEqual([bought]);
});

test('connects and edits a SIP trunk, and shows the server’s error for a duplicate', async () => {
  const { page } = await open('/numbers?tab=trunks');
  await page.getByRole('link', { name: 'New SIP trunk' }).click();
  const dialog = page.getByRole('dialog', { name: 'New SIP trunk' });
  const save = dialog.getByRole('button', { name: 'Save' });
  await save.click();
  await dialog.getByText('This is required.').first().waitFor();
  await dialog.getByLabel('Phone number', { exact: true }).fill('0721 555 010');
  await find(page, 'Country', 'ro');
  await dialog.getByLabel('Server').fill('sip://pbx');
  await dialog.getByLabel('Username').fill('alice');
  await dialog.getByText(/^Must be a host name/).waitFor();
  await dialog.getByLabel('Server').fill('pbx.example.com:5060');
  await dialog.getByLabel('Password').fill('very-secret-4711');
  await save.click();
  await dialog.waitFor({ state: 'detached' });
  const link = page.getByRole('link', { name: '+40721555010' });
  await link.waitFor();

  await link.click();
  const known = page.getByRole('dialog', { name: 'Trunk +40721555010' });
  await expect.poll(() => known.getByLabel('Password').inputValue()).toBe('');
  await known.getByText('Leave empty to keep the current password.').waitFor();
  await known.getByLabel('Name', { exact: true }).fill('Front desk');
  await known.getByRole('combobox', { name: 'Authentication' }).click();
  await page.getByRole('option', { name: 'IP address' }).click();
  await known.getByLabel('Allowed IP addresses').fill('203.0.113.7\nnonsense');
  await known.getByRole('button', { name: 'Save' }).click();
  await known
    .getByText('“nonsense” must be an IP address or a range such as 203.0.113.0/24.', { exact: true })
    .waitFor();
  await known.getByLabel('Allowed IP addresses').fill('203.0.113.7\n2001:db8::/32');
  await known.getByLabel('SIP headers').fill('X-Queue: {{queue}}\nContact: me');
  await known.getByRole('button', { name: 'Save' }).click();
  await known.getByText('Must be User-to-User, Diversion or a name that starts with X-.').waitFor();
  await known.getByLabel('SIP headers').fill('X-Queue: {{queue}}\nDiversion: <sip:1@a>;reason=busy');
  await known.getByRole('button', { name: 'Save' }).click();
  await known.waitFor({ state: 'detached' });
  await page.getByRole('row').filter({ hasText: 'Front desk' }).getByText('IP address').waitFor();
  const [trunk] = (await account.get('/user/phone-numbers/sip-trunks')).body.data;
  expect(trunk).toMatchObject({
    nickname: 'Front desk',
    has_sip_password: true,
    sip_username: 'alice',
    allowed_inbound_ips: ['203.0.113.7', '2001:db8::/32'],
    sip_headers: [
      { name: 'X-Queue', value: '{{queue}}' },
      { name: 'Diversion', value: '<sip:1@a>;reason=busy' },
    ],
  });

  // Only changed fields are sent, so concurrent changes by others are kept.
  await page.getByRole('link', { name: '+40721555010' }).click();
  await known.getByLabel('Name', { exact: true }).fill('Reception');
  await account.put(`/user/phone-numbers/sip-trunks/${trunk.id}`, { sip_username: 'carol' });
  await known.getByRole('button', { name: 'Save' }).click();
  await known.waitFor({ state: 'detached' });
  expect((await account.get('/user/phone-numbers/sip-trunks')).body.data[0]).toMatchObject({
    nickname: 'Reception',
    sip_username: 'carol',
    sip_address: 'pbx.example.com:5060',
  });

  // Both confirmations explain the consequences.
  const fate = /Its SIP trunk is deleted, so it no longer takes or places calls\./;
  await page.getByRole('tab', { name: 'Numbers' }).click();
  await page.getByRole('button', { name: 'Release +40721555010' }).click();
  const question = page.getByRole('alertdialog', { name: 'Release +40721555010?' });
  await question.getByText(fate).waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('tab', { name: 'SIP trunks' }).click();
  await account.post('/user/phone-numbers/sip-trunks', {
    sip_trunk_type: 'number',
    phone_number: '+40721555011',
    sip_address: 'pbx.example.com:5060',
    sip_username: 'dora',
    sip_password: 'very-secret-4713',
  });
  await page.getByRole('button', { name: 'Delete +40721555011' }).click();
  const last = page.getByRole('alertdialog', { name: 'Delete +40721555011?' });
  await last.getByText(fate).waitFor();
  await last.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Trunk deleted.').first().waitFor();
  await page.getByRole('link', { name: '+40721555011' }).waitFor({ state: 'detached' });

  // Only the server can detect a duplicate number.
  await page.getByRole('link', { name: 'New SIP trunk' }).click();
  await dialog.getByLabel('Phone number', { exact: true }).fill('+40721555010');
  await dialog.getByLabel('Server').fill('pbx.example.com');
  await dialog.getByLabel('Username').fill('bob');
  await dialog.getByLabel('Password').fill('very-secret-4712');
  await save.click();
  await page.getByText('You already have this phone number.').first().waitFor();
  expect((await account.get('/user/phone-numbers/sip-trunks')).body.data).toHaveLength(1);
});

test('the number pages are accessible in both themes and fit a phone', async () => {
  const number = await insertNumber(account);
  await createAssistant(account, { name: 'Front desk', phone_number_id: number });
  await account.post('/user/phone-numbers/sip-trunks', {
    sip_trunk_type: 'number',
    phone_number: '+40721555020',
    sip_address: 'pbx.example.com:5060',
    sip_username: 'alice',
    sip_password: 'very-secret-4711',
    nickname: 'The exchange in the cellar',
  });
  const problems = await screenProblems(browser, { server, account }, [
    {
      name: 'numbers',
      path: '/numbers',
      show: (page) => page.getByText('Front desk').waitFor(),
    },
    {
      name: 'numbers-shop',
      path: '/numbers?open=buy&country=RO',
      show: (page) => page.getByRole('list', { name: 'Numbers for sale' }).waitFor(),
    },
    {
      name: 'numbers-trunks',
      path: '/numbers?tab=trunks',
      show: (page) => page.getByRole('table', { name: 'SIP trunks' }).waitFor(),
    },
    {
      name: 'numbers-trunk',
      path: '/numbers?tab=trunks&open=new-trunk',
      show: (page) => page.getByRole('dialog', { name: 'New SIP trunk' }).waitFor(),
    },
  ]);
  expect(problems).toEqual([]);
});
