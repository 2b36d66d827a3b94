import type { Executor } from '../../../db/client.ts';
import { hasBegun } from '../../conversations/messages/said.ts';
import type { Figure, StatisticsRange } from './rules.ts';

export interface AccountDay {
  /** IANA time zone name. */
  timezone: string;
  today: string;
}

export async function findAccountDay(database: Executor, userId: number): Promise<AccountDay | null> {
  const [row] = await database.query<AccountDay>(
    `select timezone, (clock_timestamp() at time zone timezone)::date::text as today from users where id = $1`,
    [userId],
  );
  return row ?? null;
}

/**
 * All figures by day and, with `day` null, for the whole range. Messages are found through conversations changed in the
 * range.
 */
export function findFigures(
  database: Executor,
  userId: number,
  range: StatisticsRange & { timezone: string },
): Promise<Figure[]> {
  return database.query<Figure>(FIGURES, [userId, range.timezone, range.from, range.to]);
}

const within = (column: string): string =>
  `${column} >= (select since from span) and ${column} < (select until from span)`;
const dayOf = (column: string): string => `(${column} at time zone $2)::date`;
/** SQL that counts rows per day, with one row for the total. */
const counted = (
  table: string,
  { name, when, where }: { name: string; when: string; where: string },
): string =>
  `select day, '${name}', count(*) from (
     select ${dayOf(when)} as day from ${table} where user_id = $1 and ${where} and ${within(when)}) as rows
   group by grouping sets ((day), ())`;

const FIGURES = `
  with span as (
    select $3::date::timestamp at time zone $2 as since, ($4::date + 1)::timestamp at time zone $2 as until),
  called as (
    select id, status, ${dayOf('created_at')} as day,
      coalesce(extract(epoch from coalesce(ended_at, seen_at) - answered_at), 0) as seconds
    from calls where user_id = $1 and deleted_at is null and ${within('created_at')}),
  answered as (
    select day, (data ->> 'totalMs')::float8 as ms
    from called join call_events on call_id = called.id and type = 'turn-answered'),
  said as (
    select ${dayOf('messages.created_at')} as day
    from conversations join messages on conversation_id = conversations.id
    where conversations.user_id = $1 and conversations.updated_at >= (select since from span)
      and ${hasBegun('conversations')} and ${within('messages.created_at')}),
  paid as (
    select ${dayOf('created_at')} as day, amount_micros from charges
    where user_id = $1 and kind not in ('opening', 'credit', 'adjustment') and ${within('created_at')}),
  figures (day, name, value) as (
    select day, 'calls.' || status, count(*)::float8 from called group by grouping sets ((day, status), (status))
    union all select day, 'call_seconds', sum(seconds) from called group by grouping sets ((day), ())
    union all select day, 'latency_p50_ms', percentile_cont(0.5) within group (order by ms)
      from answered group by grouping sets ((day), ())
    union all select day, 'latency_p95_ms', percentile_cont(0.95) within group (order by ms)
      from answered group by grouping sets ((day), ())
    union all select day, 'messages', count(*) from said group by grouping sets ((day), ())
    union all select day, 'spend_micros', sum(amount_micros) from paid group by grouping sets ((day), ())
    union all ${counted('conversations', {
      name: 'conversations',
      when: 'created_at',
      where: hasBegun('conversations'),
    })}
    union all ${counted('webhook_deliveries', {
      name: 'failed_deliveries',
      when: 'finished_at',
      where: `status = 'failed'`,
    })}
    union all ${counted('documents', { name: 'failed_documents', when: 'updated_at', where: `status = 'failed'` })})
  select day::text as day, name, value::float8 as value from figures where value is not null`;
