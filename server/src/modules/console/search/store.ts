import type { z } from 'zod';
import type { FOUND_KINDS, foundThing } from '#contract/search.ts';
import type { Executor } from '../../../db/client.ts';
import { LONG_LISTS } from './long-lists.ts';
import type { Needle } from './rules.ts';
import { hasDigits, hasWords, MOST } from './sql.ts';

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
    order by strpos(lower(${name}), lower($2::text)), lower(${name}), ${id} limit ${MOST})`;

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
