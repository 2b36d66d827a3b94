import { newKnowledgebase, processed } from './documents.ts';
import type { Client, TestServer } from './test-server.ts';
import { newestDelivery, recordEvents, someEvent } from './webhook-sink.ts';

/** A feature in which the server requests a URL that a customer entered. */
export interface FrontDoor {
  name: 'tool' | 'webhook' | 'website';
  /** Triggers one request to the URL; returns everything that the customer sees of it, as text. */
  call(url: string): Promise<string>;
}

/** All such features, each with a separate account. */
export async function frontDoors(server: TestServer): Promise<FrontDoor[]> {
  const account = await server.account();
  const knowledgebase = await newKnowledgebase(account);
  return [
    { name: 'tool', call: (url) => callByTool(server, account, url) },
    { name: 'webhook', call: (url) => callByWebhook(server, account, url) },
    { name: 'website', call: (url) => callByWebsite(account, knowledgebase, url) },
  ];
}

async function callByTool(server: TestServer, account: Client, url: string): Promise<string> {
  const endpoint = 'https://example.com/';
  const fields = { name: 'look_up', description: 'Looks something up.', endpoint, method: 'GET' };
  const created = await account.post('/user/tools', fields);
  if (created.status !== 201) return created.text;
  // Earlier versions stored URLs that are refused now.
  await server.database.query('update tools set endpoint = $2 where id = $1', [created.body.data.id, url]);
  return (await account.post(`/user/tools/${created.body.data.id}/test`)).text;
}

async function callByWebhook(server: TestServer, account: Client, webhookUrl: string): Promise<string> {
  const event = someEvent(account.userId, { webhookUrl });
  await recordEvents(server, [event]);
  const delivery = await newestDelivery(
    account,
    ({ subject_id, attempt_count }) => subject_id === event.subjectId && attempt_count > 0,
  );
  return JSON.stringify(delivery.attempts);
}

async function callByWebsite(account: Client, knowledgebase: string, url: string): Promise<string> {
  const created = await account.post(`${knowledgebase}/documents`, { name: 'Site', type: 'website', url });
  if (created.status !== 201) return created.text;
  return JSON.stringify(await processed(account, `${knowledgebase}/documents/${created.body.data.id}`));
}
