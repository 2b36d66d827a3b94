import type { CountryCode } from 'libphonenumber-js/max';
import { AREA_TABLES } from './area-tables.ts';
import { canonicalZone } from './country-zones.ts';

/** Zones by prefix of the national number. */
type Areas = ReadonlyMap<string, readonly string[]>;

const LONGEST_PREFIX = 6;

const read = new Map<CountryCode, Areas>();

/**
 * Time zones of a national number by its longest known prefix; null if unknown.
 * @param nationalNumber digits without the country code
 */
export function zonesOfArea(country: CountryCode, nationalNumber: string): readonly string[] | null {
  const areas = read.get(country) ?? readAreas(country);
  read.set(country, areas);
  for (let length = LONGEST_PREFIX; length > 0; length -= 1) {
    const zones = areas.get(nationalNumber.slice(0, length));
    if (zones !== undefined) return zones;
  }
  return null;
}

function readAreas(country: CountryCode): Areas {
  const rows = (AREA_TABLES[country] ?? []).flatMap(([zones, prefixes]) => {
    const names = knownZones(zones.split(' '));
    return prefixes.split(/\s+/).map((prefix) => [prefix, names] as const);
  });
  return new Map(rows.flatMap(([prefix, names]) => (names === null ? [] : [[prefix, names] as const])));
}

/** Canonical names of the zones; null if the JavaScript runtime does not know all of them. */
function knownZones(zones: readonly string[]): readonly string[] | null {
  try {
    return zones.map(canonicalZone);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
