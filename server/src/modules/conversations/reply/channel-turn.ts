import type { TurnPart } from '../../../agent/made-calls.ts';
import type { FunctionCall } from '../../../agent/tool.ts';
import type { HistoryMessage } from '../../../agent/turn.ts';
import { storableText } from '../../../core/storable.ts';
import type { Executor } from '../../../db/client.ts';
import { jsonObject } from '../../../db/json-object.ts';
import { type PricedModelCall, priceCalls } from '../messages/priced-call.ts';
import { lostCalls, openingOf, wasSaid } from '../messages/said.ts';
import { LIMITED_UNTIL, type Silence } from '../messages/silence.ts';
import { callJournal, readCalls, type StoredCall, unreportedCalls } from '../messages/tool-calls.ts';
import {
  HISTORY_FUNCTION_CALLS,
  HISTORY_MESSAGES,
  type StoredHistoryMessage,
} from '../messages/turn-order.ts';
import {
  CONVERSATION_FIELDS,
  type Conversation,
  type ConversationAssistant,
  findAssistant,
} from '../store.ts';
import { areAutomatic, RECENT_MESSAGES, type RecentMessage } from './automatic-replies.ts';
import { messageForModel, messagesForModel, type SaidMessage } from './message-for-model.ts';
import { readPictures } from './pictures.ts';
import { SAID } from './said-message-sql.ts';
import { type ReplyDependencies, runToEnd, storableCall, summarizeLater, turnInput } from './start-reply.ts';

/** A customer's turn in a channel conversation. */
export interface CustomerTurn {
  conversation_id: number;
  user_id: number;
  /** The customer's newest message; the answer covers all messages up to it. */
  message_id: number;
}

/** The assistant's answer to the customer's unanswered messages. */
export interface ComposedAnswer {
  senderId: number;
  customerPhone: string;
  /** The sender's carrier, which may limit texts further. */
  provider: string;
  text: string;
  functionCalls: FunctionCall[];
}

export type Composition =
  | { kind: 'answer'; answer: ComposedAnswer; modelCalls: PricedModelCall[] }
  /** The assistant does not answer this customer for a time. */
  | { kind: 'silent'; silence: Silence }
  /** The reason is null if a person has answered. */
  | { kind: 'none'; reason: 'AI_DISABLED' | 'NO_ASSISTANT' | 'INSUFFICIENT_BALANCE' | 'NO_QUESTION' | null }
  /** The models failed; a retry may work. */
  | { kind: 'failed'; error: unknown; modelCalls: PricedModelCall[] };

interface LoadedMessage extends SaidMessage {
  id: number;
  /** False if the customer deleted the message, and for stickers. */
  isQuestion: boolean;
  /** Tool calls of an abandoned turn, or of a reply that was not delivered. */
  functionCalls: FunctionCall[];
}

interface LoadedHistory extends SaidMessage {
  id: number;
  role: HistoryMessage['role'];
  functionCalls: FunctionCall[];
}

type WaitingMessage = Pick<LoadedMessage, 'id' | 'content' | 'isQuestion' | 'functionCalls'>;

interface LoadedTurn {
  conversation: Conversation & {
    assistant_id: number | null;
    /** The message whose answer handed the conversation to people; that answer is still sent. */
    handed_off_by: number | null;
    sender_id: number | null;
    /** Null if the sender was deleted. */
    provider: string | null;
    /** E.164, or the channel's own id of the customer. */
    customer_address: string;
  };
  balance: number;
  /** An earlier silence that has not ended. */
  silence: Silence | null;
  /** When a customer with as many answers as the assistant's limit may get another, in ISO 8601; else null. */
  limited_until: string | null;
  /** End of a silence that begins now, in ISO 8601. */
  pause_until: string;
  /** The newest messages up to the customer's, oldest first, without those of a silence that has ended. */
  recent: RecentMessage[];
  /** A person has answered since the customer's message. */
  is_answered: boolean;
  /** Messages before the customer's first one. */
  opening: string | null;
  summary: string | null;
  /** The newest message of the summary; 0 without one. */
  summarized_until: number;
  /** Oldest first, without unanswered messages. */
  history: LoadedHistory[];
  /** Unanswered messages, oldest first. */
  waiting: LoadedMessage[];
}

const turnOf = ({
  user_id: userId,
  conversation_id: conversationId,
  message_id: messageId,
}: CustomerTurn) => ({
  userId,
  conversationId,
  messageId,
});

/**
 * Separates history from this turn. Messages up to the end of the last finished turn are history. The others form this
 * turn, in parts that end with the tool calls of earlier attempts.
 */
function splitWaiting(
  waiting: readonly WaitingMessage[],
  calls: readonly StoredCall[],
): { over: StoredHistoryMessage[]; parts: TurnPart[]; unreported: StoredCall[] } {
  const newest = waiting.length - 1;
  const first =
    waiting.findLastIndex(({ functionCalls }, index) => index < newest && functionCalls.length > 0) + 1;
  const over = waiting.slice(0, first).map((message) => ({ ...message, role: 'user' as const }));
  const begins = waiting[first]?.id ?? 0;
  const unreported = calls.filter(({ messageId }) => over.some(({ id }) => id === messageId));
  const parts: TurnPart[] = [];
  let texts: string[] = [];
  let rest = calls.filter(({ messageId }) => messageId >= begins);
  for (const { id, content } of waiting.slice(first)) {
    texts.push(content);
    const made = rest.filter(({ messageId }) => messageId <= id);
    if (made.length === 0 && id !== waiting[newest]?.id) continue;
    parts.push({ message: texts.join('\n'), calls: made });
    rest = rest.filter((call) => !made.includes(call));
    texts = [];
  }
  return { over, parts, unreported };
}

/** Runs the assistant's turn. Stores nothing but the tool calls. @param begins called before the model is asked */
export async function composeAnswer(
  dependencies: ReplyDependencies,
  pending: CustomerTurn,
  begins: (sender: { senderId: number; provider: string }) => void,
): Promise<Composition> {
  const { database } = dependencies;
  const turn = await loadTurn(database, pending);
  const { conversation, opening } = turn;
  const history = turn.history.map(
    (message): StoredHistoryMessage => ({
      id: message.id,
      role: message.role,
      content: messageForModel(message, false),
      functionCalls: message.functionCalls,
    }),
  );
  const texts = messagesForModel(turn.waiting);
  const waiting = turn.waiting.map((message, index) => ({ ...message, content: texts[index] ?? '' }));
  if (turn.is_answered) return { kind: 'none', reason: null };
  if (!turn.waiting.some(({ isQuestion }) => isQuestion)) return { kind: 'none', reason: 'NO_QUESTION' };
  const isHandingOff = turn.waiting.some(({ id }) => id === conversation.handed_off_by);
  if (!conversation.ai_enabled && !isHandingOff) return { kind: 'none', reason: 'AI_DISABLED' };
  const assistant = await assistantOf(database, conversation);
  const { sender_id: senderId, customer_address: customerPhone, provider } = conversation;
  if (assistant === null || senderId === null || provider === null)
    return { kind: 'none', reason: 'NO_ASSISTANT' };
  const silence = silenceOf(turn);
  if (silence !== null) return { kind: 'silent', silence };
  if (turn.balance < dependencies.prices.msgappMessageMicros) {
    return { kind: 'none', reason: 'INSUFFICIENT_BALANCE' };
  }
  const calls = await readCalls(database, turnOf(pending));
  const { over, parts, unreported } = splitWaiting(waiting, calls);
  const newest = parts.at(-1);
  if (newest !== undefined) {
    const shown = waiting.filter(({ files }) => files.some(({ isShown }) => isShown));
    newest.images = await readPictures(
      database,
      pending.user_id,
      shown.map(({ id }) => id),
    );
  }
  const loaded = { conversation, assistant, opening };
  try {
    const journal = callJournal(database, turnOf(pending));
    const input = await turnInput(dependencies, loaded, {
      history: [...history, ...over],
      parts,
      unreported: unreportedCalls(unreported, over),
      journal,
      summary: turn.summary,
      isStreamed: false,
    });
    begins({ senderId, provider });
    const { result, error } = await runToEnd(input, () => undefined);
    const modelCalls = priceCalls(dependencies.modelPrices, result.modelCalls);
    if (error !== null) return { kind: 'failed', error, modelCalls };
    const text = storableText(result.text).trim();
    if (text === '') return { kind: 'failed', error: new Error('The model returned no text.'), modelCalls };
    summarizeLater(dependencies, turnOf(pending), { history, summarizedUntil: turn.summarized_until });
    const functionCalls = result.functionCalls.map(storableCall);
    return { kind: 'answer', answer: { senderId, customerPhone, provider, text, functionCalls }, modelCalls };
  } catch (error) {
    return { kind: 'failed', error, modelCalls: [] };
  }
}

function silenceOf(turn: LoadedTurn): Silence | null {
  if (turn.limited_until !== null) return { reason: 'DAILY_LIMIT', until: turn.limited_until };
  if (turn.silence?.reason === 'AUTOMATIC_REPLIES') return turn.silence;
  // Two robots that answer each other would never stop, and every answer costs money.
  return areAutomatic(turn.recent) ? { reason: 'AUTOMATIC_REPLIES', until: turn.pause_until } : null;
}

function assistantOf(
  database: Executor,
  { user_id: userId, assistant_id: id }: LoadedTurn['conversation'],
): Promise<ConversationAssistant | null> {
  return id === null ? Promise.resolve(null) : findAssistant(database, { userId, id });
}

const CONVERSATION = jsonObject<LoadedTurn['conversation']>({
  ...CONVERSATION_FIELDS,
  assistant_id: 'conversations.assistant_id',
  handed_off_by: 'conversations.handed_off_by',
  sender_id: 'conversations.sender_id',
  customer_address: 'coalesce(conversations.customer_phone, conversations.customer_identifier)',
  provider: '(select provider from senders where id = conversations.sender_id)',
});

const HISTORY_MESSAGE = jsonObject<LoadedHistory>({
  ...SAID,
  id: 'id',
  role: 'role',
  functionCalls: `case when age <= $4 or role = 'user' then coalesce(function_calls, '[]'::json) else '[]'::json end`,
});

const SILENCE = jsonObject<Silence>({
  reason: 'conversations.silence_reason',
  until: 'iso_timestamp(conversations.silent_until)',
});

const RECENT_MESSAGE = jsonObject<RecentMessage>({
  author: 'author',
  content: 'left(content, 1000)',
  atMs: 'extract(epoch from created_at) * 1000',
});

const WAITING_MESSAGE = jsonObject<LoadedMessage>({
  ...SAID,
  id: 'id',
  isQuestion: `not exists (select from received_messages received
    where received.message_id = marked.id and received.unanswered_reason = 'NO_QUESTION')`,
  functionCalls: `coalesce(function_calls, '[]'::json)`,
});

/**
 * Unanswered messages are those after the last message that the assistant answered and after a person's last message,
 * and in any case the newest. Messages written while an answer was generated precede it in the history but are
 * unanswered. A STOP, messages after it and the word that revokes it need no answer. Undelivered messages are not part
 * of the history.
 */
async function loadTurn(database: Executor, pending: CustomerTurn): Promise<LoadedTurn> {
  const [row] = await database.query<LoadedTurn>(
    `with last as (
       select id, role, author, content, created_at, coalesce(function_calls, ${lostCalls('messages')}) as function_calls, reply_to,
         edited_at, about, conversation_id,
         row_number() over (order by id desc) as age
       from messages where conversation_id = $1 and ${wasSaid('messages')}
       order by id desc limit $3),
     heard as (
       select greatest(coalesce(max(reply_to) filter (where reply_to < $2), 0),
           coalesce(max(id) filter (where author = 'human' and id < $2), 0)) as until
       from last),
     marked as (
       select last.*, role = 'user' and id <= $2 and (id = $2 or id > heard.until and not exists (
           select from received_messages received where received.message_id = last.id
             and received.unanswered_reason in ('OPTED_OUT', 'OPTED_IN'))) as waits
       from last, heard)
     select ${CONVERSATION} as conversation,
       ${openingOf('$1::bigint')} as opening, conversations.summary, conversations.summarized_until,
       coalesce((select json_agg(${HISTORY_MESSAGE} order by id)
         from marked where not waits), '[]') as history,
       coalesce((select json_agg(${WAITING_MESSAGE} order by id)
         from marked where waits), '[]') as waiting,
       (select balance_micros from users where id = $5) as balance,
       case when conversations.silent_until > clock_timestamp() then ${SILENCE} end as silence,
       iso_timestamp(${LIMITED_UNTIL('conversations')}) as limited_until,
       iso_timestamp(clock_timestamp() + interval '10 minutes') as pause_until,
       coalesce((select json_agg(${RECENT_MESSAGE} order by id) from last
         where id <= $2 and age <= $6
           and created_at > coalesce(conversations.silent_until, '-infinity')), '[]') as recent,
       exists (select from last where id > $2 and author = 'human') as is_answered
     from conversations where conversations.id = $1 and conversations.user_id = $5`,
    [
      pending.conversation_id,
      pending.message_id,
      HISTORY_MESSAGES,
      HISTORY_FUNCTION_CALLS,
      pending.user_id,
      RECENT_MESSAGES,
    ],
  );
  if (row === undefined) throw new Error('The conversation of a pending answer no longer exists.');
  return row;
}
