import { expect, test } from 'vitest';
import { sampleOf } from './sample.ts';

test('a sample follows references and takes the first choice', () => {
  const document = {
    components: { schemas: { Call: { type: 'object', properties: { id: { type: 'integer' } } } } },
  };
  const schema = {
    type: 'object',
    properties: {
      type: { const: 'call.ended' },
      call: { $ref: '#/components/schemas/Call' },
      note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      tags: { type: 'array', items: { type: 'string' } },
    },
  };
  expect(sampleOf(schema, document)).toEqual({
    type: 'call.ended',
    call: { id: 1 },
    note: 'sample',
    tags: [],
  });
});
