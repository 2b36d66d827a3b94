import { createAssistant } from './assistants.ts';
import { createCampaign, createLead } from './campaigns.ts';
import { newKnowledgebase, processed, upload } from './documents.ts';
import { openConversation } from './events.ts';
import { sandboxSender } from './messaging.ts';
import {
  insertEndedCall,
  insertInbox,
  insertMcpServer,
  insertNumber,
  insertTool,
  insertTrunk,
} from './owned-rows.ts';
import type { Client, TestServer } from './test-server.ts';

/** Gives an account one object of each kind. @returns all pages that every role can open */
export async function fillAccount(server: TestServer, account: Client): Promise<string[]> {
  const { id: assistant, uuid } = await createAssistant(account, { name: 'Front desk', type: 'outbound' });
  await createAssistant(account, { name: 'Inbound desk' });
  await insertNumber(account);
  const base = await newKnowledgebase(account);
  const file = { type: 'txt', name: 'hours.txt', bytes: Buffer.from('Breakfast is at seven.') };
  await processed(account, await upload(account, base, file));
  const broken = { type: 'pdf', name: 'broken.pdf', bytes: Buffer.from('%PDF-1.7 broken') };
  await processed(account, await upload(account, base, broken));
  const tool = await insertTool(account);
  const mcpServer = await insertMcpServer(account);
  const trunk = await insertTrunk(account);
  const sender = await sandboxSender(account, { assistant_id: assistant });
  const campaign = await createCampaign(account);
  const lead = await createLead(account, { campaign_id: campaign.id, phone_number: '+40721000001' });
  const call = await insertEndedCall(server, account, assistant);
  await account.post('/user/blacklist', { phone_number: '+40721000002' });
  const conversation = (await openConversation(account, { uuid: String(uuid) })).split('/').at(-1) ?? '';
  await insertInbox(server, account, conversation);
  const editor = ['prompt', 'knowledge', 'voice', 'call', 'tools', 'variables', 'after', 'chat', 'talk'];
  return [
    '/',
    '/assistants',
    '/assistants/new',
    ...editor.map((tab) => `/assistants/${assistant}?tab=${tab}`),
    '/knowledge',
    base.replace('/user/knowledgebases', '/knowledge'),
    `${base.replace('/user/knowledgebases', '/knowledge')}?tab=try`,
    '/tools',
    '/tools/new',
    `/tools/${tool}`,
    '/mcp-servers',
    '/mcp-servers/new',
    `/mcp-servers/${mcpServer}`,
    '/numbers',
    '/numbers?tab=trunks',
    `/numbers?tab=trunks&open=trunk.${trunk}`,
    '/messaging',
    '/messaging?tab=sms',
    `/messaging/senders/${sender.id}`,
    `/messaging/senders/${sender.id}?tab=templates`,
    '/sandbox',
    '/sandbox?tab=messenger',
    '/sandbox?tab=sms',
    '/sandbox?tab=world',
    '/calls',
    `/calls/${call}`,
    '/calls/live',
    '/conversations',
    `/conversations/${conversation}`,
    `/conversations/${conversation}?tab=about`,
    '/inbox-settings',
    '/search',
    '/campaigns',
    '/campaigns/new',
    '/campaigns/blacklist',
    ...['monitor', 'leads', 'report', 'settings'].map((tab) => `/campaigns/${campaign.id}?tab=${tab}`),
    `/campaigns/${campaign.id}?tab=leads&open=lead.${lead.id}`,
    '/team',
    '/profile',
    '/billing',
    '/settings',
  ];
}

/** Pages that only admins and owners can open. */
export const ADMIN_PAGES = ['/webhooks', '/webhooks?tab=targets', '/webhooks?tab=secret', '/keys'];
