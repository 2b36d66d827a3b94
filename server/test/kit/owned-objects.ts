import { randomUUID } from 'node:crypto';
import { createAssistant } from './assistants.ts';
import { createCampaign, createLead } from './campaigns.ts';
import { addMember } from './members.ts';
import {
  insertAlert,
  insertChannel,
  insertEndedCall,
  insertInbox,
  insertMcpServer,
  insertNumber,
  insertSms,
  insertTool,
  insertTrunk,
} from './owned-rows.ts';
import type { Client, TestServer } from './test-server.ts';
import { recordEvents, someEvent } from './webhook-sink.ts';

/** Ids of one object of every kind. */
export interface ObjectIds {
  account: number;
  alert: number;
  apiKey: number;
  attachment: number;
  assistant: number;
  assistantUuid: string;
  blacklistedNumber: number;
  call: number;
  cannedReply: number;
  campaign: number;
  conversation: string;
  group: number;
  note: number;
  /** The account's first member. */
  person: number;
  auditEntry: number;
  invitation: number;
  knowledgebase: number;
  lead: number;
  mcpServer: number;
  member: number;
  document: number;
  number: number;
  outboundAssistant: number;
  /** A channel conversation, which has an integer id. */
  channelConversation: number;
  channelMessage: number;
  sender: number;
  sipTrunk: number;
  sms: number;
  template: number;
  tool: number;
  subscribedEndpoint: number;
  webhookDelivery: string;
  webhookEndpoint: number;
}

/** Ids that do not exist. */
export function missingIds(): ObjectIds {
  const id = 9_000_000_000;
  return {
    account: id,
    alert: id,
    apiKey: id,
    attachment: id,
    assistant: id,
    assistantUuid: randomUUID(),
    blacklistedNumber: id,
    call: id,
    cannedReply: id,
    campaign: id,
    conversation: randomUUID(),
    group: id,
    note: id,
    person: id,
    auditEntry: id,
    invitation: id,
    knowledgebase: id,
    lead: id,
    mcpServer: id,
    member: id,
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
    subscribedEndpoint: id,
    webhookDelivery: `msg_${'0'.repeat(32)}`,
    webhookEndpoint: id,
  };
}

/** Creates one object of every kind in the account. */
export async function createObjects(server: TestServer, account: Client): Promise<ObjectIds> {
  const assistant = await createAssistant(account);
  const opened = await server.visitor.post('/conversations', { assistant_id: assistant.uuid });
  const knowledgebase = await account.post('/user/knowledgebases', { name: 'Handbook' });
  const { id } = knowledgebase.body.data;
  // Nothing listens at this URL, so the document fails soon and stays.
  const website = { name: 'Page', type: 'website', links: [{ link: 'http://127.0.0.1:9/' }] };
  const document = await account.post(`/user/knowledgebases/${id}/documents`, website);
  await account.post('/user/api-keys', { name: 'Another' });
  const keys = await account.get('/user/api-keys');
  await recordEvents(server, [someEvent(account.userId, { webhookUrl: 'http://127.0.0.1:9/hook' })]);
  const subscribed = await account.post('/user/webhook-endpoints', {
    url: 'https://example.com/endpoint',
    events: ['campaign.paused'],
  });
  const [webhook] = (await account.get('/user/webhook-deliveries')).body.data;
  const channel = await insertChannel(server, account);
  const outbound = await createAssistant(account, { type: 'outbound' });
  const campaign = await createCampaign(account, { assistant_id: outbound.id });
  const lead = { campaign_id: campaign.id, phone_number: '+40721000001' };
  const blacklisted = await account.post('/user/blacklist', { phone_number: '+40721000002' });
  const member = await addMember(server, account, 'viewer');
  const invited = await account.post('/user/invitations', { email: 'new@example.com', role: 'viewer' });
  return {
    ...channel,
    account: account.userId,
    member: member.personId,
    invitation: invited.body.data.id,
    auditEntry: (await account.get('/user/audit-log?per_page=1')).body.data[0].id,
    alert: await insertAlert(server, account),
    apiKey: keys.body.api_keys.at(-1).id,
    assistant: assistant.id,
    assistantUuid: assistant.uuid,
    ...(await insertInbox(server, account, opened.body.conversation_id)),
    call: await insertEndedCall(server, account, assistant.id),
    blacklistedNumber: blacklisted.body.data.id,
    campaign: campaign.id,
    conversation: opened.body.conversation_id,
    knowledgebase: id,
    lead: (await createLead(account, lead)).id,
    mcpServer: await insertMcpServer(account),
    document: document.body.data.id,
    number: await insertNumber(account),
    outboundAssistant: outbound.id,
    sipTrunk: await insertTrunk(account),
    sms: await insertSms(account),
    tool: await insertTool(account),
    subscribedEndpoint: subscribed.body.data.id,
    webhookDelivery: webhook.id,
    webhookEndpoint: webhook.target_id,
  };
}
