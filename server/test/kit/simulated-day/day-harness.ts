import { eventually } from '../eventually.ts';
import type { CarrierWebhooks } from './carrier-webhooks.ts';
import type { DayWorld } from './day-world.ts';
import type { Journal, Person } from './journal.ts';

export interface DayHarness {
  world: DayWorld;
  journal: Journal;
  carriers: CarrierWebhooks;
  /** Repeats a report later. */
  keep(report: () => Promise<void>): void;
}

/** Waits until nothing is due: answers, submissions, jobs. */
export async function untilQuiet({ installation }: Pick<DayWorld, 'installation'>): Promise<void> {
  const { database } = installation.server;
  const busy = () =>
    database.query<{ what: string }>(
      `select 'answer ' || conversation_id as what from pending_answers
         where process_id is not null or next_try_at is null or next_try_at <= clock_timestamp()
       union all select 'submission ' || id from channel_messages where process_id is not null
       union all select 'job ' || id from graphile_worker._private_jobs
         where (locked_at is not null or run_at <= pg_catalog.now()) and attempts < max_attempts
       limit 3`,
    );
  await eventually(busy, (rows) => rows.length === 0, 120_000);
}

/** Waits until nothing is due in the threads of one person, while others go on. */
export async function untilAnswered({ world }: DayHarness, { scenario, phone }: Person): Promise<void> {
  const { database } = world.installation.server;
  const identities = [phone, scenario.phone, scenario.mapped, scenario.channelId, ...scenario.spellings];
  const busy = () =>
    database.query<{ what: string }>(
      `with own as (
         select id from conversations
         where customer_phone = any($1::text[]) or customer_identifier = any($1::text[])
           or customer_key = any($1::text[]))
       select 'answer ' || conversation_id as what from pending_answers
         where conversation_id in (select id from own)
           and (process_id is not null or next_try_at is null or next_try_at <= clock_timestamp())
       union all select 'submission ' || channel_messages.id from channel_messages
         join messages on messages.id = channel_messages.message_id
         where process_id is not null and messages.conversation_id in (select id from own)
       limit 3`,
      [identities],
    );
  await eventually(busy, (rows) => rows.length === 0, 120_000);
}
