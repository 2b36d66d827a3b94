import type { InboxState, InboxView } from '#contract/inbox.ts';
import { jsonObject } from '../../../db/json-object.ts';

type Reference = NonNullable<InboxState['person']>;

const PERSON_JSON = jsonObject<Reference>({ id: 'people.id', name: 'people.name' });
const GROUP_JSON = jsonObject<Reference>({ id: 'inbox_groups.id', name: 'inbox_groups.name' });

/** SQL condition: the snooze is not over. */
const isSnoozed = (talk: string): string =>
  `(${talk}.inbox_status = 'snoozed' and ${talk}.snoozed_until > clock_timestamp())`;

/** SQL condition: open, or snoozed until a time that has passed. The index `conversations_of_people` has the same list. */
const isOpen = (talk: string): string =>
  `(${talk}.inbox_status in ('open', 'snoozed') and not ${isSnoozed(talk)})`;

/** SQL condition: a person has to answer, because the assistant is off or the customer asked for one. */
const needsPerson = (talk: string): string => `(not ${talk}.ai_enabled or ${talk}.waiting_since is not null)`;

/** SQL condition of a view. @param person SQL for the id of the reader; null for an API key */
export function inView(talk: string, view: InboxView, person: string): string {
  switch (view) {
    case 'mine':
      return `(${talk}.assigned_person_id = ${person} and ${isOpen(talk)})`;
    case 'unassigned':
      return `(${talk}.assigned_person_id is null and ${needsPerson(talk)} and ${isOpen(talk)})`;
    case 'all':
      return isOpen(talk);
    case 'snoozed':
      return isSnoozed(talk);
    case 'closed':
      return `${talk}.inbox_status = 'closed'`;
  }
}

/** SQL for the state of a conversation. @param talk alias of its row */
export const inboxStateJson = (talk: string): string =>
  jsonObject<InboxState>({
    status: `case when ${isOpen(talk)} then 'open' else ${talk}.inbox_status end`,
    snoozed_until: `case when ${isSnoozed(talk)} then iso_timestamp(${talk}.snoozed_until) end`,
    person: `(select ${PERSON_JSON} from people where people.id = ${talk}.assigned_person_id)`,
    group: `(select ${GROUP_JSON} from inbox_groups
      where inbox_groups.user_id = ${talk}.user_id and inbox_groups.id = ${talk}.assigned_group_id)`,
    waiting_since: `iso_timestamp(${talk}.waiting_since)`,
    tags: `array_to_json(${talk}.tags)`,
  });

/** SQL for the id of the latest message that a person has read. @param person SQL for their id */
const readUntil = (talk: string, person: string): string => `greatest(
  (select read_until from inbox_readers where user_id = ${talk}.user_id and person_id = ${person}),
  (select read_until from conversation_reads where conversation_id = ${talk}.id and person_id = ${person}))`;

/** SQL for unread messages from the customer; null without a person. */
export const unreadCount = (talk: string, person: string): string => `(case when ${person} is not null then (
  select count(*)::int from messages unread where unread.conversation_id = ${talk}.id
    and unread.author = 'customer' and unread.id > ${readUntil(talk, person)}) end)`;

/** SQL condition: the person has unread messages. */
export const isUnread = (talk: string, person: string): string => `exists (
  select from messages unread where unread.conversation_id = ${talk}.id
    and unread.author = 'customer' and unread.id > ${readUntil(talk, person)})`;

/**
 * SQL for the customer's name: from the channel, or else from the variables that the page or client gave. Values of the
 * assistant's own variables are no names of customers.
 */
export const customerName = (talk: string): string => `coalesce(${talk}.customer_name,
  nullif(left(trim(case when 'customer_name' = any(${talk}.given_variables) then ${talk}.variables ->> 'customer_name'
    when 'name' = any(${talk}.given_variables) then ${talk}.variables ->> 'name' end), 200), ''))`;
