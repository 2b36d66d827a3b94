import { expect, test } from 'vitest';
import { type EventDocument, eventReferences, type Schema } from './event-reference.ts';

function documentOf(data: Schema): EventDocument {
  const schema = { $ref: '#/components/schemas/Body' };
  const example = { type: 'call.ended', data: {} };
  const post = { requestBody: { content: { 'application/json': { schema, example } } } };
  return {
    components: {
      schemas: {
        Body: { properties: { type: { const: 'call.ended' }, data } },
        Lead: { type: 'object', description: 'The lead.', properties: { id: { type: 'integer' } } },
      },
    },
    webhooks: { 'endpoint.call.ended': { post }, 'call.ended': { post } },
  };
}

test('lists the fields of an event with nested ones, and its example', () => {
  const references = eventReferences(
    documentOf({
      properties: {
        status: { enum: ['completed', 'busy', 'failed'], description: 'A final status.' },
        lead: { anyOf: [{ $ref: '#/components/schemas/Lead' }, { type: 'null' }], description: 'Or null.' },
        transcript: { type: 'array', items: { type: 'object', properties: { text: { type: 'string' } } } },
        numbers: { type: 'array', items: { type: ['string', 'null'] } },
      },
    }),
  );
  expect([...references]).toEqual([
    [
      'call.ended',
      {
        fields: [
          { name: 'status', type: 'completed, busy, or failed', description: 'A final status.' },
          { name: 'lead', type: 'object or null', description: 'Or null.' },
          { name: 'lead.id', type: 'integer', description: '' },
          { name: 'transcript', type: 'list of object', description: '' },
          { name: 'transcript[].text', type: 'string', description: '' },
          { name: 'numbers', type: 'list of string or null', description: '' },
        ],
        example: { type: 'call.ended', data: {} },
      },
    ],
  ]);
});

test('does not open objects with many fields', () => {
  const many = Object.fromEntries(
    Array.from({ length: 13 }, (_, index) => [`field_${index}`, { type: 'string' }]),
  );
  const overrides = { type: 'object', properties: many };
  const references = eventReferences(documentOf({ properties: { overrides } }));
  expect(references.get('call.ended')?.fields).toEqual([
    { name: 'overrides', type: 'object', description: '' },
  ]);
});
