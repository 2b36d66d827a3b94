import type { Column } from './describe-statement.ts';

/** TypeScript types of values as the driver returns them, by the object id of the PostgreSQL type. */
const DRIVER_TYPES: Record<number, string> = {
  16: 'boolean',
  17: 'Buffer',
  18: 'string',
  19: 'string',
  20: 'number',
  21: 'number',
  23: 'number',
  25: 'string',
  26: 'number',
  700: 'number',
  701: 'number',
  1043: 'string',
  1082: 'Date',
  1114: 'Date',
  1184: 'Date',
  1700: 'string',
  2950: 'string',
};

/**
 * The row type that a statement really has. Where the code declares `rowType`, narrower types of its members are kept
 * (a union of literals, null), but a member of another type, or one that no column has, does not compile.
 */
export function rowTypeOf(columns: readonly Column[], rowType: string | null): string {
  const members = columns.map(({ name, type }) => {
    const driver = DRIVER_TYPES[type] ?? 'any';
    const key = JSON.stringify(name);
    return `${key}: ${rowType === null ? looser(driver) : `Narrowed<${driver}, ${rowType}, ${key}>`}`;
  });
  return `{ ${members.join('; ')} }`;
}

/** Without a declared type, a text may be of any union of literals. */
function looser(driver: string): string {
  return driver === 'string' ? 'any' : driver;
}

/** Declaration that the types of `rowTypeOf` need in their file. */
export const NARROWED = `
type Narrowed<Driver, Row, Name> = Name extends keyof Row
  ? Exclude<Row[Name], undefined | null> extends Driver ? Exclude<Row[Name], undefined> : Driver
  : Driver;
`;
