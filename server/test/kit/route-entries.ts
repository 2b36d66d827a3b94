import type { ObjectIds } from './owned-objects.ts';

type Kind = keyof ObjectIds;

/** Positions of ids in an endpoint's request, where the test inserts ids of other accounts. */
export interface RouteEntry {
  /** Path parameters by name. */
  path?: Record<string, Kind>;
  query?: Record<string, Kind>;
  /** One valid body per id position. */
  bodies?: ((ids: ObjectIds) => object)[];
  /** A valid body of an endpoint whose body contains no ids. */
  body?: object;
}

const assistant: RouteEntry = { path: { id: 'assistant' } };
const knowledgebase: RouteEntry = { path: { id: 'knowledgebase' } };
const documents: RouteEntry = { path: { knowledgebase_id: 'knowledgebase' } };
const document: RouteEntry = { path: { knowledgebase_id: 'knowledgebase', id: 'document' } };
const conversation: RouteEntry = { path: { uuid: 'conversation' } };
const tool: RouteEntry = { path: { id: 'tool' } };
const mcpServer: RouteEntry = { path: { id: 'mcpServer' } };
const trunk: RouteEntry = { path: { id: 'sipTrunk' } };
const delivery: RouteEntry = { path: { id: 'webhookDelivery' } };
const sender: RouteEntry = { path: { id: 'sender' } };
const senderTemplates: RouteEntry = { path: { sender_id: 'sender' } };
const call: RouteEntry = { path: { id: 'call' } };
const campaign: RouteEntry = { path: { id: 'campaign' } };
const lead: RouteEntry = { path: { id: 'lead' } };
const newCampaign: RouteEntry = {
  bodies: [
    (ids) => ({ name: 'Spring', assistant_id: ids.outboundAssistant }),
    (ids) => ({ name: 'Spring', assistant_id: 9_000_000_000, phone_number_ids: [ids.number] }),
  ],
};
const changedLead: RouteEntry = { ...lead, body: { variables: { name: 'Mine now' } } };
const none: RouteEntry = {};
const tomorrow = (): string => new Date(Date.now() + 86_400_000).toISOString();

const freeform = (ids: ObjectIds): object => ({
  sender_id: ids.sender,
  recipient_phone: '+40721000001',
  message: 'Hello',
});
const fromTemplate = (ids: ObjectIds): object => ({
  sender_id: ids.sender,
  template_id: ids.template,
  recipient_phone: '+40721000001',
});

const assistantReferences: ((ids: ObjectIds) => object)[] = [
  (ids) => ({ phone_number_id: ids.number }),
  (ids) => ({ knowledgebase_id: ids.knowledgebase }),
  (ids) => ({ tool_ids: [ids.tool] }),
  (ids) => ({ mcp_server_ids: [ids.mcpServer] }),
  (ids) => ({ mcp_tools: [{ server_id: ids.mcpServer, tool: 'find' }] }),
  (ids) => ({ tools: [{ type: 'assistant_transfer', assistant_id: ids.assistant }] }),
  (ids) => ({ tools: [{ type: 'handoff_to_human', group_id: ids.group }] }),
  (ids) => ({
    tools: [
      {
        type: 'warm_call_transfer',
        supervisor_phone: '+40721234567',
        outbound_phone_id: ids.number,
        description: 'When they ask for a person.',
      },
    ],
  }),
];

const webhook = (ids: ObjectIds): object => ({
  assistant_id: ids.assistant,
  webhook_url: 'https://example.com/hook',
});
const reply: RouteEntry = {
  bodies: [
    (ids) => ({ assistant_id: ids.assistant, customer_identifier: 'c', message: 'Hello' }),
    (ids) => ({ assistant_id: ids.assistantUuid, customer_identifier: 'c', message: 'Hello' }),
  ],
};

/**
 * Entries of all endpoints. The test fails for a route without an entry and for an entry without a route. Public
 * endpoints belong to no account: anyone with the UUID may use them.
 */
export const ROUTE_ENTRIES: Record<string, RouteEntry> = {
  'POST /login': none,
  'POST /register': none,
  'POST /logout': none,
  'POST /console/login': none,
  'GET /console/session': none,
  'GET /console/changes': none,
  'GET /console/api-keys': none,
  'POST /console/logout': none,
  'PUT /console/timezone': { body: { timezone: 'Europe/Bucharest' } },
  'PUT /console/password': { body: { current_password: 'correct horse', new_password: 'wrong horse' } },
  'GET /user/statistics': none,
  'GET /user/search': none,
  'GET /user/search/content': { query: { assistant_id: 'assistant' } },
  'GET /user/me': none,
  'GET /user/audit-log': none,
  'GET /user/audit-log/export': none,
  'GET /user/audit-log/{id}': { path: { id: 'auditEntry' } },
  'GET /user/second-factor': none,
  'POST /user/second-factor': none,
  'POST /user/second-factor/confirm': none,
  'POST /user/second-factor/recovery-codes': none,
  'POST /user/second-factor/turn-off': none,
  'PUT /user/second-factor/requirement': none,
  'GET /user/profile': none,
  'PUT /user/profile': none,
  'GET /user/accounts': none,
  'POST /user/accounts': { body: { name: 'Client' } },
  'PUT /user/accounts/{id}': { path: { id: 'account' }, body: { name: 'Mine now' } },
  // API keys are refused before the id is looked at; members.test.ts tests sessions.
  'POST /user/accounts/{id}/switch': none,
  'GET /user/members': none,
  'POST /user/members': { body: { email: 'ana@example.com', role: 'viewer' } },
  'PUT /user/members/{id}': { path: { id: 'member' }, body: { role: 'agent' } },
  'DELETE /user/members/{id}': { path: { id: 'member' } },
  'GET /user/invitations': none,
  'POST /user/invitations': { body: { email: 'ana@example.com', role: 'viewer' } },
  'DELETE /user/invitations/{id}': { path: { id: 'invitation' } },
  'GET /invitations/{token}': none,
  'POST /invitations/{token}/accept': none,
  'GET /user/pronunciations': none,
  'PUT /user/pronunciations': { body: { data: [] } },
  'POST /user/api-keys': { body: { name: 'Key' } },
  'GET /user/api-keys': none,
  'DELETE /user/api-keys/{id}': { path: { id: 'apiKey' } },
  'POST /user/assistant': { bodies: assistantReferences },
  'PUT /user/assistant/{id}': { ...assistant, bodies: assistantReferences },
  'GET /user/assistant/{id}': assistant,
  'DELETE /user/assistant/{id}': assistant,
  'POST /user/assistant/{id}/activate': assistant,
  'POST /user/assistant/{id}/deactivate': assistant,
  'GET /user/assistant/{id}/latency': assistant,
  'PUT /user/assistant/{id}/widget-picture': assistant,
  'DELETE /user/assistant/{id}/widget-picture': assistant,
  'POST /user/assistant/{id}/widget-secret': assistant,
  'GET /user/assistant/{id}/widget-secret': assistant,
  'DELETE /user/assistant/{id}/widget-secret': assistant,
  'GET /user/assistants/get': none,
  'GET /user/assistants': none,
  'GET /user/assistants/outbound': none,
  'GET /user/assistants/summaries': none,
  'POST /user/assistants/enable-webhook': { bodies: [webhook] },
  'POST /user/assistants/disable-webhook': { bodies: [webhook] },
  'POST /user/assistants/enable-inbound-webhook': { bodies: [webhook] },
  'POST /user/assistants/disable-inbound-webhook': { bodies: [webhook] },
  'POST /user/assistants/enable-conversation-ended-webhook': { bodies: [webhook] },
  'POST /user/assistants/disable-conversation-ended-webhook': { bodies: [webhook] },
  'GET /user/assistants/models': none,
  'GET /user/assistants/voices': none,
  'GET /voices/{id}/preview': none,
  'GET /user/assistants/languages': none,
  'GET /user/assistants/synthesizer-providers': none,
  'GET /user/assistants/transcriber-providers': none,
  'POST /user/make_call': {
    bodies: [(ids) => ({ phone_number: '+40721234567', assistant_id: ids.outboundAssistant })],
  },
  'POST /user/calls/web': { bodies: [(ids) => ({ assistant_id: ids.assistant })] },
  'GET /user/calls': { query: { assistant_id: 'assistant' } },
  'GET /user/calls/export': { query: { assistant_id: 'assistant' } },
  'GET /user/calls/{id}': call,
  'GET /user/calls/{id}/events': call,
  'POST /user/calls/{id}/hang-up': { ...call, body: {} },
  'POST /user/calls/{id}/say': { ...call, body: { text: 'Hello' } },
  'POST /user/calls/{id}/whisper': { ...call, body: { text: 'Hello' } },
  'POST /user/calls/{id}/transfer': { ...call, body: { phone_number: '+40721234567' } },
  'POST /calls/held/command/{token}': none,
  'POST /user/calls/{id}/cancel': call,
  'DELETE /user/calls/{id}': call,
  'POST /user/campaign': newCampaign,
  'POST /user/campaigns': newCampaign,
  'GET /user/campaigns': none,
  'GET /user/campaigns/limits': none,
  'GET /user/campaigns/progress': none,
  'GET /user/campaign/{id}': campaign,
  'PUT /user/campaign/{id}': {
    ...campaign,
    body: { name: 'Mine now' },
    bodies: [
      (ids) => ({ assistant_id: ids.outboundAssistant }),
      (ids) => ({ phone_number_ids: [ids.number] }),
    ],
  },
  'DELETE /user/campaign/{id}': campaign,
  'POST /user/campaign/{id}/leads/import': campaign,
  'GET /user/campaign/{id}/leads/export': campaign,
  'GET /user/campaign/{id}/report': campaign,
  'GET /user/campaign/{id}/monitor': campaign,
  'GET /user/campaign/{id}/start-check': campaign,
  'POST /user/campaigns/update-status': {
    bodies: [(ids) => ({ campaign_id: ids.campaign, action: 'stop' })],
  },
  'POST /user/lead': {
    bodies: [(ids) => ({ campaign_id: ids.campaign, phone_number: '+40721000003' })],
  },
  'POST /user/leads/bulk': {
    bodies: [(ids) => ({ campaign_id: ids.campaign, leads: [{ phone_number: '+40721000004' }] })],
  },
  'GET /user/leads': { query: { campaign_id: 'campaign' } },
  'GET /user/leads/{id}': lead,
  'PUT /user/leads/{id}': changedLead,
  'PUT /leads/{id}': changedLead,
  'DELETE /user/leads/{id}': lead,
  'POST /user/blacklist/bulk': { body: { phone_numbers: ['+40721000005'] } },
  'POST /password-resets': none,
  'POST /password-resets/{token}': none,
  'POST /email-changes/{token}': none,
  'GET /user/alerts': none,
  'POST /user/alerts/dismiss': none,
  'POST /user/alerts/{id}/dismiss': { path: { id: 'alert' } },
  'GET /user/alert-settings': none,
  'PUT /user/alert-settings': { body: { low_balance: 7 } },
  'POST /user/alert-settings/test-email': none,
  'GET /user/blacklist': none,
  'POST /user/blacklist': { body: { phone_number: '+40721000004' } },
  'DELETE /user/blacklist/{id}': { path: { id: 'blacklistedNumber' } },
  'GET /recordings/{key}': none,
  'POST /carriers/calls/{provider}/inbound': none,
  'POST /carriers/calls/{provider}/answer/{process}/{attempt}': none,
  'POST /carriers/calls/{provider}/status/{process}/{attempt}': none,
  'POST /conversations': none,
  'GET /conversations/{uuid}': none,
  'GET /conversations/{uuid}/events': none,
  'POST /conversations/{uuid}/messages': none,
  'POST /conversations/{uuid}/files': none,
  'GET /conversations/{uuid}/files/{file}': none,
  'GET /widgets/{uuid}': none,
  'GET /widgets/{uuid}/picture': none,
  'POST /widgets/{uuid}/identify': none,
  'POST /widgets/{uuid}/calls': none,
  'POST /user/ai/generate-reply': reply,
  'POST /ai/generate-reply': reply,
  'GET /user/conversations/export': { query: { assistant_id: 'assistant' } },
  'GET /user/conversations': { query: { assistant_id: 'assistant' } },
  'GET /user/inbox': { query: { assistant_id: 'assistant', group_id: 'group' } },
  'GET /user/inbox/counts': none,
  'GET /user/inbox/choices': none,
  'PUT /user/conversations/{uuid}/assignment': {
    ...conversation,
    bodies: [(ids) => ({ person_id: ids.person }), (ids) => ({ group_id: ids.group })],
  },
  'PUT /user/conversations/{uuid}/tags': { ...conversation, body: { tags: ['mine now'] } },
  'PUT /user/conversations/{uuid}/read': conversation,
  'PUT /user/conversations/{uuid}/snooze': { ...conversation, body: { until: tomorrow() } },
  'POST /user/conversations/{uuid}/close': conversation,
  'POST /user/conversations/{uuid}/reopen': conversation,
  'POST /user/conversations/bulk': {
    bodies: [
      (ids) => ({ ids: ['none'], action: 'assign', person_id: ids.person }),
      (ids) => ({ ids: ['none'], action: 'assign', group_id: ids.group }),
    ],
  },
  'GET /user/conversations/{uuid}/events': conversation,
  'GET /user/conversations/{uuid}/notes': conversation,
  'POST /user/conversations/{uuid}/notes': { ...conversation, body: { content: 'Mine now' } },
  'DELETE /user/conversations/{uuid}/notes/{id}': { path: { uuid: 'conversation', id: 'note' } },
  'GET /user/conversations/{uuid}/presence': conversation,
  'PUT /user/conversations/{uuid}/presence': { ...conversation, body: { is_typing: true } },
  'DELETE /user/conversations/{uuid}/presence': conversation,
  'GET /user/groups': none,
  'POST /user/groups': {
    bodies: [(ids) => ({ name: `Group of ${ids.person}`, member_ids: [ids.person] })],
  },
  'PUT /user/groups/{id}': { path: { id: 'group' }, body: { name: 'Mine now', member_ids: [] } },
  'DELETE /user/groups/{id}': { path: { id: 'group' } },
  'GET /user/canned-replies': none,
  'POST /user/canned-replies': { body: { shortcut: 'mine', content: 'Mine now' } },
  'PUT /user/canned-replies/{id}': {
    path: { id: 'cannedReply' },
    body: { shortcut: 'mine-now', content: 'Mine now' },
  },
  'DELETE /user/canned-replies/{id}': { path: { id: 'cannedReply' } },
  'GET /user/conversations/{uuid}': conversation,
  'POST /user/conversations/{uuid}/enable-ai': conversation,
  'POST /user/conversations/{uuid}/disable-ai': conversation,
  'POST /user/conversations/{uuid}/rewind': { ...conversation, body: { keep_messages: 1 } },
  'POST /user/conversations/{uuid}/messages': { ...conversation, body: { message: 'Hello' } },
  'GET /user/knowledgebases': none,
  'GET /user/knowledgebases/{id}': knowledgebase,
  'POST /user/knowledgebases': { body: { name: 'Handbook' } },
  'PUT /user/knowledgebases/{id}': { ...knowledgebase, body: { name: 'Mine now' } },
  'DELETE /user/knowledgebases/{id}': knowledgebase,
  'POST /user/knowledgebases/{id}/search': { ...knowledgebase, body: { query: 'anything' } },
  'GET /user/documents/failed': none,
  'GET /user/knowledgebases/{knowledgebase_id}/documents': documents,
  'POST /user/knowledgebases/{knowledgebase_id}/documents': {
    ...documents,
    body: { name: 'Page', type: 'website', url: 'http://127.0.0.1:9/' },
  },
  'GET /user/knowledgebases/{knowledgebase_id}/documents/{id}': document,
  'GET /user/knowledgebases/{knowledgebase_id}/documents/{id}/chunks': document,
  'PUT /user/knowledgebases/{knowledgebase_id}/documents/{id}': { ...document, body: { name: 'Mine now' } },
  'DELETE /user/knowledgebases/{knowledgebase_id}/documents/{id}': document,
  'POST /user/knowledgebases/{knowledgebase_id}/documents/{id}/retry': document,
  'POST /user/knowledgebases/{knowledgebase_id}/documents/{id}/refresh': document,
  'GET /user/phone-numbers': none,
  'GET /user/phone-numbers/all': none,
  'GET /user/assistants/phone-numbers': none,
  'GET /user/phone-numbers/search': none,
  'POST /user/phone-numbers/purchase': none,
  'DELETE /user/phone-numbers/{id}': { path: { id: 'number' } },
  'PUT /user/assistants/phone-numbers/{id}': {
    path: { id: 'number' },
    body: { assistant_id: null },
    bodies: [(ids) => ({ assistant_id: ids.assistant })],
  },
  'GET /user/phone-numbers/sip-trunks': none,
  'POST /user/phone-numbers/sip-trunks': none,
  'GET /user/phone-numbers/sip-trunks/{id}': trunk,
  'PUT /user/phone-numbers/sip-trunks/{id}': { ...trunk, body: { nickname: 'Mine now' } },
  'GET /user/msgapp/senders': none,
  'POST /user/msgapp/senders': none,
  'GET /user/msgapp/senders/{id}': sender,
  'PUT /user/msgapp/senders/{id}': { ...sender, body: { display_name: 'Mine now' } },
  'DELETE /user/msgapp/senders/{id}': sender,
  'GET /user/msgapp/senders/{id}/unattributed-reports': sender,
  'GET /user/msgapp/senders/{sender_id}/templates': senderTemplates,
  'POST /user/msgapp/senders/{sender_id}/templates/sync': senderTemplates,
  'POST /user/msgapp/send-freeform': { bodies: [freeform] },
  'POST /user/msgapp/send': { bodies: [fromTemplate] },
  'GET /user/msgapp/session-status': none,
  'GET /user/msgapp/messages/{id}': { path: { id: 'channelMessage' } },
  'GET /user/msgapp/conversations/{id}/messages': { path: { id: 'channelConversation' } },
  'GET /user/msgapp/attachments/{id}': { path: { id: 'attachment' } },
  'POST /sandbox/msgapp/senders': { bodies: [(ids) => ({ assistant_id: ids.assistant })] },
  'PUT /sandbox/msgapp/senders/{id}': { ...sender, body: { status: 'offline' } },
  'POST /sandbox/msgapp/senders/{id}/templates': {
    ...sender,
    body: { name: 'mine', language: 'en', category: 'utility', status: 'approved', body_text: 'Mine now' },
  },
  'POST /sandbox/msgapp/senders/{id}/inbound': {
    ...sender,
    body: { from: '+40721000002', message: 'Hello' },
  },
  'GET /carriers/msgapp/{key}': none,
  'POST /carriers/msgapp/{key}': none,
  'POST /sandbox/phone-numbers': none,
  'POST /user/sms': {
    bodies: [
      (ids) => ({ from: ids.number, to: '+40721234567', body: 'Hello' }),
      (ids) => ({ phone_number_id: ids.number, phone_number: '+40721234567', message: 'Hello' }),
    ],
  },
  'GET /user/sms': { query: { phone_number_id: 'number' } },
  'GET /user/sms/{id}': { path: { id: 'sms' } },
  'POST /carriers/sms/{provider}': none,
  'POST /sandbox/sms': { bodies: [(ids) => ({ to: ids.number, from: '+40721234567', body: 'Hello' })] },
  'POST /sandbox/calls': none,
  'POST /sandbox/phones': none,
  'PUT /sandbox/balance': { body: { amount: 5 } },
  'GET /user/billing/charges': { query: { conversation: 'conversation' } },
  'GET /user/billing/charges/export': { query: { conversation: 'conversation' } },
  'GET /user/billing/summary': none,
  'GET /user/billing/prices': none,
  'GET /user/billing/usage': none,
  'GET /user/tools': none,
  'POST /user/tools': none,
  'GET /user/tools/{id}': tool,
  'PUT /user/tools/{id}': { ...tool, body: { name: 'mine_now' } },
  'DELETE /user/tools/{id}': tool,
  'GET /user/mcp-servers': none,
  'POST /user/mcp-servers': none,
  'GET /user/mcp-servers/{id}': mcpServer,
  'GET /user/mcp-servers/{id}/tools': mcpServer,
  'PUT /user/mcp-servers/{id}': { ...mcpServer, body: { name: 'Mine now' } },
  'DELETE /user/mcp-servers/{id}': mcpServer,
  'GET /user/vendors': none,
  'PUT /user/vendors/{code}': none,
  'DELETE /user/vendors/{code}': none,
  'POST /user/vendors/{code}/test': none,
  'GET /user/webhook-secret': none,
  'POST /user/webhook-secret/rotate': none,
  'GET /console/webhook-rotation': none,
  'GET /user/webhook-deliveries': { query: { assistant_id: 'assistant' } },
  'GET /user/webhook-deliveries/{id}': delivery,
  'POST /user/webhook-deliveries/{id}/resend': delivery,
  'POST /user/webhook-deliveries/replay': {
    body: { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' },
  },
  'GET /user/webhook-endpoints': none,
  'POST /user/webhook-endpoints': {
    body: { url: 'https://example.com/events', events: ['*'], description: 'Mine' },
  },
  'PUT /user/webhook-endpoints/{id}': {
    path: { id: 'subscribedEndpoint' },
    body: { description: 'Mine now' },
  },
  'DELETE /user/webhook-endpoints/{id}': { path: { id: 'subscribedEndpoint' } },
  'POST /user/webhook-endpoints/{id}/test': { path: { id: 'subscribedEndpoint' } },
  'GET /user/webhook-targets': none,
  'POST /user/webhook-targets/{id}/enable': { path: { id: 'webhookEndpoint' } },
  'POST /user/tools/{id}/test': { ...tool, body: { arguments: { order_id: '7' } } },
};
