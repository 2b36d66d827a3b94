import { globSync, readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { validate } from '#contract/validation.ts';
import { atTheField } from '../forms/at-the-field.ts';
import { TEXTS, translateListed } from './server-texts.ts';
import { setCatalogue } from './t.ts';

afterEach(() => setCatalogue({}));

test('translates a text, and leaves others as they are', () => {
  setCatalogue({ 'Not found.': 'Nicht gefunden.' });
  expect(translateListed('Not found.')).toBe('Nicht gefunden.');
  expect(translateListed('Not found. Sorry.')).toBe('Not found. Sorry.');
  expect(translateListed('')).toBe('');
});

test('carries the values of a text over into its translation', () => {
  setCatalogue({ 'The workbook has no sheet {sheet}. Its sheets are: {names}.': '{names}: kein {sheet}' });
  expect(translateListed('The workbook has no sheet A. Its sheets are: B, C.')).toBe('B, C: kein A');
  expect(translateListed('The workbook has no sheet {x}. Its sheets are: $1.')).toBe('$1: kein {x}');
  expect(translateListed('The workbook has no sheet A\nB. Its sheets are: C.')).toBe('C: kein A\nB');
});

test('prefers a text without values', () => {
  setCatalogue({
    'The endpoint answered 410: it is gone.': 'Weg.',
    'The endpoint answered {status}.': 'Status {status}.',
  });
  expect(translateListed('The endpoint answered 410: it is gone.')).toBe('Weg.');
  expect(translateListed('The endpoint answered 500.')).toBe('Status 500.');
});

test('takes special characters literally', () => {
  setCatalogue({ 'The MCP server redirects (HTTP {status}). Use its new URL.': 'Neu: {status}' });
  expect(translateListed('The MCP server redirects (HTTP 301). Use its new URL.')).toBe('Neu: 301');
  expect(translateListed('The MCP server redirects HTTP 301. Use its new URL.')).not.toMatch(/^Neu/);
});

test('translates a reason in a text', () => {
  setCatalogue({
    'The carrier rejected the message: {reason}': 'Abgelehnt: {reason}',
    '{reason} (and {count} more errors)': '{reason} (+{count})',
    'The sender is offline.': 'Offline.',
  });
  expect(translateListed('The carrier rejected the message: The sender is offline.')).toBe(
    'Abgelehnt: Offline.',
  );
  expect(translateListed('The carrier rejected the message: Oops.')).toBe('Abgelehnt: Oops.');
  expect(translateListed('The sender is offline. (and 2 more errors)')).toBe('Offline. (+2)');
});

test.each([
  'Front desk (Main Street)',
  'A letter arrived (late)',
  'Ada (owner)',
  '+40721000001 (Romania)',
  'the connection ended (code 4)',
  'The line is busy. (486) Call again.',
])('leaves %j, which only looks like a reason with a detail, as it is', (text) => {
  setCatalogue({ '{reason} ({detail})': 'Grund: {reason}, {detail}' });
  expect(translateListed(text)).toBe(text);
});

test('translates a reason with a detail', () => {
  setCatalogue({ '{reason} ({detail})': '{reason} – {detail}', 'The line is busy.': 'Besetzt.' });
  expect(translateListed('The line is busy. (486 Busy Here)')).toBe('Besetzt. – 486 Busy Here');
});

/** Errors that the contract words for all fields. */
const GENERAL = z.object({
  missing: z.string(),
  whole: z.int(),
  amount: z.number(),
  flag: z.boolean(),
  long: z.string().max(2),
  short: z.string().min(2),
  large: z.number().max(2),
  small: z.number().min(2),
  many: z.array(z.string()).max(1),
  few: z.array(z.string()).min(1),
  one_of: z.enum(['a']),
  format: z.string().regex(/^a$/, { error: 'Invalid input' }),
  strict: z.strictObject({}),
});

const general = Object.values(
  errorsOf({
    whole: 1.5,
    amount: '1',
    flag: 1,
    long: 'abc',
    short: 'a',
    large: 3,
    small: 1,
    many: ['a', 'b'],
    few: [],
    one_of: 'b',
    format: 'b',
    strict: { a: 1 },
  }),
).flatMap((texts) => texts.map(atTheField));

test('translates the errors of all fields', () => {
  setCatalogue(Object.fromEntries(TEXTS.map((text) => [text, 'translated'])));
  expect(general).toHaveLength(13);
  expect(general.filter((text) => translateListed(text) !== 'translated')).toEqual([]);
});

/** Texts that the server puts together, and a part that is in its source. */
const ASSEMBLED: Readonly<Record<string, string>> = {
  'Is invalid.': '} is invalid.',
  'Must be a host name or IP address, with an optional port and an optional ;transport=udp, tcp or tls.':
    "'a host name or IP address, with an optional port and an optional ;transport=udp, tcp or tls'",
  'Must be a host name or IP address, with an optional port and an optional ;transport=udp, tcp or tls, and ;media=srtp where calls are to be encrypted.':
    ', and ;media=srtp where calls are to be encrypted.',
  'Must be a SIP address.': "'a SIP address'",
  'Must be a phone number in international format.': "'a phone number in international format'",
  '{reason} (and 1 more error)': ' more error$',
  '{reason} (and {count} more errors)': ' more error$',
  'This needs the role {role} or higher. Your role is {own}.': "' or higher'}. Your role is $",
  'The campaign has no lead that can be called. {reason}': 'The campaign has no lead that can be called.',
  'It is unknown whether {goal} was reached: {reason}. Leads are not retried for it.':
    '} Leads are not retried for it.',
  '{count} of the last {total} answered calls failed, mostly because {reason}. Fix the cause, then start the campaign again.':
    "'answered calls'",
  '{count} of the last {total} calls failed, mostly because {reason}. Fix the cause, then start the campaign again.':
    '. Fix the cause, then start the campaign again.',
  'This is a web page, not a workbook: open it in Excel and save its table as Excel workbook (.xlsx) or CSV (UTF-8).':
    'This is a web page, not a workbook: open it in Excel and $',
  'This is a PDF: save its table as Excel workbook (.xlsx) or CSV (UTF-8).':
    'save its table as Excel workbook (.xlsx) or CSV (UTF-8).',
  'One number lacks its plus sign ({countries}) and is skipped. To import it, turn on "Add missing plus signs" (assume_international).':
    'One number lacks its plus sign',
  '{count} numbers lack their plus sign ({countries}) and are skipped. To import them, turn on "Add missing plus signs" (assume_international).':
    ', turn on "Add missing plus signs" (assume_international).',
  'The carrier has blocked the sender. {reason}': 'The carrier has blocked the sender.',
  '{count} of {total} pages could not be read. {details}': ' pages could not be read.',
  '{count} linked pages could not be read. {details}': "'linked page')} could not be read.",
  'The address is not public ({range}). The operator of this server can allow it with PARLEY_ALLOW_PRIVATE_CIDRS.':
    '} The operator of this server can allow it with PARLEY_ALLOW_PRIVATE_CIDRS.',
  '{vendor} works: it spoke a sentence.': 'it spoke a sentence',
  '{vendor} works: it transcribed a sentence.': 'it transcribed a sentence',
  '{vendor} works: the model {model} answered.': '} answered`',
  '{vendor} works: the account {account} is active.': '} is active`',
  '{vendor} rejected the request (status {status}). Check the key and the other settings.':
    '. Check the key and the other settings.',
  '{vendor} rejected the request. Check the key and the other settings.':
    '. Check the key and the other settings.',
};

test('lists no text twice, and only texts that the server writes', () => {
  expect(new Set(TEXTS).size).toBe(TEXTS.length);
  const source = serverSource();
  const gone = TEXTS.filter((text) => !isWritten(text, source) && !general.some((one) => fits(text, one)));
  expect(gone).toEqual([]);
});

function errorsOf(value: unknown): Record<string, string[]> {
  const result = validate(GENERAL, value);
  return result.ok ? {} : result.fields;
}

/** Lines with texts, and the short forms of errors of fields. */
function serverSource(): string {
  const root = new URL('../../../../', import.meta.url).pathname;
  const places = ['server/src/**/*.ts', 'contract/src/**/*.ts', 'server/src/db/schema.sql'];
  const all = globSync(places, { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => readFileSync(`${root}${file}`, 'utf8').split('\n'))
    .filter((line) => /['"`]/.test(line) && !line.startsWith('import '))
    .join('\n')
    .replaceAll("\\'", "'");
  const missing = all.matchAll(/(?:notFound\(|resource: )'([^']+)'/g).map(([, what]) => `${what} not found.`);
  const short = all
    .matchAll(/field\}? (?=([a-z])(.*))/g)
    .map(
      ([, first = '', rest = '']) =>
        `${first === 'i' && rest.startsWith('s required') ? 'This i' : first.toUpperCase()}${rest}`,
    );
  return [all, ...missing, ...short].join('\n');
}

function isWritten(text: string, source: string): boolean {
  const part = ASSEMBLED[text];
  return part === undefined ? has(source, text) : source.includes(part);
}

/** Values may be any expression of up to 200 characters. */
function has(source: string, text: string): boolean {
  const parts = text.split(/\{\w+\}/).filter((part) => part !== '');
  const longest = parts.reduce((one, other) => (other.length > one.length ? other : one));
  const pattern = patternOf(parts, '[^]{1,200}?');
  for (let at = source.indexOf(longest); at >= 0; at = source.indexOf(longest, at + 1)) {
    if (parts.length === 1 || pattern.test(source.slice(Math.max(0, at - 600), at + longest.length + 600))) {
      return true;
    }
  }
  return false;
}

function fits(text: string, message: string): boolean {
  const pattern = patternOf(text.split(/\{\w+\}/), '[^]+?');
  return new RegExp(`^${pattern.source}$`).test(message);
}

function patternOf(parts: readonly string[], value: string): RegExp {
  return new RegExp(parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)).join(value));
}
