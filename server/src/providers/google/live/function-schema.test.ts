import { expect, test } from 'vitest';
import { functionSchema } from './live-connection.ts';

test.each([
  [
    'the parameters of a tool',
    {
      type: 'object',
      properties: {
        order: { type: 'string', description: 'As on the slip.' },
        count: { type: 'number', description: 'How many.' },
        gift: { type: 'boolean', description: 'Whether it is one.' },
      },
      required: ['order', 'count', 'gift'],
      additionalProperties: false,
    },
    {
      type: 'OBJECT',
      properties: {
        order: { type: 'STRING', description: 'As on the slip.' },
        count: { type: 'NUMBER', description: 'How many.' },
        gift: { type: 'BOOLEAN', description: 'Whether it is one.' },
      },
      required: ['order', 'count', 'gift'],
    },
  ],
  [
    'lists, enums and nullable values',
    {
      type: 'object',
      properties: {
        days: { type: 'array', items: { type: 'string', enum: ['mon', 'tue'] } },
        note: { type: ['string', 'null'], maxLength: 9, $comment: 'x' },
        who: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
      },
    },
    {
      type: 'OBJECT',
      properties: {
        days: { type: 'ARRAY', items: { type: 'STRING', enum: ['mon', 'tue'] } },
        note: { type: 'STRING', nullable: true, maxLength: 9 },
        who: { anyOf: [{ type: 'STRING' }, { type: 'INTEGER' }] },
      },
    },
  ],
  ['a tool without parameters', { type: 'object', properties: {}, additionalProperties: false }, null],
])('converts %s', (_name, schema, expected) => {
  expect(functionSchema(schema)).toEqual(expected);
});
