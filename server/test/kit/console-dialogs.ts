import type { Page } from 'playwright-core';
import { createAssistant } from './assistants.ts';
import { createCampaign, createLead } from './campaigns.ts';
import { newKnowledgebase } from './documents.ts';
import { sandboxSender } from './messaging.ts';
import { insertNumber, insertSms, insertTrunk } from './owned-rows.ts';
import type { Client } from './test-server.ts';

/** A console dialog that has its own URL. */
export interface AddressedDialog {
  /** The accessible name of the dialog. */
  title: string;
  /** Path of the page below the dialog, relative to the console's root. */
  path: string;
  /** The value of `open` in the URL. */
  open: string;
  /** Opens the dialog with the page's controls. */
  show: (page: Page) => Promise<unknown>;
}

/** The dialog's URL, relative to the console's root. */
export const addressOf = ({ path, open }: Pick<AddressedDialog, 'path' | 'open'>): string =>
  `${path}${path.includes('?') ? '&' : '?'}open=${open}`;

const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click();
const follow = (name: string) => (page: Page) => page.getByRole('link', { name }).first().click();

const more = (item: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

/** Creates the objects of dialogs, and lists the dialogs. */
type MakeDialogs = (account: Client) => Promise<AddressedDialog[]>;

const formDialogs: MakeDialogs = async () => [
  { title: 'New call', path: '/calls', open: 'new-call', show: press('New call') },
  { title: 'New API key', path: '/keys', open: 'new-key', show: press('New API key') },
  { title: 'Resend by date', path: '/webhooks', open: 'replay', show: press('Resend by date') },
  { title: 'New endpoint', path: '/webhooks', open: 'new-endpoint', show: press('New endpoint') },
  { title: 'New group', path: '/inbox-settings', open: 'new-group', show: press('New group') },
  {
    title: 'New canned reply',
    path: '/inbox-settings',
    open: 'new-reply',
    show: press('New canned reply'),
  },
  {
    title: 'Add to do-not-call list',
    path: '/campaigns/blacklist',
    open: 'new-number',
    show: press('Add number'),
  },
  {
    title: 'Front desk',
    path: '/assistants/new',
    open: 'template.front-desk',
    show: follow('Preview: Front desk'),
  },
  {
    title: 'Front desk',
    path: '/assistants/new',
    open: 'company.front-desk',
    show: press('Use template: Front desk'),
  },
];

/** Every dialog with a URL, grouped by the object it belongs to. */
export const DIALOGS: readonly (readonly [string, MakeDialogs])[] = [
  ['forms', formDialogs],
  ['numbers', numberDialogs],
  ['messaging', messagingDialogs],
  ['replies', replyDialogs],
  ['knowledge', knowledgeDialogs],
  ['leads', leadDialogs],
  ['talk', talkDialogs],
];

/** Lists all dialogs, in an account that has the objects for them. */
export async function addressedDialogs(account: Client): Promise<AddressedDialog[]> {
  const dialogs: AddressedDialog[] = [];
  for (const [, make] of DIALOGS) dialogs.push(...(await make(account)));
  return dialogs;
}

async function numberDialogs(account: Client): Promise<AddressedDialog[]> {
  const trunk = await insertTrunk(account);
  const { data } = (await account.get(`/user/phone-numbers/all`)).body;
  const { phone_number: extension } = data.find(({ id }: { id: number }) => id === trunk);
  const trunks = '/numbers?tab=trunks';
  return [
    { title: 'Buy a number', path: '/numbers', open: 'buy', show: press('Buy a number') },
    { title: 'New SIP trunk', path: trunks, open: 'new-trunk', show: follow('New SIP trunk') },
    { title: `Trunk ${extension}`, path: trunks, open: `trunk.${trunk}`, show: follow(extension) },
  ];
}

async function messagingDialogs(account: Client): Promise<AddressedDialog[]> {
  await insertNumber(account);
  const sms = await insertSms(account);
  await sandboxSender(account, { display_name: 'Mill Inn' });
  return [
    {
      title: 'Message a customer',
      path: '/messaging',
      open: 'write',
      show: press('Message a customer'),
    },
    { title: 'New sender', path: '/messaging', open: 'new-sender', show: press('New sender') },
    { title: 'Send SMS', path: '/messaging?tab=sms', open: 'send-sms', show: press('Send SMS') },
    { title: 'SMS', path: '/messaging?tab=sms', open: `sms.${sms}`, show: follow('Hello') },
    { title: 'Add customer', path: '/sandbox', open: 'new-customer', show: press('Add customer') },
    {
      title: 'New template',
      path: '/sandbox?tab=messenger',
      open: 'new-template',
      show: press('Add template'),
    },
  ];
}

async function replyDialogs(account: Client): Promise<AddressedDialog[]> {
  const { id: assistant_id } = await createAssistant(account, { name: 'Mail desk' });
  const written = { assistant_id, customer_identifier: 'ana@shop.example', message: 'Is it open?' };
  const { body } = await account.post('/user/ai/generate-reply', written);
  return [
    {
      title: 'Generate a reply',
      path: '/conversations',
      open: 'reply',
      show: async (page) => {
        await page.getByRole('button', { name: 'New message' }).click();
        await page.getByRole('menuitem', { name: 'Generate a reply' }).click();
      },
    },
    {
      title: 'Add customer message',
      path: `/conversations/${body.conversation_id}`,
      open: 'next-reply',
      show: press('Add customer message'),
    },
  ];
}

async function knowledgeDialogs(account: Client): Promise<AddressedDialog[]> {
  const made = await newKnowledgebase(account);
  // Nothing listens at this URL, so the document fails soon and stays.
  const website = { name: 'Opening hours', type: 'website', links: [{ link: 'http://127.0.0.1:9/' }] };
  const document = await account.post(`${made}/documents`, website);
  const path = made.replace('/user/knowledgebases', '/knowledge');
  return [
    {
      title: 'New knowledge base',
      path: '/knowledge',
      open: 'new-knowledge-base',
      show: press('New knowledge base'),
    },
    { title: 'Edit knowledge base', path, open: 'edit', show: more('Edit name and description') },
    { title: 'Use in an assistant', path, open: 'use', show: press('Use in an assistant') },
    { title: 'Add website', path, open: 'website', show: press('Add website') },
    {
      title: 'Opening hours',
      path,
      open: `document.${document.body.data.id}`,
      show: press('Opening hours'),
    },
    {
      title: 'Edit “Opening hours”',
      path,
      open: `rename.${document.body.data.id}`,
      show: async (page) => {
        await page.getByRole('button', { name: 'More actions for Opening hours' }).click();
        await page.getByRole('menuitem', { name: 'Edit name and description' }).click();
      },
    },
  ];
}

async function leadDialogs(account: Client): Promise<AddressedDialog[]> {
  const campaign = await createCampaign(account);
  const phone_number = '+40721000001';
  const lead = await createLead(account, { campaign_id: campaign.id, phone_number });
  const path = `/campaigns/${campaign.id}?tab=leads`;
  return [
    { title: `Start “${campaign.name}”?`, path, open: 'start', show: press('Start campaign') },
    { title: 'Import leads', path, open: 'import', show: press('Import leads') },
    { title: 'Add lead', path, open: 'new-lead', show: press('Add lead') },
    { title: phone_number, path, open: `lead.${lead.id}`, show: follow(phone_number.replace('+', '')) },
  ];
}

async function talkDialogs(account: Client): Promise<AddressedDialog[]> {
  const { id } = await createAssistant(account, { variables: { guest: 'Ana' } });
  const path = `/assistants/${id}?tab=talk`;
  return [
    { title: 'Variables', path, open: 'chat-variables', show: press('Variables') },
    { title: 'Variables', path: `${path}&way=call`, open: 'call-variables', show: press('Variables') },
  ];
}
