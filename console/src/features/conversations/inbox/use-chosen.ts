import { useState } from 'react';
import { MAX_BULK_CONVERSATIONS } from '#contract/inbox.ts';

export interface Chosen {
  /** UUIDs of the selected conversations. */
  ids: ReadonlySet<string>;
  toggle: (id: string) => void;
  set: (ids: Iterable<string>) => void;
}

/** Selected conversations of a list; none in another list. @param list identifies the list by its filter */
export function useChosen(list: string): Chosen {
  const [chosen, setChosen] = useState({ list, ids: new Set<string>() });
  const ids = chosen.list === list ? chosen.ids : new Set<string>();
  const set = (next: Iterable<string>): void =>
    setChosen({ list, ids: new Set([...next].slice(0, MAX_BULK_CONVERSATIONS)) });
  const toggle = (id: string): void => {
    const others = [...ids].filter((one) => one !== id);
    set(others.length < ids.size ? others : [...ids, id]);
  };
  return { ids, toggle, set };
}
