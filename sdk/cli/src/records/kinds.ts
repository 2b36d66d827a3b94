import type { Api, Query } from '../api/api.ts';
import { type Listed, readPages } from '../api/pages.ts';
import type { Column } from '../terminal/table.ts';

/** A record of the API; its kind knows the fields. */
export type Item = Readonly<Record<string, unknown>>;

export type KindName =
  | 'alerts'
  | 'assistants'
  | 'audit-log'
  | 'calls'
  | 'campaigns'
  | 'conversations'
  | 'invitations'
  | 'keys'
  | 'knowledge'
  | 'leads'
  | 'members'
  | 'numbers'
  | 'tools'
  | 'webhooks';

/** How records of one noun are read, named and changed. Paths are those of the API. */
export interface Kind {
  /** In messages: `assistant`. */
  word: string;
  list(api: Api, options: { query: Query; limit: number }): Promise<Listed<Item>>;
  /** Path of one record; null if the API has only the list. */
  itemPath(id: string): string | null;
  /** Path for creation. */
  path: string;
  /** Values that identify the record on the command line, besides its id. */
  names(item: Item): readonly unknown[];
  columns: readonly Column<Item>[];
  /** A list that names are looked up in; null if records are only found by id. */
  named: ((api: Api) => Promise<readonly Item[]>) | null;
}

function column(title: string, field: string): Column<Item> {
  return { title, text: (item) => shown(item[field]) };
}

/** A value in a table. */
export function shown(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(shown).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** `2026-03-01T10:00:00.123456Z` → `2026-03-01 10:00:00`. */
function moment(title: string, field: string): Column<Item> {
  return {
    title,
    text: (item) =>
      shown(item[field])
        .replace('T', ' ')
        .replace(/\.\d+Z?$/, ''),
  };
}

const id = column('id', 'id');
const name = column('name', 'name');
const status = column('status', 'status');

/** Reads a list that the API returns in one response, as an array or in a member. */
function whole(path: string, member: string | null = null): Kind['list'] {
  return async (api, { query, limit }) => {
    const items = itemsOf(await api.get<unknown>(path, query), member);
    return { items: items.slice(0, limit), total: items.length };
  };
}

function pages(path: string): Kind['list'] {
  return (api, options) => readPages<Item>(api, path, options);
}

function all(list: Kind['list']): NonNullable<Kind['named']> {
  return async (api) => (await list(api, { query: {}, limit: Number.POSITIVE_INFINITY })).items;
}

function itemsOf(answer: unknown, member: string | null): Item[] {
  const list =
    member === null || answer === null || typeof answer !== 'object' ? answer : Reflect.get(answer, member);
  return asItems(list);
}

function asItems(list: unknown): Item[] {
  return Array.isArray(list) ? (list as Item[]) : [];
}

export const KINDS: Record<KindName, Kind> = {
  alerts: {
    word: 'alert',
    list: pages('/user/alerts'),
    itemPath: () => null,
    path: '/user/alerts',
    names: () => [],
    columns: [
      id,
      column('kind', 'kind'),
      status,
      column('object', 'object_name'),
      column('times', 'count'),
      moment('last', 'last_at'),
      column('message', 'message'),
    ],
    named: null,
  },
  assistants: {
    word: 'assistant',
    list: pages('/user/assistants/get'),
    itemPath: (one) => `/user/assistant/${one}`,
    path: '/user/assistant',
    names: (item) => [item['name'], item['uuid']],
    columns: [
      id,
      name,
      column('type', 'type'),
      column('mode', 'mode'),
      status,
      moment('updated', 'updated_at'),
    ],
    named: all(whole('/user/assistants')),
  },
  calls: {
    word: 'call',
    list: pages('/user/calls'),
    itemPath: (one) => `/user/calls/${one}`,
    path: '/user/make_call',
    names: () => [],
    columns: [
      id,
      status,
      column('type', 'type'),
      column('customer', 'client_phone_number'),
      column('seconds', 'duration'),
      column('cost', 'total_cost'),
      moment('created', 'created_at'),
      column('assistant', 'assistant_name'),
    ],
    named: null,
  },
  campaigns: {
    word: 'campaign',
    list: whole('/user/campaigns'),
    itemPath: (one) => `/user/campaign/${one}`,
    path: '/user/campaign',
    names: (item) => [item['name']],
    columns: [id, name, status, column('assistant', 'assistant_id'), moment('updated', 'updated_at')],
    named: all(whole('/user/campaigns')),
  },
  conversations: {
    word: 'conversation',
    list: pages('/user/conversations'),
    itemPath: (one) => `/user/conversations/${one}`,
    path: '/conversations',
    names: () => [],
    columns: [
      id,
      column('type', 'type'),
      column('messages', 'message_count'),
      column('ai', 'ai_enabled'),
      column('cost', 'total_cost'),
      moment('updated', 'updated_at'),
      column('assistant', 'assistant_name'),
    ],
    named: null,
  },
  invitations: {
    word: 'invitation',
    list: pages('/user/invitations'),
    itemPath: (one) => `/user/invitations/${one}`,
    path: '/user/invitations',
    names: (item) => [item['email']],
    columns: [
      id,
      column('email', 'email'),
      column('role', 'role'),
      column('invited by', 'invited_by'),
      moment('expires', 'expires_at'),
    ],
    named: all(pages('/user/invitations')),
  },
  'audit-log': {
    word: 'audit log entry',
    list: pages('/user/audit-log'),
    itemPath: (one) => `/user/audit-log/${one}`,
    path: '/user/audit-log',
    names: () => [],
    columns: [
      id,
      moment('when', 'created_at'),
      { title: 'who', text: ({ actor }) => shown(memberOf(actor, 'name') ?? memberOf(actor, 'kind')) },
      column('action', 'action'),
      { title: 'type', text: ({ object }) => shown(memberOf(object, 'type')) },
      { title: 'object', text: ({ object }) => shown(memberOf(object, 'name') ?? memberOf(object, 'id')) },
      column('address', 'address'),
    ],
    named: null,
  },
  members: {
    word: 'member',
    list: pages('/user/members'),
    itemPath: (one) => `/user/members/${one}`,
    path: '/user/members',
    names: (item) => [item['email'], item['name']],
    columns: [id, name, column('email', 'email'), column('role', 'role'), moment('since', 'created_at')],
    named: all(pages('/user/members')),
  },
  keys: {
    word: 'API key',
    list: whole('/user/api-keys', 'api_keys'),
    itemPath: () => null,
    path: '/user/api-keys',
    names: (item) => [item['name']],
    columns: [id, name, moment('last used', 'last_used_at'), moment('created', 'created_at')],
    named: all(whole('/user/api-keys', 'api_keys')),
  },
  knowledge: {
    word: 'knowledgebase',
    list: whole('/user/knowledgebases', 'data'),
    itemPath: (one) => `/user/knowledgebases/${one}`,
    path: '/user/knowledgebases',
    names: (item) => [item['name']],
    columns: [
      id,
      name,
      status,
      column('documents', 'documents_count'),
      column('assistants', 'assistants_count'),
    ],
    named: all(whole('/user/knowledgebases', 'data')),
  },
  leads: {
    word: 'lead',
    list: pages('/user/leads'),
    itemPath: (one) => `/user/leads/${one}`,
    path: '/user/lead',
    names: () => [],
    columns: [
      id,
      column('number', 'phone_number'),
      status,
      column('calls', 'call_tries'),
      column('outcome', 'last_outcome'),
      column('external id', 'external_id'),
      { title: 'campaign', text: (item) => shown(memberOf(item['campaign'], 'name')) },
    ],
    named: null,
  },
  numbers: {
    word: 'phone number',
    list: whole('/user/phone-numbers/all', 'data'),
    itemPath: () => null,
    path: '/user/phone-numbers/purchase',
    names: (item) => [item['phone_number']],
    columns: [
      id,
      column('number', 'phone_number'),
      column('country', 'country_code'),
      column('type', 'type_label'),
      column('sms', 'sms_capable'),
    ],
    named: all(whole('/user/phone-numbers/all', 'data')),
  },
  tools: {
    word: 'tool',
    list: whole('/user/tools'),
    itemPath: (one) => `/user/tools/${one}`,
    path: '/user/tools',
    names: (item) => [item['name']],
    columns: [
      id,
      name,
      column('method', 'method'),
      column('endpoint', 'endpoint'),
      column('description', 'description'),
    ],
    named: all(whole('/user/tools')),
  },
  webhooks: {
    word: 'webhook endpoint',
    list: whole('/user/webhook-endpoints', 'data'),
    itemPath: () => null,
    path: '/user/webhook-endpoints',
    names: (item) => [item['url'], item['description']],
    columns: [
      id,
      column('url', 'url'),
      status,
      column('active', 'is_active'),
      column('waiting', 'waiting_count'),
      column('events', 'events'),
    ],
    named: all(whole('/user/webhook-endpoints', 'data')),
  },
};

/** A member of an object; undefined for everything else. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
