import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkArguments } from './check-arguments.ts';

const SCHEMA = {
  type: 'object',
  properties: {
    city: { type: 'string' },
    days: { type: 'integer' },
    limit: { type: 'number' },
    urgent: { type: 'boolean' },
    unit: { type: 'string', enum: ['c', 'f'] },
    tags: { type: 'array', items: { type: 'string' } },
    place: { type: 'object', properties: { zip: { type: 'string' } }, required: ['zip'] },
  },
  required: ['city'],
};

test.each([
  [{ city: 'Cluj' }, { city: 'Cluj' }],
  [{ city: 5 }, { city: '5' }],
  [
    { city: 'x', days: '3', limit: '1.5', urgent: 'true' },
    { city: 'x', days: 3, limit: 1.5, urgent: true },
  ],
  [{ city: 'x', days: null, unknown: 1 }, { city: 'x' }],
  [
    { city: 'x', tags: ['a', 1], place: { zip: 400 } },
    { city: 'x', tags: ['a', '1'], place: { zip: '400' } },
  ],
])('accepts %j', (given, checked) => {
  expect(checkArguments(SCHEMA, given)).toEqual({ ok: true, arguments: checked });
});

test.each([
  [{}, ['city is required']],
  [{ city: null }, ['city is required']],
  [{ city: {} }, ['city must be of type string']],
  [{ city: 'x', days: 1.5 }, ['days must be of type integer']],
  [{ city: 'x', limit: 'many' }, ['limit must be of type number']],
  [{ city: 'x', urgent: 'perhaps' }, ['urgent must be of type boolean']],
  [{ city: 'x', unit: 'k' }, ['unit must be one of "c", "f"']],
  [{ city: 'x', tags: 'a' }, ['tags must be of type array']],
  [{ city: 'x', tags: [{}] }, ['tags.0 must be of type string']],
  [{ city: 'x', place: {} }, ['place.zip is required']],
  [
    { days: 'x', urgent: 2 },
    ['city is required', 'days must be of type integer', 'urgent must be of type boolean'],
  ],
])('rejects %j', (given, problems) => {
  expect(checkArguments(SCHEMA, given)).toEqual({ ok: false, problems });
});

test('never throws, and accepted arguments have the declared types', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('city', 'days', 'limit', 'urgent', '__proto__'), fc.jsonValue()),
      (given) => {
        const result = checkArguments(SCHEMA, given);
        if (!result.ok) return;
        expect(typeof result.arguments['city']).toBe('string');
        expect(['number', 'undefined']).toContain(typeof result.arguments['days']);
        expect(['boolean', 'undefined']).toContain(typeof result.arguments['urgent']);
      },
    ),
  );
});

test('an empty schema drops all arguments', () => {
  expect(checkArguments({}, { a: 1 })).toEqual({ ok: true, arguments: {} });
});
