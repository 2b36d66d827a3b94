import { receiveReports } from '../../src/modules/messages/actions.ts';
import type { Client, TestServer } from './test-server.ts';

let count = 0;

/** Inserts a phone number of the account, as if it was bought; returns its id. */
export function insertNumber(
  account: Client,
  type: 'normal' | 'sip' | 'caller_id' = 'normal',
): Promise<number> {
  count += 1;
  const phone_number = `+1202555${String(count).padStart(4, '0')}`;
  return createdId(account, '/sandbox/phone-numbers', { phone_number, type });
}

/** Inserts an inbound SMS to a number of the account; returns its id. */
export async function insertSms(account: Client): Promise<number> {
  const to = await insertNumber(account);
  return createdId(account, '/sandbox/sms', { to, from: '+40721234567', body: 'Hello' });
}

/** Creates a mid-call tool of the account with an unreachable endpoint; returns its id. */
export function insertTool(account: Client): Promise<number> {
  const endpoint = 'http://127.0.0.1:9/{order_id}';
  const schema = [{ name: 'order_id', type: 'string', description: 'Order number' }];
  const tool = { name: 'look_up', description: 'Looks it up.', endpoint, method: 'GET', schema };
  return createdId(account, '/user/tools', tool);
}

/** Adds an MCP server to the account that cannot be reached; returns its id. */
export function insertMcpServer(account: Client): Promise<number> {
  return createdId(account, '/user/mcp-servers', { name: 'Shop', url: 'http://127.0.0.1:9/mcp' });
}

/** Creates what teams have for their inbox, with a note in a conversation; returns the ids. */
export async function insertInbox(
  server: TestServer,
  account: Client,
  conversation: string,
): Promise<Record<'group' | 'cannedReply' | 'note' | 'person', number>> {
  const [member] = await server.database.query<{ person_id: number }>(
    'select person_id from memberships where user_id = $1 order by created_at limit 1',
    [account.userId],
  );
  const note = { content: 'A note' };
  return {
    group: await createdId(account, '/user/groups', { name: 'Support', member_ids: [] }),
    cannedReply: await createdId(account, '/user/canned-replies', { shortcut: 'hello', content: 'Hello!' }),
    note: await createdId(account, `/user/conversations/${conversation}/notes`, note),
    person: member?.person_id ?? 0,
  };
}

/** Creates an extension on a PBX for the account; returns its id. */
export function insertTrunk(account: Client): Promise<number> {
  count += 1;
  return createdId(account, '/user/phone-numbers/sip-trunks', {
    sip_trunk_type: 'extension',
    phone_number: String(1000 + count),
    country_code: 'RO',
    sip_address: 'pbx.example.com',
    sip_username: 'alice',
    sip_password: 'secret',
  });
}

/** Inserts an unanswered call of the account; returns its id. */
export async function insertEndedCall(
  server: TestServer,
  { userId }: Client,
  assistantId: number,
): Promise<number> {
  const [call] = await server.database.query<{ id: number }>(
    `insert into calls (user_id, assistant_id, type, status, client_phone_number, ringing_time_ms, variables,
       ended_at, end_reason, recorded_at, evaluation)
     values ($1, $2, 'outbound', 'no-answer', '+40721000001', 30000, '{}', clock_timestamp(), 'Nobody answered.',
       clock_timestamp(), '[]') returning id`,
    [userId, assistantId],
  );
  return call?.id ?? 0;
}

export async function insertAlert(server: TestServer, { userId }: Client): Promise<number> {
  const [alert] = await server.database.query<{ id: number }>(
    `insert into alerts (user_id, kind, object_id, object_name, message)
     values ($1, 'provider_failed', 'model', 'model', 'The vendor is unavailable.') returning id`,
    [userId],
  );
  return alert?.id ?? 0;
}

/** Creates a sandbox sender with a template, and a customer who sent a picture and got an answer. */
export async function insertChannel(
  server: TestServer,
  account: Client,
): Promise<Record<'sender' | 'template' | 'channelConversation' | 'channelMessage' | 'attachment', number>> {
  const sender = await createdId(account, '/sandbox/msgapp/senders', {});
  const template = await createdId(account, `/sandbox/msgapp/senders/${sender}/templates`, {
    name: 'hello',
    language: 'en',
    category: 'utility',
    status: 'approved',
    body_text: 'Hello',
  });
  const from = '+40721000001';
  const [received] = await receiveReports(server.dependencies.messages, {
    sender: { id: sender, userId: account.userId, provider: 'sandbox' },
    reports: [
      {
        kind: 'message',
        channel: 'msgapp',
        providerMessageId: 'picture',
        from,
        to: '',
        text: 'See',
        customerName: 'Ana',
        sentAt: null,
        channelUserId: null,
        isTyped: true,
        isQuestion: true,
        about: null,
        carrierWord: null,
        media: [{ reference: 'picture', contentType: 'image/png', fileName: null }],
      },
    ],
  });
  const [attachment] = await server.database.query<{ id: number }>(
    `update attachments set status = 'stored', byte_count = 0 where user_id = $1 returning id`,
    [account.userId],
  );
  const sent = await account.post('/user/msgapp/send', {
    sender_id: sender,
    template_id: template,
    recipient_phone: from,
  });
  return {
    sender,
    template,
    channelConversation: received?.conversationId ?? 0,
    channelMessage: sent.body.msgapp_message_id,
    attachment: attachment?.id ?? 0,
  };
}

async function createdId(account: Client, path: string, body: object): Promise<number> {
  const created = await account.post(path, body);
  if (created.status !== 201) throw new Error(`${path} refused: ${created.text}`);
  return created.body.data.id;
}
