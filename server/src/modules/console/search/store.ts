import type { z } from 'zod';
import type { FOUND_KINDS, foundThing } from '#contract/search.ts';
import { LOOKED_THROUGH } from '#contract/search-limits.ts';
import type { Executor } from '../../../db/client.ts';
import type { Needle } from './rules.ts';

/** Results per kind. */
const MAX_FOUND = 5;

/** SQL conditions. Parameters: $1 account, $2 words, $3 digits of a number, $4 UUID, $5 id; unused ones are null. */
const hasWords = (column: string): string => `strpos(lower(${column}), lower($2::text)) > 0`;
const hasDigits = (column: string): string => `strpos(${column}, $3::text) > 0`;

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
    from ${from} where thing.user_id = $1 and ${where} order by thing.created_at desc, thing.id desc limit ${MAX_FOUND})`;

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
    where ${where} order by ${order} limit ${MAX_FOUND})`;

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
  `select ${id} from ${table} where user_id = $1 and phone_number = any(array(
    select phone_number from ${table}
    where $3::text is not null and user_id = $1 and ${hasDigits('phone_number')} limit ${MOST_NUMBERS}))`;

const OF_KEPT_CAMPAIGN = `campaign_id = any(array(select id from campaigns where user_id = $1 and deleted_at is null))`;

/**
 * Ids are found first, each kind's in one array: as a subquery, they could be searched again for every row when the
 * planner's statistics are older than an import.
 */
const LONG_LISTS = [
  events({
    kind: 'call',
    name: `coalesce(thing.client_phone_number, 'Web call')`,
    from: 'calls thing left join assistants on assistants.id = thing.assistant_id',
    detail: `coalesce(assistants.name, '')`,
    where: `thing.deleted_at is null and thing.id = any(array(
      select id from calls where user_id = $1 and (id = $5::bigint or attempt_id = $4::uuid)
      union ${latest({
        table: 'calls',
        columns: 'client_phone_number, assistant_phone_number, deleted_at',
        where: `deleted_at is null and $3::text is not null and (${hasDigits('client_phone_number')} or ${hasDigits('assistant_phone_number')})`,
      })}))`,
  }),
  events({
    kind: 'conversation',
    id: 'thing.uuid',
    detail: `coalesce(assistants.name, '')`,
    from: 'conversations thing left join assistants on assistants.id = thing.assistant_id',
    name: `coalesce(nullif(customer_name, ''), customer_phone, customer_identifier, 'Visitor')`,
    where: `thing.id = any(array(
      select id from conversations where uuid = $4::uuid
      union ${latest({
        table: 'conversations',
        columns: 'customer_name, customer_phone, customer_identifier',
        where: `${hasWords('customer_name')} or ${hasDigits('customer_phone')} or ${hasWords('customer_identifier')}`,
      })}))`,
  }),
  events({
    kind: 'lead',
    name: 'thing.phone_number',
    detail: 'campaigns.name',
    parent: 'campaigns.id',
    from: 'leads thing join campaigns on campaigns.id = thing.campaign_id and campaigns.deleted_at is null',
    where: `thing.id = any(array(
      select id from leads where id = $5::bigint
      union ${byNumber('leads', 'id')}
      union ${byNumber('lead_contacts', 'lead_id')}
      union ${latest({
        table: 'leads',
        columns: 'campaign_id, phone_number, variables',
        rows: LOOKED_THROUGH.leads,
        where: `(${hasDigits('phone_number')} or ${hasVariable}) and ${OF_KEPT_CAMPAIGN}`,
      })}))`,
  }),
  events({
    kind: 'sms',
    from: 'sms_messages thing',
    detail: 'thing.body',
    name: `case thing.direction when 'inbound' then thing.from_number else thing.to_number end`,
    where: `thing.id = any(array(
      select id from sms_messages where id = $5::bigint
      union ${latest({
        table: 'sms_messages',
        columns: 'from_number, to_number, body',
        where: `${hasDigits('from_number')} or ${hasDigits('to_number')} or ${hasWords('body')}`,
      })}))`,
  }),
  events({
    kind: 'blacklisted_number',
    from: 'blacklisted_numbers thing',
    name: 'thing.phone_number',
    detail: `coalesce(thing.reason, '')`,
    where: `thing.id = any(array(select id from ${latest({
      table: 'blacklisted_numbers',
      columns: 'phone_number',
      where: hasDigits('phone_number'),
    })} found))`,
  }),
  events({
    kind: 'webhook_delivery',
    from: 'webhook_deliveries thing',
    name: 'thing.event',
    detail: 'thing.id',
    where: `thing.id = any(array(
      select id from webhook_deliveries where id = $2::text
      union ${latest({
        table: 'webhook_deliveries',
        columns: 'subject_id, created_at',
        order: 'created_at desc, id desc',
        where: 'subject_id = coalesce($4::uuid::text, $5::bigint::text)',
      })}))`,
  }),
];

type Found = z.output<typeof foundThing>;

export function findThings(database: Executor, userId: number, needle: Needle): Promise<Found[]> {
  const { words, digits, uuid, id } = needle;
  return database.query<Found>(SEARCH, [userId, words, digits, uuid, id]);
}

interface NamedThings {
  kind: (typeof FOUND_KINDS)[number];
  from: string;
  id?: string;
  name: string;
  detail?: string;
  parent?: string;
  /** Condition in addition to the account, such as a match of the name. */
  where: string;
}

/** SQL for kinds with few rows; names that start with the words come first. */
const named = ({ kind, from, id = 'thing.id', name, detail = `''`, parent = 'null', where }: NamedThings) =>
  `(select '${kind}' as kind, ${id}::text as id, left(${name}, 200) as name, left(${detail}, 200) as detail,
      ${parent}::text as parent_id, null as at
    from ${from} where thing.user_id = $1 and (${where})
    order by strpos(lower(${name}), lower($2::text)), lower(${name}), ${id} limit ${MAX_FOUND})`;

const FEW = [
  named({
    kind: 'assistant',
    from: 'assistants thing',
    name: 'thing.name',
    detail: 'thing.type',
    where: `thing.deleted_at is null and (${hasWords('thing.name')} or thing.id = $5 or thing.uuid = $4)`,
  }),
  named({
    kind: 'campaign',
    from: 'campaigns thing',
    name: 'thing.name',
    where: `thing.deleted_at is null and (${hasWords('thing.name')} or thing.id = $5)`,
  }),
  named({
    kind: 'knowledgebase',
    from: 'knowledgebases thing',
    name: 'thing.name',
    detail: 'thing.description',
    where: `${hasWords('thing.name')} or thing.id = $5`,
  }),
  named({
    kind: 'document',
    name: 'thing.name',
    detail: 'base.name',
    parent: 'base.id',
    from: 'documents thing join knowledgebases base on base.id = thing.knowledgebase_id',
    where: `${hasWords('thing.name')} or ${hasWords('thing.url')}`,
  }),
  named({
    kind: 'tool',
    from: 'tools thing',
    name: 'thing.name',
    detail: 'thing.description',
    where: `${hasWords('thing.name')} or ${hasWords('thing.endpoint')} or thing.id = $5`,
  }),
  named({
    kind: 'number',
    from: 'phone_numbers thing',
    name: 'thing.phone_number',
    detail: `coalesce(thing.region, '')`,
    where: `thing.type <> 'sip' and (${hasDigits('thing.phone_number')} or ${hasWords('thing.region')})`,
  }),
  named({
    kind: 'trunk',
    id: 'line.id',
    name: 'line.phone_number',
    detail: `coalesce(nickname, sip_address)`,
    from: 'sip_trunks thing join phone_numbers line on line.id = thing.phone_number_id',
    where: `${hasDigits('line.phone_number')} or ${hasWords('nickname')} or ${hasWords('sip_address')}`,
  }),
  named({
    kind: 'sender',
    from: 'senders thing',
    detail: 'thing.phone_number',
    name: `coalesce(nullif(thing.display_name, ''), thing.phone_number)`,
    where: `${hasDigits('thing.phone_number')} or ${hasWords('thing.display_name')}`,
  }),
  named({
    kind: 'template',
    name: 'thing.name',
    parent: 'sender.id',
    from: 'templates thing join senders sender on sender.id = thing.sender_id',
    detail: `coalesce(nullif(sender.display_name, ''), sender.phone_number)`,
    where: hasWords('thing.name'),
  }),
  named({
    kind: 'api_key',
    from: 'tokens thing',
    name: 'thing.name',
    where: `thing.kind = 'api-key' and ${hasWords('thing.name')}`,
  }),
  named({
    kind: 'webhook_target',
    from: 'webhook_targets thing',
    name: 'thing.url',
    where: hasWords('thing.url'),
  }),
];

const SEARCH = [...FEW, ...LONG_LISTS].join('\nunion all\n');
