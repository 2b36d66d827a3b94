import type { FOUND_KINDS } from '#contract/search.ts';
import { LOOKED_THROUGH } from '#contract/search-limits.ts';
import { hasDigits, hasWords, MOST } from './sql.ts';

interface Events {
  kind: (typeof FOUND_KINDS)[number];
  /** SQL `from` clause whose rows have the alias `thing`. */
  from: string;
  id?: string;
  name: string;
  detail: string;
  parent?: string;
  where: string;
}

/** SQL for kinds with many rows, latest first. */
const events = ({ kind, from, id = 'thing.id', name, detail, parent = 'null', where }: Events): string =>
  `(select '${kind}', ${id}::text, left(${name}, 200), left(${detail}, 200), ${parent}::text,
      iso_timestamp(thing.created_at)
    from ${from} where thing.user_id = $1 and ${where} order by thing.created_at desc, thing.id desc limit ${MOST})`;

interface Latest {
  table: string;
  columns: string;
  /** Order of an index on the account's rows. */
  order?: string;
  rows?: number;
  where: string;
}

/** SQL: scans from the newest row and stops when enough matches are found. */
const latest = ({ table, columns, order = 'id desc', rows = LOOKED_THROUGH.others, where }: Latest): string =>
  `(select id from (select id, ${columns} from ${table} where user_id = $1 order by ${order} limit ${rows}) latest
    where ${where} order by ${order} limit ${MOST})`;

/**
 * SQL condition: a variable of a lead contains the words. Comparing the whole JSON text first excludes most rows
 * without parsing. The search text is computed once per statement, because computing it per row would double the time.
 */
const hasVariable = `strpos(lower(variables::text), (select lower(trim(both '"' from to_json($2::text)::text)))) > 0
  and exists (select from json_each_text(variables) known where ${hasWords('known.value')})`;

/** Limit of phone numbers from one index-only scan. */
const MOST_NUMBERS = 100;

/** SQL: all rows of the account whose number contains the digits, however old, found through an index on numbers. */
const byNumber = (table: string, id: string): string =>
  `select ${id} from ${table} where user_id = $1 and phone_number in (
    select phone_number from ${table}
    where $3::text is not null and user_id = $1 and ${hasDigits('phone_number')} limit ${MOST_NUMBERS})`;

const OF_KEPT_CAMPAIGN = `campaign_id in (select id from campaigns where user_id = $1 and deleted_at is null)`;

export const LONG_LISTS = [
  events({
    kind: 'call',
    name: `coalesce(thing.client_phone_number, 'Web call')`,
    from: 'calls thing left join assistants on assistants.id = thing.assistant_id',
    detail: `coalesce(assistants.name, '')`,
    where: `thing.deleted_at is null and thing.id in (
      select id from calls where user_id = $1 and (id = $5::bigint or attempt_id = $4::uuid)
      union ${latest({
        table: 'calls',
        columns: 'client_phone_number, assistant_phone_number, deleted_at',
        where: `deleted_at is null and $3::text is not null and (${hasDigits('client_phone_number')} or ${hasDigits('assistant_phone_number')})`,
      })})`,
  }),
  events({
    kind: 'conversation',
    id: 'thing.uuid',
    detail: `coalesce(assistants.name, '')`,
    from: 'conversations thing left join assistants on assistants.id = thing.assistant_id',
    name: `coalesce(nullif(customer_name, ''), customer_phone, customer_identifier, 'Visitor')`,
    where: `thing.id in (
      select id from conversations where uuid = $4::uuid
      union ${latest({
        table: 'conversations',
        columns: 'customer_name, customer_phone, customer_identifier',
        where: `${hasWords('customer_name')} or ${hasDigits('customer_phone')} or ${hasWords('customer_identifier')}`,
      })})`,
  }),
  events({
    kind: 'lead',
    name: 'thing.phone_number',
    detail: 'campaigns.name',
    parent: 'campaigns.id',
    from: 'leads thing join campaigns on campaigns.id = thing.campaign_id and campaigns.deleted_at is null',
    where: `thing.id in (
      select id from leads where id = $5::bigint
      union ${byNumber('leads', 'id')}
      union ${byNumber('lead_contacts', 'lead_id')}
      union ${latest({
        table: 'leads',
        columns: 'campaign_id, phone_number, variables',
        rows: LOOKED_THROUGH.leads,
        where: `(${hasDigits('phone_number')} or ${hasVariable}) and ${OF_KEPT_CAMPAIGN}`,
      })})`,
  }),
  events({
    kind: 'sms',
    from: 'sms_messages thing',
    detail: 'thing.body',
    name: `case thing.direction when 'inbound' then thing.from_number else thing.to_number end`,
    where: `thing.id in (
      select id from sms_messages where id = $5::bigint
      union ${latest({
        table: 'sms_messages',
        columns: 'from_number, to_number, body',
        where: `${hasDigits('from_number')} or ${hasDigits('to_number')} or ${hasWords('body')}`,
      })})`,
  }),
  events({
    kind: 'blacklisted_number',
    from: 'blacklisted_numbers thing',
    name: 'thing.phone_number',
    detail: `coalesce(thing.reason, '')`,
    where: `thing.id in (select id from ${latest({
      table: 'blacklisted_numbers',
      columns: 'phone_number',
      where: hasDigits('phone_number'),
    })} found)`,
  }),
  events({
    kind: 'webhook_delivery',
    from: 'webhook_deliveries thing',
    name: 'thing.event',
    detail: 'thing.id',
    where: `thing.id in (
      select id from webhook_deliveries where id = $2::text
      union ${latest({
        table: 'webhook_deliveries',
        columns: 'subject_id, created_at',
        order: 'created_at desc, id desc',
        where: 'subject_id = coalesce($4::uuid::text, $5::bigint::text)',
      })})`,
  }),
];
