import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SUBSCRIBABLE_EVENTS } from '#contract/webhook-events.ts';
import type { IDataObject, INodeType } from '../../../sdk/n8n/api/n8n-types.ts';
import { createAssistant } from '../kit/assistants.ts';
import { callOnce, mobileNumber, outboundAssistant } from '../kit/calls.ts';
import { createCampaign, createLead, dayWithoutCalls, setStatus } from '../kit/campaigns.ts';
import { fixtureFile, newKnowledgebase, searchable } from '../kit/documents.ts';
import { eventually } from '../kit/eventually.ts';
import { customerPhone, customerWrites, sandboxSender } from '../kit/messaging.ts';
import {
  ActiveTrigger,
  type Host,
  type InstalledNodes,
  installNodes,
  runNode,
  searchList,
} from '../kit/n8n.ts';
import { insertEndedCall, insertNumber } from '../kit/owned-rows.ts';
import { sharedServer } from '../kit/shared-server.ts';
import type { Client, TestServer } from '../kit/test-server.ts';
import { type ReceivedWebhook, startWebhookSink, type WebhookSink } from '../kit/webhook-sink.ts';

let installed: InstalledNodes;
let server: TestServer;
let sink: WebhookSink;
let account: Client;
let host: Host;

beforeAll(async () => {
  installed = installNodes();
  server = await sharedServer();
  sink = await startWebhookSink();
});
afterAll(() => sink.close());
beforeEach(async () => {
  account = await server.account();
  host = hostOf(String(account.token));
});

function hostOf(apiKey: string): Host {
  const { ParleyApi: credential } = installed.credentials;
  if (credential === undefined) throw new Error('The package has no credential.');
  // People copy the address with a slash at its end.
  return { credential, secrets: { baseUrl: `${server.address}/`, apiKey } };
}

function nodeOf(name: 'Parley' | 'ParleyTrigger') {
  const node = installed.nodes[name];
  if (node === undefined) throw new Error(`The package has no node ${name}.`);
  return node;
}

const byId = (value: unknown) => ({ __rl: true, mode: 'id', value: String(value) });
const named = (values: Record<string, string>) => ({
  pair: Object.entries(values).map(([name, value]) => ({ name, value })),
});

const performed = new Set<string>();

/** Runs one action and returns the objects of its answer. */
async function run(resource: string, operation: string, fields: IDataObject = {}): Promise<IDataObject[]> {
  performed.add(`${resource}.${operation}`);
  const items = await runNode(nodeOf('Parley'), host, { parameters: [{ resource, operation, ...fields }] });
  return items.map(({ json }) => json);
}

/** The only id that a list of the node offers for a filter. */
async function chosen(list: string, filter = '', parameters: IDataObject = {}): Promise<IDataObject> {
  const results = await searchList(nodeOf('Parley'), host, { list, filter, parameters });
  expect(results, list).toHaveLength(1);
  return { __rl: true, mode: 'list', value: results[0]?.value };
}

/** Every action that the node offers. */
function actionsOf({ description }: INodeType): string[] {
  return description.properties
    .filter(({ name }) => name === 'operation')
    .flatMap(({ displayOptions, options = [] }) =>
      options.map((option) => `${displayOptions?.show?.['resource']}.${Object(option).value}`),
    );
}

test('the package has what n8n loads, and nothing to install', () => {
  expect(Object.keys(installed.nodes)).toEqual(['Parley', 'ParleyTrigger']);
  for (const [name, { description }] of Object.entries(installed.nodes)) {
    const icons = Object.values(Object(description.icon)).map((icon) => String(icon).replace('file:', ''));
    expect(icons).toHaveLength(2);
    for (const icon of icons) {
      expect(existsSync(path.join(installed.folder, 'dist/nodes', name, icon)), icon).toBe(true);
    }
  }
  expect(nodeOf('Parley').description.usableAsTool).toBe(true);
  expect(
    nodeOf('ParleyTrigger').description.properties[0]?.options?.map((option) => Object(option).value),
  ).toEqual(['*', ...SUBSCRIBABLE_EVENTS]);
});

test('each action works once, with objects chosen from the lists', async () => {
  const { id: assistantId } = await outboundAssistant(account, { name: 'Mill Inn' });
  await createAssistant(account, { name: 'Night desk' });
  const assistant_id = await chosen('searchAssistants', 'mill');
  expect(await run('assistant', 'getAll')).toHaveLength(2);

  const phone_number = `${mobileNumber().slice(0, -2)}10`;
  const [call] = await run('call', 'make', {
    assistant_id,
    phone_number,
    optional: { external_id: 'crm-42', variables: named({ name: 'Ada' }) },
  });
  const id = Number(call?.['call_id']);
  await callOnce(account, id, ({ status }) => status === 'in-progress');
  expect(await run('call', 'get', { id: String(id) })).toMatchObject([{ id, variables: { name: 'Ada' } }]);
  expect(await run('call', 'hangUp', { id })).toMatchObject([{ message: 'The call is being ended.' }]);
  await callOnce(account, id, ({ duration }) => duration !== null);
  expect(await run('call', 'getAll', { optional: { external_id: 'crm-42' } })).toMatchObject([{ id }]);
  expect(await run('call', 'getAll', { optional: { external_id: 'crm-43' } })).toEqual([]);

  await createCampaign(account, { assistant_id: assistantId, allowed_days: [dayWithoutCalls()] });
  const campaign_id = await chosen('searchCampaigns');
  const lead = { campaign_id, phone_number: mobileNumber(), optional: { variables: named({ name: 'Bob' }) } };
  expect(await run('campaign', 'addLead', lead)).toMatchObject([{ variables: { name: 'Bob' } }]);
  expect(await run('campaign', 'start', { campaign_id })).toMatchObject([{ status: 'in-progress' }]);
  expect(await run('campaign', 'get', { id: campaign_id })).toMatchObject([{ status: 'in-progress' }]);
  expect(await run('campaign', 'stop', { campaign_id })).toMatchObject([{ status: 'stopped' }]);
  expect(await run('campaign', 'getAll')).toMatchObject([{ name: 'Spring' }]);
  expect(await run('campaign', 'getReport', { id: campaign_id })).toHaveLength(1);

  const customer = { assistant_id, customer_identifier: 'guest-1' };
  const [reply] = await run('conversation', 'generateReply', { ...customer, message: 'Hello!' });
  expect(reply).toMatchObject({ success: true, reply: expect.any(String) });
  const uuid = String(reply?.['conversation_id']);
  expect(await run('conversation', 'turnAssistantOff', { uuid })).toMatchObject([{ ai_enabled: false }]);
  const words = { uuid, message: 'This is Eve.' };
  expect(await run('conversation', 'reply', words)).toMatchObject([{ content: 'This is Eve.' }]);
  expect(await run('conversation', 'turnAssistantOn', { uuid })).toMatchObject([{ ai_enabled: true }]);
  expect(await run('conversation', 'get', { uuid })).toMatchObject([{ id: uuid, type: 'api' }]);
  expect(await run('conversation', 'getAll', { optional: { type: 'api' } })).toMatchObject([{ id: uuid }]);

  const sender = await sandboxSender(account, { display_name: 'Mill Inn' });
  const template = { language: 'en', category: 'utility', status: 'approved' };
  await account.post(`/sandbox/msgapp/senders/${sender.id}/templates`, {
    ...template,
    name: 'reminder',
    body_text: 'See you at {{1}}.',
  });
  const recipient_phone = customerPhone();
  await customerWrites(account, sender.id, { from: recipient_phone });
  const sender_id = await chosen('searchSenders', 'mill');
  const sent = { sender_id, recipient_phone };
  expect(await run('message', 'send', { ...sent, message: 'Good day.' })).toMatchObject([{ success: true }]);
  const template_id = await chosen('searchTemplates', 'remind', { sender_id });
  const values = { template_id, optional: { variables: named({ 1: '10:00' }) } };
  expect(await run('message', 'sendTemplate', { ...sent, ...values })).toMatchObject([{ success: true }]);
  const sms = { from: await chosen('searchSmsNumbers'), to: customerPhone(), body: 'Hi' };
  expect(await run('sms', 'send', sms)).toMatchObject([{ direction: 'outbound', body: 'Hi' }]);

  const knowledgebase = await newKnowledgebase(account);
  const knowledgebase_id = await chosen('searchKnowledgebases', 'hand');
  const text = { source: 'text', name: 'Hours', text: 'We open at nine.' };
  const [added] = await run('knowledgebase', 'addDocument', { knowledgebase_id, ...text });
  const document = await searchable(account, `${knowledgebase}/documents/${added?.['id']}`);
  expect(document).toMatchObject({
    name: 'Hours',
    type: 'txt',
    stage: expect.stringMatching(/embedding|ready/),
  });

  expect([...performed].sort()).toEqual(actionsOf(nodeOf('Parley')).sort());
});

test('adds the file of an input item and a website to a knowledge base', async () => {
  const knowledgebase_id = (await newKnowledgebase(account)).split('/').at(-1);
  const add = {
    resource: 'knowledgebase',
    operation: 'addDocument',
    knowledgebase_id: byId(knowledgebase_id),
  };
  const file = { ...add, name: 'Menu', source: 'file', optional: { description: 'In print' } };
  const site = {
    ...add,
    name: 'Site',
    source: 'website',
    url: sink.origin,
    optional: { relative_links_limit: 1 },
  };
  const binary = { name: 'menu.pdf', type: 'application/pdf', bytes: fixtureFile('handbook.pdf') };
  const items = await runNode(nodeOf('Parley'), host, { parameters: [file, site], binary });
  expect(items).toMatchObject([
    { json: { type: 'pdf', description: 'In print' }, pairedItem: { item: 0 } },
    { json: { type: 'website' }, pairedItem: { item: 1 } },
  ]);
});

test('reads as many pages as the limit asks for', async () => {
  const { id } = await createAssistant(account);
  for (let number = 1; number <= 3; number += 1) await insertEndedCall(server, account, id);
  expect(await run('call', 'getAll', { limit: 2 })).toHaveLength(2);
  expect(await run('call', 'getAll', { returnAll: true })).toHaveLength(3);
});

test('reports what the server refuses in its own words, for the item', async () => {
  const { id } = await outboundAssistant(account);
  const call = { resource: 'call', operation: 'make', assistant_id: byId(id) };
  const parameters = [
    { ...call, phone_number: 'nobody' },
    { ...call, phone_number: mobileNumber() },
  ];
  const refused = await account.post('/user/make_call', { assistant_id: id, phone_number: 'nobody' });
  const refusal = refused.body.message;
  await expect(runNode(nodeOf('Parley'), host, { parameters })).rejects.toMatchObject({
    message: refusal,
    httpCode: '400',
    context: { itemIndex: 0 },
  });
  const items = await runNode(nodeOf('Parley'), host, { parameters, continuesOnFail: true });
  expect(items).toMatchObject([
    { json: { error: refusal }, pairedItem: { item: 0 } },
    { json: { call_id: expect.any(Number) }, pairedItem: { item: 1 } },
  ]);
  const invalid = { resource: 'campaign', operation: 'addLead', campaign_id: byId('x'), phone_number: '1' };
  await expect(runNode(nodeOf('Parley'), host, { parameters: [invalid] })).rejects.toMatchObject({
    httpCode: '422',
    description: expect.stringMatching(/campaign_id: .*\nphone_number: |phone_number: .*\ncampaign_id: /),
  });
});

test('a retry of an item sends no second SMS, but the next run of the node does', async () => {
  const from = byId(await insertNumber(account));
  const parameters = [{ resource: 'sms', operation: 'send', from, to: customerPhone(), body: 'Hi' }];
  const sentIn = async (runIndex: number): Promise<unknown> => {
    const [item] = await runNode(nodeOf('Parley'), host, { parameters, runIndex });
    return item?.json['id'];
  };
  const first = await sentIn(0);
  expect(await sentIn(0)).toBe(first);
  expect(await sentIn(1)).not.toBe(first);
});

/** The last of the webhooks to a path, when there are as many. */
async function arrived(at: string, count = 1): Promise<ReceivedWebhook> {
  const webhooks = await eventually(
    async () => sink.at(at),
    (all) => all.length >= count,
  );
  const last = webhooks.at(-1);
  if (last === undefined) throw new Error(`No webhook arrived at ${at}.`);
  return last;
}

/** Sends a `test.ping` to the account's only endpoint. */
async function sendTest(client: Client): Promise<void> {
  const { body } = await client.get('/user/webhook-endpoints');
  await client.post(`/user/webhook-endpoints/${body.data[0].id}/test`);
}

test('the trigger subscribes its workflow, checks each webhook, and unsubscribes', async () => {
  const url = `${sink.origin}/workflow`;
  const trigger = new ActiveTrigger(nodeOf('ParleyTrigger'), host, { url, events: ['campaign.started'] });
  expect(await trigger.hook('checkExists')).toBe(false);
  expect(await trigger.hook('create')).toBe(true);
  expect(await trigger.hook('checkExists')).toBe(true);
  expect((await account.get('/user/webhook-endpoints')).body.data).toMatchObject([
    { url, events: ['campaign.started'], description: 'n8n: Follow up' },
  ]);

  const { id } = await createCampaign(account, { allowed_days: [dayWithoutCalls()] });
  await createLead(account, { campaign_id: id, phone_number: mobileNumber() });
  await setStatus(account, id, 'start');
  const webhook = await arrived('/workflow');
  expect(await trigger.receive(webhook)).toMatchObject({ type: 'campaign.started', data: { id } });
  expect(await trigger.receive({ ...webhook, body: webhook.body.replace('Spring', 'Summer') })).toBe(401);
  expect(await trigger.receive({ headers: {}, body: '{}' })).toBe(401);
  // The secret that the trigger knows no longer signs.
  for (let rotation = 1; rotation <= 2; rotation += 1) await account.post('/user/webhook-secret/rotate');
  await sendTest(account);
  expect(await trigger.receive(await arrived('/workflow', 2))).toBe(null);

  expect(await trigger.hook('delete')).toBe(true);
  expect(await trigger.hook('delete')).toBe(true);
  expect((await account.get('/user/webhook-endpoints')).body.data).toEqual([]);
});

test('copies of a trigger accept only webhooks of the account of their credential', async () => {
  const other = await server.account();
  const webhooks: ReceivedWebhook[] = [];
  const triggers: ActiveTrigger[] = [];
  for (const [index, client] of [account, other].entries()) {
    const url = `${sink.origin}/copy-${index}`;
    const trigger = new ActiveTrigger(nodeOf('ParleyTrigger'), hostOf(String(client.token)), {
      url,
      events: ['*'],
    });
    await trigger.hook('create');
    await sendTest(client);
    webhooks.push(await arrived(`/copy-${index}`));
    triggers.push(trigger);
  }
  const answers = [];
  for (const trigger of triggers)
    for (const webhook of webhooks) answers.push(await trigger.receive(webhook));
  expect(answers).toEqual([null, 401, 401, null]);
});

test('the trigger reports a rejected API key once and then only refuses, without asking the server', async () => {
  const url = `${sink.origin}/revoked`;
  const revoked = hostOf('parley_revoked');
  const trigger = new ActiveTrigger(nodeOf('ParleyTrigger'), revoked, { url, events: ['*'] });
  const keyRejected = /did not accept the API key/;
  await expect(trigger.hook('create')).rejects.toThrow(keyRejected);
  const unsigned = { headers: {}, body: '{}' };
  await expect(trigger.receive(unsigned)).rejects.toThrow(keyRejected);
  expect(await trigger.receive(unsigned)).toBe(401);
});

test('tells a wrong server address of the credential from an answer of Parley', async () => {
  const readAt = (baseUrl: string) =>
    runNode(
      nodeOf('Parley'),
      { ...host, secrets: { ...host.secrets, baseUrl } },
      { parameters: [{ resource: 'assistant', operation: 'getAll' }] },
    );
  await expect(readAt('parley.example')).rejects.toThrow('must start with http:// or https://');
  await expect(readAt('http://')).rejects.toThrow('must start with http:// or https://');
  await expect(readAt(sink.origin)).rejects.toThrow(
    `${sink.origin} responded with status 200, but not as a Parley server.`,
  );
  await expect(readAt(` ${server.address}/api/ `)).resolves.toEqual([]);
  // n8n's own test of a credential looks for this field.
  expect((await account.get('/user/me')).body).toHaveProperty('email');
});
