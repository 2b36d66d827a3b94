import { z } from 'zod';
import { isTimezone, timezoneSpelling } from './timezones.ts';

/**
 * Building blocks of request schemas. They coerce (numeric strings, "1"/"0"; origins to the browser's form) but never
 * transform, so that the JSON Schema generated from them describes the client's input.
 */

/** Counts code points without building an array, because prompts may have 100,000. */
function codePoints(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    if ((text.codePointAt(index) ?? 0) > 0xffff) index += 1;
    count += 1;
  }
  return count;
}

/** Text of `min` to `max` characters, counted as Unicode code points. */
/** The id of an object in the customer's own system. */
export const externalId = () => text(255);

export function text(max: number, min = 1) {
  return z
    .string()
    .superRefine((value, context) => {
      // A code point is at most two UTF-16 units, so text over twice the limit is refused without counting.
      const length = value.length > 2 * max ? value.length : codePoints(value);
      if (length > max) {
        context.addIssue({ code: 'too_big', origin: 'string', maximum: max, inclusive: true, input: value });
      } else if (length < min) {
        context.addIssue({
          code: 'too_small',
          origin: 'string',
          minimum: min,
          inclusive: true,
          input: value,
        });
      }
    })
    .meta({ maxLength: max, ...(min > 1 ? { minLength: min } : {}) });
}

const coerceNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^[+-]?\d+(\.\d+)?$/.test(value) ? Number(value) : value;

export function integer(min: number, max: number) {
  return z.preprocess(coerceNumber, z.int().min(min).max(max));
}

export function decimal(min: number, max: number) {
  return z.preprocess(coerceNumber, z.number().min(min).max(max));
}

/** An object's id. Existence and ownership are checked by the module's verb. */
export function id() {
  return z.preprocess(coerceNumber, z.int().min(1));
}

/** Distinct ids. Duplicates are reported together with other invalid items. */
export function idList() {
  return z
    .array(id())
    .max(100)
    .superRefine(
      (ids, context) => {
        for (const [index, one] of ids.entries()) {
          if (ids.indexOf(one) === index) continue;
          context.addIssue({ code: 'custom', path: [index], message: ':field has a duplicate value.' });
        }
      },
      { when: ({ value }) => Array.isArray(value) && value.length <= 100 },
    );
}

/** An id in a path: digits only. */
export function pathId() {
  return z.preprocess(
    (value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : null),
    z.int().min(1),
  );
}

/** A positive id or a UUID in a path. */
export function pathIdOrUuid() {
  return z.union([pathId(), z.uuid()]);
}

const FLAGS = new Map<unknown, boolean>([
  [1, true],
  [0, false],
  ['1', true],
  ['0', false],
]);

/** Accepts only true, false, 1, 0, "1" and "0". */
export function flag() {
  return z.preprocess((value) => FLAGS.get(value) ?? value, z.boolean());
}

/** A flag in a query string. */
export function queryFlag() {
  return z.preprocess((value) => (value === 'true' || value === 'false' ? value === 'true' : value), flag());
}

/** An object. Also accepts `[]`, which some clients send for an empty object. */
export function objectOrEmptyList<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((input) => (Array.isArray(input) && input.length === 0 ? {} : input), schema);
}

/** An object of named values. Refuses the name `__proto__`, which JavaScript would drop. */
export function dictionary<Value extends z.ZodType>(value: Value) {
  return z
    .unknown()
    .superRefine((input, context) => {
      if (typeof input !== 'object' || input === null || !Object.hasOwn(input, '__proto__')) return;
      context.addIssue({ code: 'custom', path: ['__proto__'], message: 'The name __proto__ is reserved.' });
    })
    .pipe(objectOrEmptyList(z.record(z.string().max(255), value)));
}

/** Values for `{{names}}` in prompts. */
export function variables() {
  return dictionary(z.unknown());
}

/** `YYYY-MM-DD`, an existing date from year 1 on. */
export function calendarDate() {
  const error = ':field must be a date in the form YYYY-MM-DD.';
  return z.iso.date({ error }).refine((value) => !value.startsWith('0000'), { error });
}

export const TIME_OF_DAY = ':field must be a time of day such as 09:30, from 00:00 to 23:59.';

/** `H:i`: `9:30` or `09:30`. */
export function timeOfDay() {
  return z.string().regex(/^(?:[01]?\d|2[0-3]):[0-5]\d$/, { error: TIME_OF_DAY });
}

/** An ISO 8601 timestamp with a UTC offset, in the years 1 to 9999. */
export function instant() {
  const error = ':field must be a date and time in ISO 8601 with an offset.';
  return z.iso
    .datetime({ offset: true, error })
    .refine((value) => /^(?!0000)\d{4}-/.test(isoOf(value)), { error });
}

/** An instant, or a day. The `+` of an offset arrives as a space if the client did not escape it. */
export function instantOrDay() {
  const error = ':field must be a date, or a date and time in ISO 8601 with an offset.';
  return z
    .string({ error })
    .overwrite((value) => value.replace(/ (?=\d\d:\d\d$)/, '+'))
    .refine((value) => calendarDate().or(instant()).safeParse(value).success, { error });
}

function isoOf(value: string): string {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}

/**
 * A URL that the server calls: http or https, with a host, without credentials. The target address is checked on
 * connect.
 */
export function callableUrl() {
  return httpUrl().meta({ format: 'uri' });
}

/** Like `callableUrl`, but may contain `{placeholders}`, which are not valid in a URI. */
export function callableUrlTemplate() {
  return httpUrl().meta({ pattern: '^[hH][tT][tT][pP][sS]?://' });
}

function httpUrl() {
  return z
    .string()
    .max(2048)
    .refine(isCallableUrl, { error: ':field must be a valid http or https URL without credentials.' });
}

function isCallableUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  const isHttp = url.protocol === 'http:' || url.protocol === 'https:';
  return (
    isHttp &&
    /^https?:\/\/[^/?#\\]/i.test(value) &&
    url.hostname !== '' &&
    url.username === '' &&
    url.password === ''
  );
}

/** The origin of a web page: scheme, host and port only, stored as browsers send it. */
export function webOrigin() {
  return z
    .string()
    .max(255)
    .refine((value) => originOf(value) !== null, {
      error: ':field must be an origin such as https://shop.example.',
    })
    .overwrite((value) => originOf(value) ?? value);
}

function originOf(value: string): string | null {
  if (!isCallableUrl(value)) return null;
  const { pathname, search, hash, origin } = new URL(value);
  return pathname === '/' && search === '' && hash === '' && origin.length <= 255 ? origin : null;
}

/** An IANA time zone name that Node and PostgreSQL interpret the same way. */
export function timezone() {
  return z
    .string()
    .max(64)
    .overwrite(timezoneSpelling)
    .refine(isTimezone, { error: ':field must be a valid timezone.' });
}
