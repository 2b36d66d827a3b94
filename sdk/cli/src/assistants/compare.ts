import type { Item } from '../records/kinds.ts';
import { fingerprint, isSame } from './assistant-fields.ts';

/** Fingerprints of the server's fields at the last pull or push. */
export type Base = Readonly<Record<string, string>>;

export interface Comparison {
  /** Fields of the file that differ from the server. */
  different: string[];
  /** Of these, changed in the file since the last pull or push. */
  changedHere: string[];
  /** Of these, changed on the server since then. */
  changedThere: string[];
}

/**
 * Compares a file with the server's assistant, field by field. A file manages only the fields that it has. Without a base,
 * each difference counts as a change on both sides.
 */
export function compare(file: Item, server: Item, base: Base | undefined): Comparison {
  const different = Object.keys(file).filter((name) => !isSame(file[name], server[name]));
  const isChanged = (name: string, fields: Item): boolean =>
    base === undefined || base[name] !== fingerprint(fields[name]);
  return {
    different,
    changedHere: different.filter((name) => isChanged(name, file)),
    changedThere: different.filter((name) => isChanged(name, server)),
  };
}

export function baseOf(server: Item): Base {
  return Object.fromEntries(Object.entries(server).map(([name, value]) => [name, fingerprint(value)]));
}
