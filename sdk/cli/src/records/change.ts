import { connect } from '../account/connection.ts';
import type { Api } from '../api/api.ts';
import { hasOption, listOption, pairs, textOption, wordAt } from '../program/option-values.ts';
import type { OptionValues, Run } from '../program/verb.ts';
import { confirm } from '../terminal/confirm.ts';
import { UsageError } from '../terminal/failures.ts';
import { writeOutcome } from '../terminal/terminal.ts';
import { find, idOf } from './find.ts';
import { type Item, KINDS, type KindName, memberOf } from './kinds.ts';
import { readFields } from './read-fields.ts';

/** An option that sets a field of the record; names of another kind become ids. */
export interface Field {
  option: string;
  field: string;
  kind?: KindName;
}

interface Changing {
  kind: KindName;
  fields?: readonly Field[];
  /** Turns names into ids in the fields of `--file` and `--set`. */
  translate?(api: Api, fields: Item): Promise<Item>;
}

/** Creates a record from options, `--set` and `--file`. */
export function createOf(changing: Changing): Run {
  return async (invocation) => {
    const { options, terminal } = invocation;
    const api = await connect(invocation);
    const body = await fieldsOf(api, options, changing);
    const kind = KINDS[changing.kind];
    const answer = await api.create<Item>(kind.path, body);
    const created = memberOf(answer, 'data') ?? answer;
    const id = memberOf(created, 'id');
    writeOutcome(terminal, created, `Created ${kind.word} ${String(id)}.`);
    return 0;
  };
}

/** Updates the given fields of a record. */
export function updateOf(changing: Changing): Run {
  return async (invocation) => {
    const api = await connect(invocation);
    const body = await fieldsOf(api, invocation.options, changing);
    const id = await idOf(api, changing.kind, wordAt(invocation, 0));
    const answer = await api.send<Item>('PUT', changePath(changing.kind, id), body);
    writeOutcome(
      invocation.terminal,
      memberOf(answer, 'data') ?? answer,
      `Updated ${KINDS[changing.kind].word} ${id}.`,
    );
    return 0;
  };
}

/** Deletes a record after confirmation. */
export function deleteOf(kindName: KindName): Run {
  return async (invocation) => {
    const { options, terminal } = invocation;
    const api = await connect(invocation);
    const kind = KINDS[kindName];
    const given = wordAt(invocation, 0);
    const item: Item =
      kind.named === null ? { id: await idOf(api, kindName, given) } : await find(api, kindName, given);
    const title = [`${kind.word} ${String(item['id'])}`, ...kind.names(item).slice(0, 1)].join(' ');
    await confirm(terminal, { question: `Delete ${title}?`, isSure: hasOption(options, 'yes') });
    const answer = await api.send('DELETE', changePath(kindName, String(item['id'])));
    writeOutcome(terminal, answer, `Deleted ${title}.`);
    return 0;
  };
}

const CHANGE_PATHS: Partial<Record<KindName, string>> = {
  keys: '/user/api-keys',
  numbers: '/user/phone-numbers',
  webhooks: '/user/webhook-endpoints',
};

function changePath(kindName: KindName, id: string): string {
  return KINDS[kindName].itemPath(id) ?? `${CHANGE_PATHS[kindName]}/${id}`;
}

async function fieldsOf(api: Api, options: OptionValues, changing: Changing): Promise<Item> {
  const file = textOption(options, 'file');
  const written = {
    ...(file === undefined ? {} : await readFields(file)),
    ...pairs(listOption(options, 'set'), '--set'),
  };
  const body: Record<string, unknown> = { ...(await (changing.translate?.(api, written) ?? written)) };
  for (const { option, field, kind } of changing.fields ?? []) {
    const value = options[option];
    if (typeof value === 'string')
      body[field] = kind === undefined ? value : Number(await idOf(api, kind, value));
    if (typeof value === 'boolean') body[field] = value;
    if (typeof value !== 'object') continue;
    const ids = kind === undefined ? value : await Promise.all(value.map((one) => idOf(api, kind, one)));
    body[field] = kind === undefined ? ids : ids.map(Number);
  }
  if (Object.keys(body).length === 0) {
    throw new UsageError('Nothing to change was given. Use the options, --set name=value or --file.');
  }
  return body;
}
