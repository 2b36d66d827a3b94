import {
  type ConversationEvent,
  type InboxChoices,
  type InboxCounts,
  type InboxState,
  type InboxView,
  MOST_COUNTED,
  type Note,
} from '#contract/inbox.ts';
import type { Executor } from '../../db/client.ts';
import { jsonObject } from '../../db/json-object.ts';
import { inboxStateJson, inView, isUnread } from '../conversations/inbox/inbox-state.ts';

/** A conversation of an account. */
export interface ConversationKey {
  userId: number;
  conversationId: number;
}

/** The id of a conversation; null if the account has none with this UUID. */
export async function findConversation(
  database: Executor,
  userId: number,
  uuid: string,
): Promise<number | null> {
  const [row] = await database.query<{ id: number }>(
    'select id from conversations where user_id = $1 and uuid = $2',
    [userId, uuid],
  );
  return row?.id ?? null;
}

/** The member or API key of a request. */
export interface Author {
  person: { id: number; name: string } | null;
  /** The API key of the request, whose name is recorded without a person. */
  tokenId: number | null;
}

/** Conversations of an account, and who changes them. */
interface Changed {
  userId: number;
  ids: readonly number[];
  author: Author;
}

/** A conversation after a change. */
export interface ChangedConversation {
  id: number;
  state: InboxState;
  /** False if it was in this state before. */
  isChanged: boolean;
}

/** SQL for the name of the author: $3 of a person, or of the API key $4. */
const AUTHOR_NAME = `coalesce($3, (select name from tokens where user_id = $1 and id = $4), 'API key')`;

/**
 * SQL that changes conversations ($1 account, $2 ids) and records it ($3, $4 and $5: name, API key and id of the author).
 * `differs` compares `before` and `talk`.
 */
const changing = (change: {
  kind: ConversationEvent['kind'];
  columns: string;
  differs: string;
  assignee?: string;
  until?: string;
}): string => `with before as (
    select * from conversations where user_id = $1 and id = any($2::bigint[]) order by id for no key update),
  talk as (
    update conversations set ${change.columns} from before
    where conversations.user_id = $1 and conversations.id = before.id returning conversations.*),
  compared as (select talk.id, ${change.differs} as is_changed from talk join before on before.id = talk.id),
  event as (
    insert into conversation_events (user_id, conversation_id, kind, person_id, author_name, assignee_name, snoozed_until)
    select $1, id, '${change.kind}', $5::bigint, ${AUTHOR_NAME}, ${change.assignee ?? 'null'}, ${change.until ?? 'null::timestamptz'}
    from compared where is_changed order by id)
  select talk.id, ${inboxStateJson('talk')} as state, is_changed as "isChanged" from talk join compared using (id)`;

const STATUS_DIFFERS = 'talk.inbox_status <> before.inbox_status';

const ASSIGN = changing({
  kind: 'assigned',
  columns: 'assigned_person_id = $6::bigint, assigned_group_id = $7::bigint',
  differs: `(talk.assigned_person_id, talk.assigned_group_id)
    is distinct from (before.assigned_person_id, before.assigned_group_id)`,
  assignee: `coalesce((select name from people where id = $6), (
    select name from inbox_groups where user_id = $1 and id = $7))`,
});
const SNOOZE = changing({
  kind: 'snoozed',
  columns: `inbox_status = 'snoozed', snoozed_until = $6::timestamptz`,
  differs: `(${STATUS_DIFFERS} or talk.snoozed_until is distinct from before.snoozed_until)`,
  until: '$6::timestamptz',
});
// The assistant answers the customer's next message.
const CLOSE = changing({
  kind: 'closed',
  columns: `inbox_status = 'closed', snoozed_until = null, waiting_since = null, handed_off_by = null, ai_enabled = true`,
  differs: STATUS_DIFFERS,
});
const REOPEN = changing({
  kind: 'reopened',
  columns: `inbox_status = 'open', snoozed_until = null`,
  differs: `(before.inbox_status = 'closed' or before.snoozed_until > clock_timestamp())`,
});

/** The values $1 to $5 of a change. */
function valuesOf({ userId, ids, author: { person, tokenId } }: Changed): unknown[] {
  return [userId, ids, person?.name ?? null, tokenId, person?.id ?? null];
}

export function assign(
  database: Executor,
  changed: Changed,
  { personId, groupId }: { personId: number | null; groupId: number | null },
): Promise<ChangedConversation[]> {
  return database.query<ChangedConversation>(ASSIGN, [...valuesOf(changed), personId, groupId]);
}

export function snooze(database: Executor, changed: Changed, until: Date): Promise<ChangedConversation[]> {
  return database.query<ChangedConversation>(SNOOZE, [...valuesOf(changed), until]);
}

export function close(database: Executor, changed: Changed): Promise<ChangedConversation[]> {
  return database.query<ChangedConversation>(CLOSE, valuesOf(changed));
}

export function reopen(database: Executor, changed: Changed): Promise<ChangedConversation[]> {
  return database.query<ChangedConversation>(REOPEN, valuesOf(changed));
}

/** The tags of conversations, which stay locked until the transaction ends. */
export function lockTags(
  transaction: Executor,
  { userId, ids }: { userId: number; ids: readonly number[] },
): Promise<{ id: number; tags: string[] }[]> {
  return transaction.query<{ id: number; tags: string[] }>(
    `select id, tags from conversations where user_id = $1 and id = any($2::bigint[]) order by id for no key update`,
    [userId, ids],
  );
}

export async function setTags(
  database: Executor,
  userId: number,
  tagged: readonly { id: number; tags: readonly string[] }[],
): Promise<{ id: number; state: InboxState }[]> {
  return database.query<{ id: number; state: InboxState }>(
    `with talk as (
       update conversations set tags = array(select json_array_elements_text(given.tags))
       from json_to_recordset($2) as given (id bigint, tags json)
       where user_id = $1 and conversations.id = given.id returning conversations.*)
     select talk.id, ${inboxStateJson('talk')} as state from talk`,
    [userId, JSON.stringify(tagged)],
  );
}

/** Ids of the account's conversations by UUID. */
export async function findConversations(
  database: Executor,
  userId: number,
  uuids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await database.query<{ id: number; uuid: string }>(
    'select id, uuid::text as uuid from conversations where user_id = $1 and uuid = any($2::uuid[])',
    [userId, uuids],
  );
  return new Map(rows.map(({ id, uuid }) => [uuid, id]));
}

const EVENT_JSON = jsonObject<ConversationEvent>({
  id: 'event.id',
  kind: 'event.kind',
  author: 'event.author_name',
  person_id: 'event.person_id',
  assignee: 'event.assignee_name',
  snoozed_until: 'iso_timestamp(event.snoozed_until)',
  created_at: 'iso_timestamp(event.created_at)',
});

/** The latest events of a conversation, oldest first. */
export async function readEvents(
  database: Executor,
  { userId, conversationId }: ConversationKey,
): Promise<ConversationEvent[]> {
  const rows = await database.query<{ event: ConversationEvent }>(
    `select ${EVENT_JSON} as event from (
       select * from conversation_events where user_id = $1 and conversation_id = $2
       order by id desc limit 500) as event
     order by event.id`,
    [userId, conversationId],
  );
  return rows.map(({ event }) => event);
}

/** True if the person can be responsible. Keeps the membership until the transaction ends. */
export async function keepMember(transaction: Executor, userId: number, personId: number): Promise<boolean> {
  const rows = await transaction.query(
    `select from memberships where user_id = $1 and person_id = $2 and role <> 'viewer' for key share`,
    [userId, personId],
  );
  return rows.length > 0;
}

/** True if the account has the group. Keeps it until the transaction ends. */
export async function keepGroup(transaction: Executor, userId: number, groupId: number): Promise<boolean> {
  const rows = await transaction.query(
    'select from inbox_groups where user_id = $1 and id = $2 for key share',
    [userId, groupId],
  );
  return rows.length > 0;
}

/** Marks everything up to the latest message as read by a person. */
export async function markRead(
  database: Executor,
  { userId, conversationId }: ConversationKey,
  personId: number,
): Promise<void> {
  await database.query(
    `insert into conversation_reads as known (user_id, conversation_id, person_id, read_until)
     select $1, $2, $3, max(id) from messages where user_id = $1 and conversation_id = $2 having max(id) is not null
     on conflict (conversation_id, person_id) do update set read_until = excluded.read_until
       where known.read_until < excluded.read_until`,
    [userId, conversationId, personId],
  );
}

const NOTE_JSON = jsonObject<Note>({
  id: 'note.id',
  content: 'note.content',
  author: 'note.author_name',
  person_id: 'note.person_id',
  created_at: 'iso_timestamp(note.created_at)',
});

/** @param tokenId names the author of a note that comes through an API key */
export async function insertNote(
  database: Executor,
  { userId, conversationId }: ConversationKey,
  about: { content: string; person: { id: number; name: string } | null; tokenId: number | null },
): Promise<Note> {
  const [row] = await database.query<{ note: Note }>(
    `with note as (
       insert into conversation_notes (user_id, conversation_id, person_id, author_name, content)
       values ($1, $2, $3, coalesce($4, (select name from tokens where user_id = $1 and id = $5), 'API key'), $6)
       returning *)
     select ${NOTE_JSON} as note from note`,
    [
      userId,
      conversationId,
      about.person?.id ?? null,
      about.person?.name ?? null,
      about.tokenId,
      about.content,
    ],
  );
  if (row === undefined) throw new Error('A note was not stored.');
  return row.note;
}

/** The latest notes of a conversation, oldest first. */
export async function readNotes(
  database: Executor,
  { userId, conversationId }: ConversationKey,
): Promise<Note[]> {
  const rows = await database.query<{ note: Note }>(
    `select ${NOTE_JSON} as note from (
       select * from conversation_notes where user_id = $1 and conversation_id = $2
       order by id desc limit 500) as note
     order by note.id`,
    [userId, conversationId],
  );
  return rows.map(({ note }) => note);
}

/** @returns false if the conversation has no such note */
export async function deleteNote(
  database: Executor,
  { userId, conversationId }: ConversationKey,
  noteId: number,
): Promise<boolean> {
  const rows = await database.query(
    'delete from conversation_notes where user_id = $1 and conversation_id = $2 and id = $3 returning id',
    [userId, conversationId, noteId],
  );
  return rows.length > 0;
}

/** Test conversations are left out, and so are widgets that were only opened. */
const OF_ACCOUNT = `talk.user_id = $1 and talk.type <> 'test' and not (talk.type = 'widget' and talk.message_count <= 1)`;
const IN_MINE = inView('talk', 'mine', '$2::bigint');
const IN_UNASSIGNED = inView('talk', 'unassigned', '$2');
/** A group's conversations concern its members; those without a group concern every member. */
const OF_MY_GROUPS = `(talk.assigned_group_id is null or exists (select from inbox_group_members member
  where member.user_id = $1 and member.group_id = talk.assigned_group_id and member.person_id = $2))`;

const UNREAD_JSON = jsonObject<NonNullable<InboxCounts['unread']>>({
  mine: `count(*) filter (where ${IN_MINE} and ${isUnread('talk', '$2')})`,
  unassigned: `count(*) filter (where ${IN_UNASSIGNED} and ${OF_MY_GROUPS} and ${isUnread('talk', '$2')})`,
});

/** The condition of the index `conversations_of_people`. */
const OF_PEOPLE = `talk.inbox_status in ('open', 'snoozed')
  and (not talk.ai_enabled or talk.waiting_since is not null or talk.assigned_person_id is not null)`;

/** SQL that counts a view up to a limit, so that the number of all conversations does not matter. */
const counted = (view: InboxView): string => `(select count(*)::int from (
  select from conversations talk where ${OF_ACCOUNT} and ${inView('talk', view, '$2')} limit ${MOST_COUNTED}) as found)`;

/** @param personId the reader; null for an API key */
export async function readCounts(
  database: Executor,
  userId: number,
  personId: number | null,
): Promise<InboxCounts> {
  const [row] = await database.query<InboxCounts>(
    `with of_people as (
       select count(*) filter (where ${IN_MINE})::int as mine,
         count(*) filter (where ${IN_UNASSIGNED})::int as unassigned,
         case when $2::bigint is not null then ${UNREAD_JSON} end as unread
       from conversations talk where ${OF_ACCOUNT} and ${OF_PEOPLE})
     select mine, unassigned, unread, ${counted('all')} as "all", ${counted('snoozed')} as snoozed,
       ${counted('closed')} as closed
     from of_people`,
    [userId, personId],
  );
  if (row === undefined) throw new Error('The conversations were not counted.');
  return row;
}

const PERSON_JSON = jsonObject<InboxChoices['people'][number]>({ id: 'people.id', name: 'people.name' });
const GROUP_JSON = jsonObject<InboxChoices['groups'][number]>({ id: 'id', name: 'name' });

export async function readChoices(database: Executor, userId: number): Promise<Omit<InboxChoices, 'you'>> {
  const [row] = await database.query<Omit<InboxChoices, 'you'>>(
    `select
       coalesce((select json_agg(${PERSON_JSON} order by lower(people.name), people.id)
         from memberships join people on people.id = memberships.person_id
         where memberships.user_id = $1 and memberships.role <> 'viewer'), '[]') as people,
       coalesce((select json_agg(${GROUP_JSON} order by lower(name)) from inbox_groups where user_id = $1), '[]') as groups,
       coalesce((select json_agg(tag order by lower(tag), tag) from (
         select distinct unnest(tags) as tag from (
           select tags from conversations where user_id = $1 and tags <> '{}' order by id desc limit ${MOST_COUNTED}) latest
         ) used), '[]') as tags`,
    [userId],
  );
  return row ?? { people: [], groups: [], tags: [] };
}
