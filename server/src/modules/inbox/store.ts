import type { InboxChoices, InboxCounts, InboxState, Note } from '#contract/inbox.ts';
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

/** SQL that changes a conversation ($1 account, $2 id) and returns its state. */
const changing = (columns: string): string => `with talk as (
    update conversations set ${columns} where user_id = $1 and id = $2 returning *)
  select ${inboxStateJson('talk')} as state from talk`;

const ASSIGN = changing('assigned_person_id = $3::bigint, assigned_group_id = $4::bigint');
const SNOOZE = changing(`inbox_status = 'snoozed', snoozed_until = $3::timestamptz`);
// The assistant answers the customer's next message.
const CLOSE = changing(`inbox_status = 'closed', snoozed_until = null, waiting_since = null,
  handed_off_by = null, ai_enabled = true`);
const REOPEN = changing(`inbox_status = 'open', snoozed_until = null`);
const TAG = changing('tags = $3::text[]');

async function change(
  database: Executor,
  statement: string,
  values: readonly unknown[],
): Promise<InboxState | null> {
  const [row] = await database.query<{ state: InboxState }>(statement, values);
  return row?.state ?? null;
}

export function assign(
  database: Executor,
  { userId, conversationId }: ConversationKey,
  { personId, groupId }: { personId: number | null; groupId: number | null },
): Promise<InboxState | null> {
  return change(database, ASSIGN, [userId, conversationId, personId, groupId]);
}

export function snooze(
  database: Executor,
  { userId, conversationId }: ConversationKey,
  until: Date,
): Promise<InboxState | null> {
  return change(database, SNOOZE, [userId, conversationId, until]);
}

export function close(
  database: Executor,
  { userId, conversationId }: ConversationKey,
): Promise<InboxState | null> {
  return change(database, CLOSE, [userId, conversationId]);
}

export function reopen(
  database: Executor,
  { userId, conversationId }: ConversationKey,
): Promise<InboxState | null> {
  return change(database, REOPEN, [userId, conversationId]);
}

export function setTags(
  database: Executor,
  { userId, conversationId }: ConversationKey,
  tags: readonly string[],
): Promise<InboxState | null> {
  return change(database, TAG, [userId, conversationId, tags]);
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
const OF_PEOPLE = `(not talk.ai_enabled or talk.waiting_since is not null or talk.assigned_person_id is not null)`;

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
       from conversations talk where ${OF_ACCOUNT} and ${OF_PEOPLE}),
     everything as (
       select count(*) filter (where ${inView('talk', 'all', '$2')})::int as all,
         count(*) filter (where ${inView('talk', 'snoozed', '$2')})::int as snoozed,
         count(*) filter (where ${inView('talk', 'closed', '$2')})::int as closed
       from conversations talk where ${OF_ACCOUNT})
     select mine, unassigned, "all", snoozed, closed, unread from of_people, everything`,
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
         select distinct unnest(tags) as tag from conversations where user_id = $1 and tags <> '{}') used), '[]') as tags`,
    [userId],
  );
  return row ?? { people: [], groups: [], tags: [] };
}
