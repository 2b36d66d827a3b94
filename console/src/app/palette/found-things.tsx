import { ListFilter } from 'lucide-react';
import { RelativeTime } from '../../components/relative-time.tsx';
import type { FoundThing } from '../../data/search.ts';
import { FOUND_KINDS } from './found-kinds.ts';
import { furtherWays } from './further.ts';
import { Group, Item } from './palette-item.tsx';

interface FoundThingsProps {
  things: readonly FoundThing[];
  /** The typed words. */
  words: string;
  onGo: (href: string) => void;
}

/** Search results of the account's data, by kind. */
export function FoundThings({ things, words, onGo }: FoundThingsProps) {
  const byKind = Map.groupBy(things, ({ kind }) => kind);
  const further = furtherWays(things, words);
  return kinds().map((kind) => {
    const found = byKind.get(kind);
    const { title, icon, href } = FOUND_KINDS[kind];
    return (
      found && (
        <Group key={kind} heading={title}>
          {found.map((thing) => (
            <Item
              key={thing.id}
              value={`${kind} ${thing.id}`}
              icon={icon}
              detail={<Detail thing={thing} />}
              onSelect={() => onGo(href(thing))}
            >
              {thing.name}
            </Item>
          ))}
          {further
            .filter((way) => way.kind === kind)
            .map(({ label, href: all }) => (
              <Item key={all} value={all} icon={ListFilter} onSelect={() => onGo(all)}>
                {label}
              </Item>
            ))}
        </Group>
      )
    );
  });
}

function Detail({ thing: { detail, at } }: { thing: FoundThing }) {
  if (at === null) return detail;
  return (
    <>
      {detail !== '' && `${detail}, `}
      <RelativeTime iso={at} />
    </>
  );
}

function kinds(): FoundThing['kind'][] {
  return Object.keys(FOUND_KINDS).filter(isKind);
}

function isKind(name: string): name is FoundThing['kind'] {
  return Object.hasOwn(FOUND_KINDS, name);
}
