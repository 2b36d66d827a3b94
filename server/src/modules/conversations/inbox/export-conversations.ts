import { z } from 'zod';
import { conversationsExportQuery, type ExportedConversation } from '#contract/conversations.ts';
import { selectedIds } from '#contract/export.ts';
import { INBOX_VIEWS } from '#contract/inbox.ts';
import type { FieldErrors } from '#contract/validation.ts';
import { withinDays } from '../../../db/account-days.ts';
import type { Executor } from '../../../db/client.ts';
import { jsonObject } from '../../../db/json-object.ts';
import {
  batchesOf,
  EXPORTED,
  type ExportColumn,
  exportAnswer,
  exportOptions,
} from '../../../http/export-answer.ts';
import { defineRoute, type Route, type StreamedAnswer } from '../../../http/route.ts';
import { checkAssistantFilter } from '../../assistants/listing/assistant-filter.ts';
import { findSourceIds } from '../../search/actions.ts';
import type { ConversationDependencies } from '../actions.ts';
import { conversationFields } from '../list/conversation-page.ts';
import { hasBegun } from '../messages/said.ts';
import { matchesOptedOut } from '../store.ts';
import { customerName, inView } from './inbox-state.ts';
import { needsPerson, personOf } from './person.ts';

/** Conversations may have hundreds of messages. */
const CONVERSATIONS_PER_BATCH = 50;

type Query = z.output<typeof conversationsExportQuery>;

export function exportRoute({ database }: ConversationDependencies): Route {
  return defineRoute({
    tag: 'Conversations',
    access: 'account',
    errors: 'message',
    resource: 'Conversation',
    method: 'GET',
    operationId: 'conversations.export',
    description:
      'Streamed, latest conversation first, with the filters of the inbox. CSV has one row per message, JSON Lines one object per conversation. The connection breaks if the export fails, so a download that ended normally is complete.',
    path: '/user/conversations/export',
    summary: 'Export conversations with their messages as CSV or JSON Lines',
    query: conversationsExportQuery,
    success: EXPORTED,
    check: async ({ userId }, { query }) => ({
      ...checkUuids(query.ids),
      ...(await checkAssistantFilter(database, userId, query.assistant_id ?? null)),
    }),
    handle: (context, { query }) => {
      const personId = personOf(context)?.id ?? null;
      if (query.view === 'mine' && personId === null) throw needsPerson('The view "mine"');
      return exportConversations(database, { userId: context.userId, personId, query });
    },
  });
}

function checkUuids(ids: string | null | undefined): FieldErrors {
  const isValid = ids == null || selectedIds(ids).every((id) => z.uuid().safeParse(id).success);
  return isValid ? {} : { ids: ['The ids must be UUIDs, separated by commas.'] };
}

async function exportConversations(
  database: Executor,
  { userId, personId, query }: { userId: number; personId: number | null; query: Query },
): Promise<StreamedAnswer> {
  const found =
    query.search == null
      ? null
      : await findSourceIds(database, { userId, kind: 'conversation', words: query.search });
  return exportAnswer<ExportedConversation, MessageRow>({
    ...exportOptions(query),
    name: 'conversations',
    columns: COLUMNS,
    rowsOf: (conversation) => conversation.messages.map((message) => ({ conversation, message })),
    batches: batchesOf(CONVERSATIONS_PER_BATCH, (beforeId, limit) =>
      readBatch(database, { userId, personId, query, found, beforeId }, limit),
    ),
  });
}

interface MessageRow {
  conversation: ExportedConversation;
  message: ExportedConversation['messages'][number];
}

/** Columns are only added at the end, because programs may read them by position. */
const COLUMNS: readonly ExportColumn<MessageRow>[] = [
  ['conversation_id', ({ conversation }) => conversation.id],
  ['type', ({ conversation }) => conversation.type],
  ['status', ({ conversation }) => conversation.status],
  ['assistant_id', ({ conversation }) => conversation.assistant_id],
  ['assistant_name', ({ conversation }) => conversation.assistant_name],
  ['customer_name', ({ conversation }) => conversation.customer_name],
  ['customer_phone', ({ conversation }) => conversation.customer_phone],
  ['customer_identifier', ({ conversation }) => conversation.customer_identifier],
  ['message_id', ({ message }) => message.id],
  ['created_at', ({ message }) => message.created_at],
  ['author', ({ message }) => message.author],
  ['content', ({ message }) => message.content],
];

const MESSAGE_JSON = jsonObject<ExportedConversation['messages'][number]>({
  id: 'id',
  author: 'author',
  content: 'content',
  created_at: 'iso_timestamp(messages.created_at)',
});

const ITEM_JSON = jsonObject<ExportedConversation>({
  ...conversationFields('page'),
  status: `case when page.ended_at is null then 'active' else 'ended' end`,
  customer_identifier: 'page.customer_identifier',
  customer_phone: 'page.customer_phone',
  customer_name: customerName('page'),
  messages: `coalesce((select json_agg(${MESSAGE_JSON} order by id) from messages
    where conversation_id = page.id), '[]')`,
});

/** Test conversations are in a view only if the filter asks for them. */
const IN_VIEW = `(conversations.type <> 'test' or $2 is not null) and case $15
  ${INBOX_VIEWS.map((view) => `when '${view}' then ${inView('conversations', view, '$16')}`).join('\n  ')} end`;

/** SQL: the customer's name, number or identifier contains a text. */
const isCustomer = (
  text: string,
): string => `(strpos(lower(${customerName('conversations')}), lower(${text})) > 0
  or strpos(customer_phone, ${text}) > 0 or strpos(lower(customer_identifier), lower(${text})) > 0)`;

function readBatch(
  database: Executor,
  about: {
    userId: number;
    personId: number | null;
    query: Query;
    found: readonly number[] | null;
    beforeId: number | null;
  },
  limit: number,
): Promise<{ id: number; item: string }[]> {
  const { userId, personId, query, found, beforeId } = about;
  return database.query<{ id: number; item: string }>(
    `with page as (
       select * from conversations
       where user_id = $1 and ${hasBegun('conversations')}
         and ($2::text is null or type = $2)
         and ($3::bigint is null or assistant_id = $3)
         and ($4::text is null or (ended_at is null) = ($4 = 'active'))
         and ($5::boolean is null or ai_enabled = $5)
         and ${matchesOptedOut({ user: '$1', value: '$6' })}
         and ($7::text is null or ${isCustomer('$7')})
         and ($8::bigint[] is null or id = any($8) or ${isCustomer('$9::text')})
         and ${withinDays('updated_at', { user: '$1', from: '$10', to: '$11' })}
         and ($15::text is null or ${IN_VIEW})
         and ($17::bigint is null or assigned_group_id = $17)
         and ($18::text is null or $18 = any(tags))
         and ($12::uuid[] is null or uuid = any($12))
         and ($13::bigint is null or id < $13)
       order by id desc limit $14)
     select page.id, ${ITEM_JSON}::text as item
     from page left join assistants on assistants.id = page.assistant_id order by page.id desc`,
    [
      userId,
      query.type ?? null,
      query.assistant_id ?? null,
      query.status ?? null,
      query.ai_enabled ?? null,
      query.has_opted_out ?? null,
      query.customer ?? null,
      found,
      query.search ?? null,
      query.date_from ?? null,
      query.date_to ?? null,
      query.ids == null ? null : selectedIds(query.ids),
      beforeId,
      limit,
      query.view ?? null,
      personId,
      query.group_id ?? null,
      query.tag ?? null,
    ],
  );
}
