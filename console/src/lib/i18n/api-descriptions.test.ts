import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { API_DESCRIPTIONS } from './api-descriptions.ts';

const ROOT = new URL('../../../../', import.meta.url).pathname;
/** A test of the server compares this page with the contract. */
const PAGE = readFileSync(`${ROOT}docs/guides/events.md`, 'utf8');

test('has the description of every field on the page about events', () => {
  const described = [...PAGE.matchAll(/^\| `\w+` \| .* \| ([^|]+) \|$/gm)].map(([, text = '']) =>
    text.trim(),
  );
  const shown = described.filter((text) => /^[A-Z`].*\.$/.test(text));
  expect(shown.length).toBeGreaterThan(100);
  expect(shown.filter((text) => !API_DESCRIPTIONS.includes(text))).toEqual([]);
});

test('lists no description twice, and only those of the contract', () => {
  const contract = globSync('contract/src/*.ts', { cwd: ROOT }).map((file) =>
    readFileSync(`${ROOT}${file}`, 'utf8'),
  );
  const source = [PAGE, ...contract].join('\n').replaceAll("\\'", "'");
  expect(new Set(API_DESCRIPTIONS).size).toBe(API_DESCRIPTIONS.length);
  expect(API_DESCRIPTIONS.filter((text) => !source.includes(text) && !isJoined(text, source))).toEqual([]);
});

/** `The assistant. Null for a web call.`: a general description, and what null means. */
function isJoined(text: string, source: string): boolean {
  const at = text.indexOf('. Null ');
  return at > 0 && source.includes(text.slice(0, at)) && source.includes(text.slice(at + 2));
}
