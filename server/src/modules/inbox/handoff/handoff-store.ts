import type { WeekHours } from '#contract/inbox.ts';
import { storableText } from '../../../core/storable.ts';
import type { Executor } from '../../../db/client.ts';

/** The conversation and the customer's message of a tool call. */
interface HandoffTurn {
  conversationId: number;
  messageId: number;
}

/** Locks the conversation. @param key of the tool call. @returns null if it was not made in a conversation */
export async function findTurn(
  transaction: Executor,
  userId: number,
  key: string,
): Promise<HandoffTurn | null> {
  const [row] = await transaction.query<HandoffTurn>(
    `select talk.id as "conversationId", made.message_id as "messageId"
     from tool_calls made join conversations talk on talk.user_id = made.user_id and talk.id = made.conversation_id
     where made.user_id = $1 and made.key = $2 for no key update of talk`,
    [userId, key],
  );
  return row ?? null;
}

interface GroupHours {
  id: number;
  hours: WeekHours | null;
  /** An IANA name. */
  timezone: string;
}

/** Null for a deleted group. Keeps the group until the transaction ends. */
export async function readGroupHours(
  transaction: Executor,
  userId: number,
  groupId: number,
): Promise<GroupHours | null> {
  const [row] = await transaction.query<GroupHours>(
    `select team.id, team.hours, coalesce(team.timezone, users.timezone) as timezone
     from inbox_groups team join users on users.id = team.user_id
     where team.user_id = $1 and team.id = $2 for key share of team`,
    [userId, groupId],
  );
  return row ?? null;
}

/** SQL that records that the assistant assigned a conversation to a group. */
const GROUP_EVENT = `event as (
  insert into conversation_events (user_id, conversation_id, kind, assignee_name)
  select $1, moved.id, 'assigned', team.name
  from moved join inbox_groups team on team.user_id = $1 and team.id = moved.assigned_group_id)`;

interface Change {
  userId: number;
  turn: HandoffTurn;
  groupId: number | null;
}

/**
 * Turns the assistant off, which makes the customer wait, and gives the conversation to the group. The answer to the customer's message is still sent.
 * @returns false if people have the conversation already
 */
export async function moveToPeople(
  transaction: Executor,
  { userId, turn, groupId }: Change,
): Promise<boolean> {
  const rows = await transaction.query(
    `with moved as (
       update conversations set ai_enabled = false, handed_off_by = $3, assigned_group_id = $4,
         inbox_status = 'open', snoozed_until = null
       where user_id = $1 and id = $2 and ai_enabled returning id, assigned_group_id),
     ${GROUP_EVENT}
     select id from moved`,
    [userId, turn.conversationId, turn.messageId, groupId],
  );
  return rows.length > 0;
}

/** Lets the customer wait for the group. @returns false if the customer waits already, or people have the conversation */
export async function leaveForLater(
  transaction: Executor,
  { userId, turn, groupId }: Change,
): Promise<boolean> {
  const rows = await transaction.query(
    `with moved as (
       update conversations set assigned_group_id = $3, inbox_status = 'open', snoozed_until = null,
         waiting_since = clock_timestamp()
       where user_id = $1 and id = $2 and ai_enabled and waiting_since is null returning id, assigned_group_id),
     ${GROUP_EVENT}
     select id from moved`,
    [userId, turn.conversationId, groupId],
  );
  return rows.length > 0;
}

/** Longer reasons of models are cut. */
const LONGEST_REASON = 1000;

/** Stores why the customer wants a person, as a note of the assistant. */
export async function insertReason(
  transaction: Executor,
  { userId, turn, reason }: { userId: number; turn: HandoffTurn; reason: string },
): Promise<void> {
  await transaction.query(
    `insert into conversation_notes (user_id, conversation_id, author_name, content)
     select user_id, id, coalesce((select name from assistants where assistants.id = talk.assistant_id), 'AI'), $3
     from conversations talk where user_id = $1 and id = $2`,
    [userId, turn.conversationId, storableText(reason).slice(0, LONGEST_REASON)],
  );
}
