import type { Api } from '../api/api.ts';
import { CommandError } from '../terminal/failures.ts';
import { type Item, KINDS, type Kind, type KindName } from './kinds.ts';

/** Id of the record with this id or name. */
export async function idOf(api: Api, kindName: KindName, given: string): Promise<string> {
  const kind = KINDS[kindName];
  if (kind.named === null) {
    if (/^[0-9a-f-]+$/i.test(given)) return given;
    throw new CommandError(`"${given}" is not the id of a ${kind.word}. See: parley ${kindName} list`);
  }
  return String((await find(api, kindName, given))['id']);
}

export async function find(api: Api, kindName: KindName, given: string): Promise<Item> {
  const kind = KINDS[kindName];
  const items = await (kind.named ?? (() => Promise.resolve([])))(api);
  return choose({ items, kind, kindName, given });
}

interface Search {
  items: readonly Item[];
  kind: Kind;
  kindName: KindName;
  given: string;
}

/** Looks for an exact name, then an id, then a name in another case. */
function choose(search: Search): Item {
  const { items, kind, given } = search;
  const wanted = given.trim();
  const steps: ((item: Item) => boolean)[] = [
    (item) => kind.names(item).includes(wanted),
    (item) => String(item['id']) === wanted,
    (item) => kind.names(item).some((name) => String(name).toLowerCase() === wanted.toLowerCase()),
  ];
  for (const matches of steps) {
    const found = items.filter(matches);
    if (found.length === 1 && found[0] !== undefined) return found[0];
    if (found.length > 1) {
      const ids = found.map((item) => String(item['id'])).join(', ');
      throw new CommandError(`Several of your ${search.kindName} are named "${wanted}". Use an id: ${ids}`);
    }
  }
  throw new CommandError(missing(search, wanted));
}

function missing({ items, kind, kindName }: Search, wanted: string): string {
  const names = items.flatMap((item) => kind.names(item)).filter((name) => typeof name === 'string');
  const near = names.find((name) => isNear(name.toLowerCase(), wanted.toLowerCase()));
  const hint = near === undefined ? `See: parley ${kindName} list` : `Did you mean "${near}"?`;
  return `There is no ${kind.word} "${wanted}". ${hint}`;
}

function isNear(name: string, wanted: string): boolean {
  return name.includes(wanted) || distance(name, wanted) <= Math.max(1, Math.floor(wanted.length / 4));
}

/** Levenshtein distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const changed = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(changed, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
