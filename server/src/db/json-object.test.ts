import { expect, test } from 'vitest';
import { type JsonFields, jsonObject } from './json-object.ts';

interface Answer {
  id: number;
  note?: string | null;
}

test('builds an object with the fields in the given order', () => {
  expect(jsonObject<Answer>({ note: 'call.note', id: 'call.id' })).toBe(
    "json_build_object('note', call.note, 'id', call.id)",
  );
});

test('refuses missing, unknown and untyped fields at compile time', () => {
  // @ts-expect-error: A required field is missing.
  jsonObject<Answer>({ note: 'call.note' });
  // @ts-expect-error: An optional field is missing.
  jsonObject<Answer>({ id: 'call.id' });
  // @ts-expect-error: The answer has no such field.
  jsonObject<Answer>({ id: 'call.id', note: 'call.note', name: 'call.name' });
  const shared: JsonFields<Pick<Answer, 'id'>> = { id: 'call.id' };
  // @ts-expect-error: A field next to the shared ones is missing.
  jsonObject<Answer>({ ...shared });
  // @ts-expect-error: The answer has no such field next to the shared ones.
  jsonObject<Answer>({ ...shared, note: 'call.note', name: 'call.name' });
  // @ts-expect-error: The type of the answer is missing.
  jsonObject({ id: 'call.id' });
});

test('throws if an object has more fields than one function call takes', () => {
  const fields = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`field_${index}`, 'null']));
  expect(jsonObject<Record<string, null>>(fields(50))).toContain("'field_49', null)");
  expect(() => jsonObject<Record<string, null>>(fields(51))).toThrow('at most 50 fields, but 51 were given');
});
