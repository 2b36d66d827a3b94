import type { HistoryMessage } from '../../../agent/turn.ts';
import type { Executor } from '../../../db/client.ts';
import { isUniqueViolation } from '../../../db/errors.ts';
import { jsonObject } from '../../../db/json-object.ts';
import { claimsIn } from '../../../work/claims.ts';
import { wasSaid } from './said.ts';
import { LIMITED_UNTIL } from './silence.ts';
import type { StoredCall, Turn } from './tool-calls.ts';

const TURNS = claimsIn();

/** Messages loaded as history; the agent's character budget is tighter. */
export const HISTORY_MESSAGES = 60;
/** Tool results are long, and older ones add nothing to the replies. */
export const HISTORY_FUNCTION_CALLS = 8;

export interface StoredHistoryMessage extends HistoryMessage {
  id: number;
}

export interface TurnStart {
  /** False while another turn of the conversation runs or is next. */
  isBegun: boolean;
  /** True while a turn of another process is before it. */
  awaitsOtherProcess: boolean;
  /** Customer messages of the conversation whose process died during their turn. */
  abandoned: number[];
  aiEnabled: boolean;
  /** Until the assistant may answer this customer again; null below its limit of answers in 24 hours. */
  limitedForSeconds: number | null;
  /** Oldest first, without this message and those that wait for their turn. Empty if the turn has not begun. */
  history: StoredHistoryMessage[];
  /** Facts from older messages; null without any. */
  summary: string | null;
  /** The newest message of the summary; 0 without one. */
  summarizedUntil: number;
  /** Tool calls of earlier attempts of this turn, and those that no reply had reported when the customer wrote. */
  calls: StoredCall[];
}

const WAITING: TurnStart = {
  isBegun: false,
  awaitsOtherProcess: true,
  abandoned: [],
  aiEnabled: true,
  limitedForSeconds: null,
  history: [],
  summary: null,
  summarizedUntil: 0,
  calls: [],
};

const HISTORY_MESSAGE = jsonObject<StoredHistoryMessage>({
  id: 'id',
  role: 'role',
  content: 'content',
  functionCalls: `case when age <= $5 or role = 'user' then coalesce(function_calls, '[]'::json) else '[]'::json end`,
});

const STORED_CALL = jsonObject<StoredCall>({
  messageId: 'message_id',
  key: 'key',
  round: 'round',
  name: 'name',
  arguments: 'arguments',
  result: 'result',
});

/** Begins a turn, unless another one of its conversation is running or was opened before. */
export async function beginTurn(
  database: Executor,
  { userId, conversationId, messageId }: Turn,
): Promise<TurnStart> {
  try {
    const [row] = await database.query<TurnStart>(
      `with begun as (
         update turns set started_at = clock_timestamp()
         where user_id = $1 and message_id = $3 and not exists (
           select from turns other where other.conversation_id = $2 and other.message_id <> $3
             and (other.started_at is not null or other.message_id < $3))
         returning message_id),
       last as (
         select id, role, author, content, function_calls, reply_to, row_number() over (order by id desc) as age
         from messages where conversation_id = $2 and id <> $3 and exists (select from begun)
           and ${wasSaid('messages')} and not exists (select from turns where turns.message_id = messages.id)
         order by id desc limit $4),
       answered as (
         select greatest(coalesce(max(reply_to), 0), coalesce(max(id) filter (where author = 'human'), 0)) as until
         from last)
       select exists (select from begun) as "isBegun",
         exists (
           select from turns own join turns other on other.conversation_id = own.conversation_id
           where own.message_id = $3 and other.process_id <> own.process_id
             and (other.started_at is not null or other.message_id < $3)) as "awaitsOtherProcess",
         coalesce((select json_agg(message_id) from turns
           where conversation_id = $2 and ${TURNS.isFree()}), '[]') as abandoned,
         talk.ai_enabled as "aiEnabled", talk.summary, talk.summarized_until as "summarizedUntil",
         ceil(extract(epoch from ${LIMITED_UNTIL('talk')} - clock_timestamp()))::int as "limitedForSeconds",
         coalesce((select json_agg(${HISTORY_MESSAGE} order by id) from last), '[]') as history,
         coalesce((select json_agg(${STORED_CALL} order by id) from tool_calls
           where user_id = $1 and conversation_id = $2 and exists (select from begun)
             -- The customer had not read a reply that is newer than this message.
             and (reply_id > $3 or reply_id is null
               -- Those of the last answered message are left if its reply broke off.
               and (message_id = $3 or message_id >= (select until from answered)))), '[]') as calls
       from conversations talk where talk.user_id = $1 and talk.id = $2`,
      [userId, conversationId, messageId, HISTORY_MESSAGES, HISTORY_FUNCTION_CALLS],
    );
    return row ?? WAITING;
  } catch (error) {
    // Another turn began at the same time.
    if (isUniqueViolation(error, 'turns_running')) return WAITING;
    throw error;
  }
}
