import { connect } from '../account/connection.ts';
import type { Query } from '../api/api.ts';
import { hasOption, numberOption, textOption, wordAt } from '../program/option-values.ts';
import type { OptionValues, Run } from '../program/verb.ts';
import { writeObject, writeRows } from '../terminal/terminal.ts';
import { find, idOf } from './find.ts';
import { type Item, KINDS, type KindName, memberOf } from './kinds.ts';

const DEFAULT_LIMIT = 50;

/** A filter: the option of the verb, the parameter of the API, and the kind that its names belong to. */
export interface Filter {
  option: string;
  parameter: string;
  kind?: KindName;
}

/** Lists records in the API's order. A note on standard error says if there are more. */
export function listOf(kindName: KindName, filters: readonly Filter[] = []): Run {
  return async (invocation) => {
    const { options, terminal } = invocation;
    const limit = limitOf(options);
    const api = await connect(invocation);
    const query: Record<string, string | undefined> = {};
    for (const { option, parameter, kind } of filters) {
      const given = textOption(options, option);
      if (given !== undefined) query[parameter] = kind === undefined ? given : await idOf(api, kind, given);
    }
    const kind = KINDS[kindName];
    const { items, total } = await kind.list(api, { query: query satisfies Query, limit });
    writeRows(terminal, items, kind.columns);
    if (total > items.length) {
      terminal.note(`${items.length} of ${total} are listed. Use --limit or --all for more.`);
    }
    return 0;
  };
}

export function limitOf(options: OptionValues): number {
  if (hasOption(options, 'all')) return Number.POSITIVE_INFINITY;
  return numberOption(options, 'limit', { from: 1, to: 1_000_000 }) ?? DEFAULT_LIMIT;
}

/** Shows one record by its id or name. */
export function showOf(kindName: KindName): Run {
  return async (invocation) => {
    const api = await connect(invocation);
    const given = wordAt(invocation, 0);
    const kind = KINDS[kindName];
    const path = kind.itemPath(kind.itemPath('') === null ? '' : await idOf(api, kindName, given));
    const answer = path === null ? await find(api, kindName, given) : await api.get<Item>(path);
    const item = asItem(memberOf(answer, 'data') ?? answer);
    writeObject(invocation.terminal, invocation.terminal.isJson ? item : readable(item));
    return 0;
  };
}

function asItem(value: unknown): Item {
  return typeof value === 'object' && value !== null ? (value as Item) : {};
}

/** Replaces lists of objects by their length, because they would fill pages. */
function readable(item: Item): Item {
  const entries = Object.entries(item).map(([name, value]) => {
    const isLong = Array.isArray(value) && value.some((one) => typeof one === 'object');
    return [name, isLong ? `${value.length} (--json shows them)` : value];
  });
  return Object.fromEntries(entries);
}
