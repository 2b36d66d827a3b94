import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { account } from '#contract/accounts.ts';
import { integer } from '#contract/fields.ts';
import { pageLink } from '#contract/pagination.ts';
import { resolved } from '../../test/kit/resolved-document.ts';
import { openApiDocument } from './openapi.ts';
import { Components } from './openapi-components.ts';
import { convert, withBothCases } from './openapi-schema.ts';
import { defineRoute } from './route.ts';

describe('withBothCases', () => {
  it.each([
    [/^#[0-9a-f]{6}$/i, ['#aBc09F'], ['#abcdeg', 'abcdef']],
    [/^[a-z][a-z_]{1,31}$/i, ['orderId', 'ORDER_ID'], ['_a', 'a']],
    [
      /^(?:host|[a-z0-9-]+);transport=(?:udp|tcp)$/i,
      ['HOST;Transport=UDP', 'a-1;transport=tcp'],
      ['host;t=udp'],
    ],
    [/^(?<name>a\d\w\s\x41\u0042\/)$/i, ['A1b AB/', 'a1b AB/'], ['a11 ab ']],
    [/^[^x-z\]]k$/i, ['aK', 'wk'], ['XK', 'yk', ']k']],
    [/^(?!no)(?<!x)a-b$/i, ['A-B'], ['NO', 'aab']],
  ])('matches the same texts as %s', (pattern, good, bad) => {
    expect(pattern.flags).toBe('i');
    const sensitive = new RegExp(withBothCases(pattern.source), 'u');
    for (const text of good) expect(text).toMatch(sensitive);
    for (const text of bad) expect(text).not.toMatch(sensitive);
    for (const text of [...good, ...bad]) expect(sensitive.test(text)).toBe(pattern.test(text));
  });
});

describe('convert', () => {
  const schema = z.object({
    name: z.string().regex(/^[a-z]+$/i),
    count: integer(1, 9),
    note: z.string().describe('A note.').nullish().default(null),
    nested: z.object({ a: z.string().default('x'), b: z.string() }).optional(),
  });

  it('requires fields without a default in requests and rewrites case-insensitive patterns', () => {
    expect(convert(schema, 'request').schema).toMatchObject({
      required: ['name', 'count'],
      properties: { name: { pattern: '^[a-zA-Z]+$' }, nested: { required: ['b'] } },
    });
  });

  it('requires fields with a default in answers and describes nullable fields as a whole', () => {
    expect(convert(schema, 'answer').schema).toMatchObject({
      required: ['name', 'count', 'note'],
      properties: { note: { description: 'A note.' } },
    });
  });
});

describe('Components', () => {
  it('gives requests a schema of their own only where it differs from that of answers', () => {
    const components = new Components();
    const schemas = [components.answer(account), components.request(account), components.request(pageLink)];
    const { components: named, schemas: used } = components.complete({ components: {}, schemas });
    expect(used).toEqual(
      ['Account', 'Account', 'PageLink'].map((name) => ({ $ref: `#/components/schemas/${name}` })),
    );
    expect(Object.keys(Object(named)['schemas'])).toEqual(['Account', 'PageLink']);
  });
});

describe('openApiDocument', () => {
  const shared = { tag: 'Orders', role: 'viewer', access: 'account', handle: async () => ({}) } as const;
  const answer = z.object({ id: z.int() });
  const document = openApiDocument(
    [
      defineRoute({
        ...shared,
        errors: 'coded',
        method: 'POST',
        operationId: 'orders.create',
        path: '/user/orders',
        summary: 'Order',
        body: z.object({ item: z.string() }),
        success: { status: 201, schema: answer, events: z.object({ event: z.literal('done') }) },
        refusals: [409],
        isIdempotent: true,
      }),
    ],
    { version: '1' },
  );
  const { paths } = resolved(document);
  const error = { properties: { success: { const: false }, error: {}, error_code: {} } };
  const json = (schema: object) => ({ content: { 'application/json': { schema } } });

  it('describes requests and responses of an operation', () => {
    expect(paths).toMatchObject({
      '/user/orders': {
        post: {
          operationId: 'orders.create',
          parameters: [
            { name: 'Idempotency-Key', in: 'header', required: false, schema: { maxLength: 255 } },
          ],
          responses: {
            201: {
              headers: { 'Idempotency-Replayed': {} },
              content: {
                'application/json': { schema: { properties: { id: {} } } },
                'text/event-stream': { 'x-event': { properties: { event: { const: 'done' } } } },
              },
            },
            401: json({ properties: { message: {} } }),
            403: json({ properties: { message: {} } }),
            409: json(error),
            422: json({ anyOf: [{ properties: { errors: {} } }, error] }),
            429: json({ required: ['message', 'retry_after'] }),
            '5XX': json({ required: ['success', 'error', 'error_code'] }),
          },
        },
      },
    });
  });
});
