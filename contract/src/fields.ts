import { z } from 'zod';
import { isTimezone } from './timezones.ts';

/**
 * Building blocks of request schemas. They coerce (numeric strings, "1"/"0"; an origin to how browsers write it) but
 * never transform, so that the JSON Schema made from them describes what a client sends.
 */

/** Counted without an array of them: a prompt may have a hundred thousand. */
function codePoints(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    if ((text.codePointAt(index) ?? 0) > 0xffff) index += 1;
    count += 1;
  }
  return count;
}

/** Text of `min` to `max` characters; an astral character counts as one. */
export function text(max: number, min = 1) {
  return z
    .string()
    .superRefine((value, context) => {
      // A character takes two units at most: what is far too long is not taken apart to be counted.
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

/** An object's id. Whether it exists and who owns it is the verb's question. */
export function id() {
  return z.preprocess(coerceNumber, z.int().min(1));
}

/** Ids, each once; a repeated one is named beside other broken items. */
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

/** true, false, 1, 0, "1", "0", nothing else. */
export function flag() {
  return z.preprocess((value) => FLAGS.get(value) ?? value, z.boolean());
}

/** A flag in a query, where every value is text. */
export function queryFlag() {
  return z.preprocess((value) => (value === 'true' || value === 'false' ? value === 'true' : value), flag());
}

/** An object; clients that know no empty object send `[]`. */
export function objectOrEmptyList<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((input) => (Array.isArray(input) && input.length === 0 ? {} : input), schema);
}

/** An object of named values. The one name that JavaScript keeps for itself is refused, not dropped. */
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

/** `YYYY-MM-DD`, an existing day since the year 1, where the calendar begins. */
export function calendarDate() {
  const error = ':field must be a date in the form YYYY-MM-DD.';
  return z.iso.date({ error }).refine((value) => !value.startsWith('0000'), { error });
}

/** An instant in ISO 8601 with its offset from UTC, in the years 1 to 9999. */
export function instant() {
  const error = ':field must be a date and time in ISO 8601 with an offset.';
  return z.iso
    .datetime({ offset: true, error })
    .refine((value) => /^(?!0000)\d{4}-/.test(isoOf(value)), { error });
}

function isoOf(value: string): string {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}

/** A URL that we call: http or https, with a host, without credentials. Where it may point is checked at connect time. */
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
    isHttp && /^https?:\/\//i.test(value) && url.hostname !== '' && url.username === '' && url.password === ''
  );
}

/** A web page's origin: scheme, host and port, nothing after. It is kept as browsers send it. */
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

/** An IANA time zone name that the runtime and the database read alike. */
export function timezone() {
  return z.string().max(64).refine(isTimezone, { error: ':field must be a valid timezone.' });
}
