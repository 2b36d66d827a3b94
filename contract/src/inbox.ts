import { z } from 'zod';
import { flag, id, instant, text, timeOfDay, timezone } from './fields.ts';
import { isoTimestamp } from './timestamps.ts';

export const INBOX_STATUSES = ['open', 'snoozed', 'closed'] as const;
export const INBOX_VIEWS = ['mine', 'unassigned', 'all', 'snoozed', 'closed'] as const;

export type InboxView = (typeof INBOX_VIEWS)[number];

export const inboxPerson = z.object({ id: z.int(), name: z.string() }).describe('A member of the account.');

export const groupName = z.object({ id: z.int(), name: z.string() }).describe('A group of members.');

export const inboxState = z
  .object({
    status: z
      .enum(INBOX_STATUSES)
      .describe(
        'State in the inbox: `open`, `snoozed` until a time, or `closed`. A customer’s message opens the conversation again.',
      ),
    snoozed_until: isoTimestamp
      .nullable()
      .describe('When a snoozed conversation opens again; otherwise null.'),
    person: inboxPerson.nullable().describe('The responsible member; null without one.'),
    group: groupName.nullable().describe('The responsible group; null without one.'),
    waiting_since: isoTimestamp
      .nullable()
      .describe(
        'The first unanswered message while a person is responsible, or the request for a person; null if the customer is not waiting.',
      ),
    tags: z.array(z.string()).describe('In alphabetical order.'),
  })
  .describe('The state of a conversation in the inbox of the team.');

export type InboxState = z.output<typeof inboxState>;

export const inboxStateResponse = z.object({ message: z.string(), data: inboxState });

export const assignRequest = z
  .object({
    person_id: id().nullish().describe('A member of the account; null for no member.'),
    group_id: id().nullish().describe('A group; null for no group.'),
  })
  .describe('The new assignee. Omitted fields become null.');

export const snoozeRequest = z.object({
  until: instant().describe('When the conversation opens again, in the next 366 days.'),
});

const TAG_LENGTH = 40;
export const MAX_TAGS = 20;

export const tagsRequest = z.object({
  tags: z
    .array(text(TAG_LENGTH))
    .max(MAX_TAGS)
    .describe(
      'All tags of the conversation. Spaces at the ends are removed, and repeated tags are stored once.',
    ),
});

export const noteRequest = z.object({ content: text(4096).describe('The text of the note.') });

export const note = z
  .object({
    id: z.int(),
    content: z.string().describe('The text of the note.'),
    author: z.string().describe('Name of the member or API key that wrote it.'),
    person_id: z
      .int()
      .nullable()
      .describe('The member who wrote it; null for an API key or a former member.'),
    created_at: isoTimestamp,
  })
  .describe('An internal note. Customers and assistants never see it.');

export type Note = z.output<typeof note>;

export const noteResponse = z.object({ message: z.string(), data: note });
export const notesResponse = z.object({ data: z.array(note) });

export const BULK_ACTIONS = ['assign', 'snooze', 'close', 'reopen', 'add_tags', 'remove_tags'] as const;

export const MAX_BULK_CONVERSATIONS = 1000;

export const bulkConversationsRequest = z
  .object({
    ids: z
      .array(z.string().max(64))
      .min(1)
      .max(MAX_BULK_CONVERSATIONS)
      .describe('UUIDs of the conversations; repeated ones count once.'),
    action: z.enum(BULK_ACTIONS),
    person_id: id().nullish().describe('`assign`: a member of the account; null for no member.'),
    group_id: id().nullish().describe('`assign`: a group; null for no group.'),
    until: instant()
      .nullish()
      .describe('Required for `snooze`: when the conversations open again, in the next 366 days.'),
    tags: z
      .array(text(TAG_LENGTH))
      .min(1)
      .max(MAX_TAGS)
      .nullish()
      .describe('Required for `add_tags` and `remove_tags`.'),
  })
  .describe('One change to several conversations.');

export type BulkConversations = z.output<typeof bulkConversationsRequest>;

export const SKIP_REASONS = ['not_found', 'unchanged', 'too_many_tags'] as const;

export const bulkConversations = z
  .object({
    changed: z.int().describe('Number of conversations that were changed.'),
    skipped: z
      .array(
        z.object({
          id: z.string(),
          reason: z
            .enum(SKIP_REASONS)
            .describe(
              '`unchanged`: it was in this state already; `too_many_tags`: it would have more than 20 tags.',
            ),
        }),
      )
      .describe('Conversations that were not changed, in the order of the request.'),
  })
  .describe('What happened to the conversations.');

export type BulkConversationsReport = z.output<typeof bulkConversations>;

export const bulkConversationsResponse = z.object({ message: z.string(), data: bulkConversations });

export const CONVERSATION_EVENT_KINDS = ['assigned', 'snoozed', 'closed', 'reopened'] as const;

export const conversationEvent = z
  .object({
    id: z.int(),
    kind: z.enum(CONVERSATION_EVENT_KINDS),
    author: z
      .string()
      .nullable()
      .describe('Name of the member or API key; null if the customer or the assistant caused it.'),
    person_id: z
      .int()
      .nullable()
      .describe(
        'The member who did it; null for an API key or a former member, the customer or the assistant.',
      ),
    assignee: z
      .string()
      .nullable()
      .describe('`assigned`: name of the new member, else of the new group; null if it was unassigned.'),
    snoozed_until: isoTimestamp.nullable().describe('`snoozed`: when the conversation opens again.'),
    created_at: isoTimestamp,
  })
  .describe('What happened to a conversation in the inbox. Names are those of the time.');

export type ConversationEvent = z.output<typeof conversationEvent>;

export const conversationEventsResponse = z.object({ data: z.array(conversationEvent) });

export const readResponse = z.object({ message: z.string() });

export const unreadCounts = z
  .object({
    mine: z.int().describe('Unread conversations that are assigned to you.'),
    unassigned: z.int().describe('Unread conversations that need a person and have no assignee.'),
  })
  .describe('Conversations with unread messages from customers.');

/** Larger numbers of conversations are not counted further. */
export const MOST_COUNTED = 10_000;

export const inboxCounts = z
  .object({
    mine: z.int().describe('Open conversations assigned to you.'),
    unassigned: z.int().describe('Open conversations that need a person and have no assignee.'),
    all: z.int().describe('All open conversations; 10000 for 10,000 or more.'),
    snoozed: z.int().describe('Snoozed conversations; 10000 for 10,000 or more.'),
    closed: z.int().describe('Closed conversations; 10000 for 10,000 or more.'),
    unread: unreadCounts.nullable().describe('Null for API keys, which read nothing.'),
  })
  .describe('Number of conversations in each view of the inbox, without test conversations.');

export type InboxCounts = z.output<typeof inboxCounts>;

export const inboxCountsResponse = z.object({ data: inboxCounts });

export const inboxChoices = z
  .object({
    you: inboxPerson.nullable().describe('The member who makes the request; null for an API key.'),
    people: z.array(inboxPerson).describe('Members who can be assigned, by name.'),
    groups: z.array(groupName).describe('Groups, by name.'),
    tags: z
      .array(z.string())
      .describe('Tags of the latest 10,000 conversations with tags, in alphabetical order.'),
  })
  .describe('Possible assignees, and tags in use.');

export type InboxChoices = z.output<typeof inboxChoices>;

export const inboxChoicesResponse = z.object({ data: inboxChoices });

export const openingHours = z
  .object({
    from: timeOfDay().describe('When the group opens, such as `09:00`.'),
    to: timeOfDay().describe('When the group closes. A time before `from` is on the next day.'),
  })
  .describe('Opening hours of a day.');

const day = () => openingHours.nullable().describe('Opening hours on this day; null if closed.');

export const weekHours = z
  .object({
    monday: day(),
    tuesday: day(),
    wednesday: day(),
    thursday: day(),
    friday: day(),
    saturday: day(),
    sunday: day(),
  })
  .describe('Opening hours by weekday; null for a closed day.');

export type WeekHours = z.output<typeof weekHours>;

export const groupRequest = z.object({
  name: text(80),
  member_ids: z.array(id()).max(200).describe('Ids of members of the account.'),
  hours: weekHours.nullish().describe('When the group takes conversations from assistants; null for always.'),
  timezone: timezone().nullish().describe('IANA time zone of the hours; null for that of the account.'),
});

export const group = z
  .object({
    id: z.int(),
    name: z.string(),
    members: z.array(inboxPerson).describe('By name.'),
    hours: weekHours
      .nullable()
      .describe('When the group takes conversations from assistants; null for always.'),
    timezone: z.string().nullable().describe('IANA time zone of the hours; null for that of the account.'),
    is_open: z.boolean().describe('True if the group takes conversations now.'),
  })
  .describe('Members who share conversations.');

export type Group = z.output<typeof group>;

export const groupResponse = z.object({ message: z.string(), data: group });
export const groupsResponse = z.object({ data: z.array(group) });

export const cannedReplyRequest = z.object({
  shortcut: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, {
      error: ':field must be 1 to 40 lowercase letters, digits, hyphens or underscores.',
    })
    .describe('Typed after `/` in the composer.'),
  content: text(4096).describe(
    'The text, with variables such as `{{visitor.name}}`, `{{visitor.phone}}` and `{{agent.name}}`.',
  ),
});

export const cannedReply = z
  .object({
    id: z.int(),
    shortcut: z.string().describe('Typed after `/` in the composer.'),
    content: z.string().describe('The text, with variables.'),
    updated_at: isoTimestamp,
  })
  .describe('A text that teammates insert into their messages.');

export type CannedReply = z.output<typeof cannedReply>;

export const cannedReplyResponse = z.object({ message: z.string(), data: cannedReply });
export const cannedRepliesResponse = z.object({ data: z.array(cannedReply) });

export const presenceRequest = z.object({
  is_typing: flag().describe('True while you write a message. Repeat every 5 seconds; it expires after 15.'),
});

export const presence = z
  .object({
    person: inboxPerson,
    is_typing: z.boolean().describe('True if the member writes a message.'),
  })
  .describe('A teammate who has the conversation open.');

export type Presence = z.output<typeof presence>;

export const presenceResponse = z.object({ data: z.array(presence) });
