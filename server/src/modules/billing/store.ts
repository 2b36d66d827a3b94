import type { z } from 'zod';
import type { Charge, ChargeKind, summaryResponse, usageResponse } from '#contract/billing.ts';
import { accountZone, withinDays } from '../../db/account-days.ts';
import type { Executor } from '../../db/client.ts';
import { type JsonFields, jsonObject } from '../../db/json-object.ts';
import type { PageRequest } from '../../http/pagination.ts';
import { type DayRange, REASONS } from './rules.ts';

/** SQL: millionths of a dollar as exact decimal text. */
const exact = (micros: string): string => `((${micros}) / 1000000::numeric)::numeric(30, 6)::text`;
const dollars = (micros: string): string => `((${micros}) / 1000000.0::float8)`;

export interface ChargeFilter extends DayRange {
  kind: ChargeKind | null;
  /** UUID of a conversation. */
  conversation: string | null;
}

/** $6: reasons by kind. */
const CHARGE_JSON = jsonObject<Charge>({
  id: 'page.id',
  kind: 'page.kind',
  amount: dollars('page.amount_micros'),
  amount_exact: exact('page.amount_micros'),
  balance_effect: exact('-page.amount_micros'),
  why: 'coalesce(page.note, $6::json ->> page.kind)',
  conversation_id: 'conversations.uuid',
  message_id: 'page.message_id',
  reference: 'page.reference',
  created_at: 'iso_timestamp(page.created_at)',
});

/** SQL condition of the filter; its parameters are those of `valuesOf`. */
const MATCHES = `user_id = $1
  and ($2::text is null or kind = $2)
  and ($3::uuid is null or conversation_id =
    (select id from conversations where conversations.user_id = $1 and uuid = $3))
  and ${withinDays('created_at', { user: '$1', from: '$4', to: '$5' })}`;

/** The last one is for `CHARGE_JSON`. */
function valuesOf(userId: number, { kind, conversation, dateFrom, dateTo }: ChargeFilter): unknown[] {
  return [userId, kind, conversation, dateFrom, dateTo, JSON.stringify(REASONS)];
}

/** One page of the ledger as JSON text, newest first, and the total count, in one statement. */
export async function readChargePage(
  database: Executor,
  { userId, filter }: { userId: number; filter: ChargeFilter },
  { page, perPage }: PageRequest,
): Promise<{ items: string; count: number; total: number }> {
  const [row] = await database.query<{ items: string; count: number; total: number }>(
    `with matching as (
       select charges.* from charges where ${MATCHES}),
     page as (select * from matching order by created_at desc, id desc limit $7 offset $8)
     select coalesce((select string_agg(${CHARGE_JSON}::text, ',' order by page.created_at desc, page.id desc)
       from page left join conversations on conversations.id = page.conversation_id), '') as items,
       (select count(*)::int from page) as count,
       (select count(*)::int from matching) as total`,
    [...valuesOf(userId, filter), perPage, (page - 1) * perPage],
  );
  return row ?? { items: '', count: 0, total: 0 };
}

/** Ledger entries as in the list, as JSON text, latest id first. */
export function readChargeBatch(
  database: Executor,
  about: { userId: number; filter: ChargeFilter; ids: readonly number[] | null; beforeId: number | null },
  limit: number,
): Promise<{ id: number; item: string }[]> {
  return database.query<{ id: number; item: string }>(
    `with page as (
       select charges.* from charges
       where ${MATCHES} and ($7::bigint[] is null or id = any($7)) and ($8::bigint is null or id < $8)
       order by id desc limit $9)
     select page.id, ${CHARGE_JSON}::text as item
     from page left join conversations on conversations.id = page.conversation_id order by page.id desc`,
    [...valuesOf(about.userId, about.filter), about.ids, about.beforeId, limit],
  );
}

export async function hasConversation(database: Executor, userId: number, uuid: string): Promise<boolean> {
  const rows = await database.query('select from conversations where user_id = $1 and uuid = $2', [
    userId,
    uuid,
  ]);
  return rows.length > 0;
}

type Summary = z.output<typeof summaryResponse>['data'];

// As in statistics, refunds reduce the amount spent.
const IS_SPENT = `kind not in ('opening', 'credit', 'adjustment')`;

const MOVED: JsonFields<Summary['in_range']> = {
  spent: dollars(`coalesce(sum(amount_micros) filter (where ${IS_SPENT}), 0)`),
  added: dollars(`coalesce(-sum(amount_micros) filter (where not ${IS_SPENT}), 0)`),
};

const SUMS: JsonFields<Omit<Summary['by_kind'][number], 'kind'>> = {
  count: 'count(*)',
  amount: dollars('sum(amount_micros)'),
  amount_exact: exact('sum(amount_micros)'),
};

const KIND_JSON = jsonObject<Summary['by_kind'][number]>({ kind: 'kind', ...SUMS });
const DAY_JSON = jsonObject<Summary['by_day'][number]>({ date: 'day', ...SUMS, ...MOVED });

const SUMMARY_JSON = jsonObject<Summary>({
  balance: dollars('balance_micros'),
  balance_exact: exact('balance_micros'),
  in_range: `(select ${jsonObject<Summary['in_range']>(MOVED)} from placed where place = 'within')`,
  by_kind: `coalesce((select json_agg(item order by kind) from kinds), '[]')`,
  by_day: `coalesce((select json_agg(item order by day) from days), '[]')`,
  proof: jsonObject<Summary['proof']>({
    opening_balance: exact('before'),
    effect_in_range: exact('within'),
    effect_after_range: exact('after'),
    sum: exact('before + within + after'),
    balance: exact('balance_micros'),
    is_explained: 'before + within + after = balance_micros',
  }),
});

/** Balance, sums and consistency check as JSON text, in one statement and so from one snapshot. */
export async function readSummary(database: Executor, userId: number, range: DayRange): Promise<string> {
  const [row] = await database.query<{ summary: string }>(
    `with owned as (
       select kind, amount_micros, (created_at at time zone (${accountZone('$1')}))::date as day from charges where user_id = $1),
     placed as (
       select *, case when day < $2::date then 'before' when day > $3::date then 'after' else 'within' end as place
       from owned),
     effects as (
       select coalesce(-sum(amount_micros) filter (where place = 'before'), 0) as before,
         coalesce(-sum(amount_micros) filter (where place = 'within'), 0) as within,
         coalesce(-sum(amount_micros) filter (where place = 'after'), 0) as after from placed),
     kinds as (
       select kind, ${KIND_JSON} as item from placed where place = 'within' group by kind),
     days as (
       select day, ${DAY_JSON} as item from placed where place = 'within' group by day)
     select ${SUMMARY_JSON}::text as summary
     from users, effects where users.id = $1`,
    [userId, range.dateFrom, range.dateTo],
  );
  if (row === undefined) throw new Error('The account no longer exists.');
  return row.summary;
}

type Usage = z.output<typeof usageResponse>['data'];

const exactCost = (micros: string): string => `((${micros}) / 1000000)::numeric(40, 12)`;
const KNOWN_COST = 'coalesce(sum(cost_micros), 0)';
const COST = `case when count(*) = count(cost_micros) then ${KNOWN_COST} end`;

const USAGE: JsonFields<Usage['total']> = {
  calls: 'count(*)',
  failed_calls: 'count(error_code)',
  input_tokens: 'coalesce(sum(input_tokens), 0)',
  output_tokens: 'coalesce(sum(output_tokens), 0)',
  calls_without_tokens: 'count(*) filter (where input_tokens is null or output_tokens is null)',
  cost: `${exactCost(COST)}::float8`,
  cost_exact: `${exactCost(COST)}::text`,
  known_cost: `${exactCost(KNOWN_COST)}::float8`,
  known_cost_exact: `${exactCost(KNOWN_COST)}::text`,
  calls_without_cost: 'count(*) - count(cost_micros)',
};

const MODEL_JSON = jsonObject<Usage['models'][number]>({ model: 'model', ...USAGE });

const USAGE_JSON = jsonObject<Usage>({
  models: `coalesce((select json_agg(item order by model) from models), '[]')`,
  total: `(select ${jsonObject<Usage['total']>(USAGE)} from matching)`,
});

/** Calls, tokens and costs by model and in total, as JSON text. A cost is null if the cost of any call is unknown. */
export async function readUsage(database: Executor, userId: number, range: DayRange): Promise<string> {
  const [row] = await database.query<{ usage: string }>(
    `with matching as (
       select * from model_calls where user_id = $1
         and ${withinDays('created_at', { user: '$1', from: '$2', to: '$3' })}),
     models as (select model, ${MODEL_JSON} as item from matching group by model)
     select ${USAGE_JSON}::text as usage`,
    [userId, range.dateFrom, range.dateTo],
  );
  return row?.usage ?? '{}';
}
