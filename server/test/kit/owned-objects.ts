import { randomUUID } from 'node:crypto';
import { createAssistant } from './assistants.ts';
import {
  insertChannel,
  insertEndedCall,
  insertNumber,
  insertSms,
  insertTool,
  insertTrunk,
} from './owned-rows.ts';
import type { Client, TestServer } from './test-server.ts';
import { recordEvents, someEvent } from './webhook-sink.ts';

/** Ids of one object of every kind. */
export interface ObjectIds {
  apiKey: number;
  attachment: number;
  assistant: number;
  assistantUuid: string;
  call: number;
  conversation: string;
  knowledgebase: number;
  document: number;
  number: number;
  outboundAssistant: number;
  /** A conversation over the messaging channel, by its integer id. */
  channelConversation: number;
  channelMessage: number;
  sender: number;
  sipTrunk: number;
  sms: number;
  template: number;
  tool: number;
  webhookDelivery: string;
  webhookTarget: number;
}

/** Ids that nobody has. */
export function missingIds(): ObjectIds {
  const id = 9_000_000_000;
  return {
    apiKey: id,
    attachment: id,
    assistant: id,
    assistantUuid: randomUUID(),
    call: id,
    conversation: randomUUID(),
    knowledgebase: id,
    document: id,
    number: id,
    outboundAssistant: id,
    channelConversation: id,
    channelMessage: id,
    sender: id,
    sipTrunk: id,
    sms: id,
    template: id,
    tool: id,
    webhookDelivery: `msg_${'0'.repeat(32)}`,
    webhookTarget: id,
  };
}

/** Makes one object of every kind in the account. */
export async function createObjects(server: TestServer, account: Client): Promise<ObjectIds> {
  const assistant = await createAssistant(account);
  const opened = await server.visitor.post('/conversations', { assistant_id: assistant.uuid });
  const knowledgebase = await account.post('/user/knowledgebases', { name: 'Handbook' });
  const { id } = knowledgebase.body.data;
  // Nothing listens at this address, so the document fails soon and stays.
  const website = { name: 'Page', type: 'website', links: [{ link: 'http://127.0.0.1:9/' }] };
  const document = await account.post(`/user/knowledgebases/${id}/documents`, website);
  await account.post('/user/api-keys', { name: 'Another' });
  const keys = await account.get('/user/api-keys');
  await recordEvents(server, [someEvent(account.userId, { webhookUrl: 'http://127.0.0.1:9/hook' })]);
  const [webhook] = (await account.get('/user/webhook-deliveries')).body.data;
  const channel = await insertChannel(server, account);
  return {
    ...channel,
    apiKey: keys.body.api_keys.at(-1).id,
    assistant: assistant.id,
    assistantUuid: assistant.uuid,
    call: await insertEndedCall(server, account, assistant.id),
    conversation: opened.body.conversation_id,
    knowledgebase: id,
    document: document.body.data.id,
    number: await insertNumber(account),
    outboundAssistant: (await createAssistant(account, { type: 'outbound' })).id,
    sipTrunk: await insertTrunk(account),
    sms: await insertSms(account),
    tool: await insertTool(account),
    webhookDelivery: webhook.id,
    webhookTarget: webhook.target_id,
  };
}
