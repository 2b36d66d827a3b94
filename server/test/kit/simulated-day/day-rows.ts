import type { Scenario } from './customer-scenarios.ts';
import type { DayWorld } from './day-world.ts';
import type { Journal } from './journal.ts';

/** A message of a thread, with its delivery. */
export interface DayMessage {
  id: number;
  user_id: number;
  conversation_id: number;
  sender_id: number;
  author: 'customer' | 'ai' | 'human';
  content: string;
  reply_to: number | null;
  /** The first message of an answer that was too long for one. */
  part_of: number | null;
  is_edited: boolean;
  is_deleted: boolean;
  /** Of a customer's message. */
  received_id: string | null;
  unanswered_reason: string | null;
  /** Of the account's message. */
  channel_message_id: number | null;
  provider_message_id: string | null;
  request_key: string | null;
  state: string | null;
  is_unsure: boolean | null;
  created_ms: number;
  net_micros: number;
}

export interface DayRows {
  messages: readonly DayMessage[];
  /** Customers' messages by the carrier's id. */
  received: ReadonlyMap<string, DayMessage>;
  /** Messages of a thread in order. */
  threads: ReadonlyMap<number, readonly DayMessage[]>;
}

export interface DayFacts {
  world: DayWorld;
  scenarios: readonly Scenario[];
  journal: Journal;
  rows: DayRows;
}

export async function readDayRows({ installation }: DayWorld, { sandboxIds }: Journal): Promise<DayRows> {
  const messages = await installation.server.database.query<DayMessage>(
    `select message.id, message.user_id, message.conversation_id, talk.sender_id,
       message.author, message.content, message.reply_to, message.part_of, message.edited_at is not null as is_edited,
       message.deleted_at is not null as is_deleted, received.provider_message_id as received_id,
       received.unanswered_reason, sent.id as channel_message_id, sent.provider_message_id, sent.request_key, sent.state,
       sent.is_unsure, extract(epoch from message.created_at)::float8 * 1000 as created_ms,
       (select coalesce(sum(amount_micros), 0)::bigint from charges
        where reference in ('msgapp:' || sent.id, 'msgapp:' || sent.id || ':late')) as net_micros
     from messages message join conversations talk on talk.id = message.conversation_id
     left join received_messages received on received.message_id = message.id
     left join channel_messages sent on sent.message_id = message.id
     where talk.type = 'msgapp' order by message.id`,
  );
  const received = new Map<string, DayMessage>();
  const threads = new Map<number, DayMessage[]>();
  for (const message of messages) {
    message.received_id = sandboxIds.get(message.id) ?? message.received_id;
    if (message.received_id !== null) received.set(message.received_id, message);
    threads.set(message.conversation_id, [...(threads.get(message.conversation_id) ?? []), message]);
  }
  return { messages, received, threads };
}
