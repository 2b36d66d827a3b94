import type { Executor } from '../../../db/client.ts';

interface CallableWidget {
  id: number;
  user_id: number;
  is_public: boolean;
  calls_enabled: boolean;
  allowed_origins: string[];
  /** Seconds. */
  max_duration: number;
}

export async function findCallableWidget(
  database: Executor,
  assistantUuid: string,
): Promise<CallableWidget | null> {
  const [row] = await database.query<CallableWidget>(
    `select id, user_id, is_public, (widget_settings ->> 'calls_enabled')::boolean as calls_enabled,
       widget_settings -> 'allowed_origins' as allowed_origins, max_duration
     from assistants where uuid = $1 and deleted_at is null`,
    [assistantUuid],
  );
  return row ?? null;
}

/**
 * True if one more call fits the limits. What live calls may still cost counts as spent. Locks the assistant's spending
 * of the day until the transaction ends, so that simultaneous calls do not exceed the limit together.
 */
export async function reserveVisitorCall(
  transaction: Executor,
  about: { id: number; user_id: number; reserveMicros: number },
  limits: { mostMicros: number; mostCalls: number },
): Promise<boolean> {
  const [spend] = await transaction.query<{ spent_micros: number }>(
    `insert into visitor_spend as spend (user_id, assistant_id, day, spent_micros)
     values ($1, $2, (clock_timestamp() at time zone 'UTC')::date, 0)
     on conflict (assistant_id, day) do update set spent_micros = spend.spent_micros
     returning spent_micros`,
    [about.user_id, about.id],
  );
  // A second statement, so that it sees calls committed by earlier holders of the lock.
  const [live] = await transaction.query<{ calls: number; micros: number }>(
    `select count(*)::integer as calls, coalesce(sum(visitor_reserve_micros), 0)::bigint as micros
     from calls where assistant_id = $1 and visitor_reserve_micros is not null and ended_at is null`,
    [about.id],
  );
  const { calls = 0, micros = 0 } = live ?? {};
  const isFree = about.reserveMicros === 0;
  const total = (spend?.spent_micros ?? 0) + micros + about.reserveMicros;
  return calls < limits.mostCalls && (isFree || total <= limits.mostMicros);
}
