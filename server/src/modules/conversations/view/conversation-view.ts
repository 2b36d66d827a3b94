import type { ConversationView } from '#contract/conversations.ts';
import type { Executor } from '../../../db/client.ts';
import { jsonObject } from '../../../db/json-object.ts';
import { customerName, inboxStateJson } from '../inbox/inbox-state.ts';
import { ATTACHMENT_JSON } from '../messages/attachment-json.ts';
import { lostCalls, saidCount, wasSaid } from '../messages/said.ts';
import { hasOptedOut } from '../store.ts';

type Message = ConversationView['transcript'][number];

const MODEL_CALL_JSON = jsonObject<Message['model_calls'][number]>({
  model: 'model',
  input_tokens: 'input_tokens',
  output_tokens: 'output_tokens',
  cost: 'cost_micros / 1000000.0::float8',
  first_event_ms: 'first_event_ms',
  total_ms: 'total_ms',
  error_code: 'error_code',
});

/** SQL: model calls of the conversation `talk`, by answered message. */
const MODEL_CALLS = `
  select message_id, json_agg(${MODEL_CALL_JSON} order by id) as calls
  from model_calls where model_calls.conversation_id = talk.id group by message_id`;

const MESSAGE_JSON = jsonObject<Message>({
  role: 'role',
  author: 'author',
  author_name: '(select name from people where people.id = messages.person_id)',
  content: 'content',
  attachments: `(select coalesce(json_agg(${ATTACHMENT_JSON} order by attachment.id), '[]')
    from attachments attachment where attachment.message_id = messages.id)`,
  function_calls: `coalesce(function_calls, ${lostCalls('messages')}, '[]')`,
  model_calls: `coalesce(made.calls, '[]')`,
  created_at: 'iso_timestamp(messages.created_at)',
});

const COST_JSON = jsonObject<ConversationView['costs'][number]>({
  kind: 'kind',
  amount: 'amount_micros / 1000000.0::float8',
  note: 'note',
  created_at: 'plain_timestamp(charges.created_at)',
});

const SENDER_JSON = jsonObject<ConversationView['sender']>({
  phone_number: 'phone_number',
  display_name: 'display_name',
});

const SILENCE_JSON = jsonObject<NonNullable<ConversationView['silence']>>({
  reason: 'talk.silence_reason',
  since: 'iso_timestamp(talk.silent_since)',
  until: 'iso_timestamp(talk.silent_until)',
});

const VIEW_JSON = jsonObject<ConversationView>({
  id: 'talk.uuid',
  assistant_id: 'assistants.uuid',
  assistant_name: 'assistants.name',
  type: 'talk.type',
  status: `case when talk.ended_at is null then 'active' else 'ended' end`,
  message_count: saidCount('talk'),
  total_cost: 'talk.cost_micros / 1000000.0::float8',
  ai_enabled: 'talk.ai_enabled',
  silence: `case when talk.silent_until > clock_timestamp() then ${SILENCE_JSON} end`,
  summary: 'talk.summary',
  variables: 'talk.variables',
  customer_identifier: 'talk.customer_identifier',
  customer_phone: 'talk.customer_phone',
  customer_name: customerName('talk'),
  visitor: 'talk.visitor',
  has_opted_out: hasOptedOut('talk'),
  inbox: inboxStateJson('talk'),
  sender: `(select ${SENDER_JSON}
    from senders where senders.user_id = talk.user_id and senders.id = talk.sender_id)`,
  created_at: 'plain_timestamp(talk.created_at)',
  updated_at: 'plain_timestamp(talk.updated_at)',
  ended_at: 'plain_timestamp(talk.ended_at)',
  evaluation: 'last_end.evaluation',
  evaluation_error: 'last_end.evaluation_error',
  transcript: `coalesce((select json_agg(${MESSAGE_JSON} order by id)
    from messages left join lateral (${MODEL_CALLS}) made on made.message_id = messages.reply_to
    where messages.user_id = talk.user_id and conversation_id = talk.id
      and ${wasSaid('messages')}), '[]')`,
  costs: `coalesce((select json_agg(${COST_JSON} order by id)
    from charges where charges.user_id = talk.user_id and conversation_id = talk.id), '[]')`,
});

/** Full view of a conversation for its account, as JSON text; null if unknown. */
export async function readConversationView(
  database: Executor,
  { userId, uuid }: { userId: number; uuid: string },
): Promise<string | null> {
  const [row] = await database.query<{ view: string }>(
    `select ${VIEW_JSON}::text as view
     from conversations talk
     left join assistants on assistants.user_id = talk.user_id and assistants.id = talk.assistant_id
     left join lateral (
       select coalesce(evaluation, '[]') as evaluation, evaluation_error from conversation_ends
       where conversation_ends.user_id = talk.user_id and conversation_id = talk.id and recorded_at is not null
       order by evaluation is null, number desc limit 1) last_end on true
     where talk.user_id = $1 and talk.uuid = $2`,
    [userId, uuid],
  );
  return row?.view ?? null;
}
