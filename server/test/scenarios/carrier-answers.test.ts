import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCloudVendor } from '../../src/providers/cloud-messaging/vendor.ts';
import type { CarrierHttp, MessagingCarrier } from '../../src/providers/interfaces/messaging-carrier.ts';
import { ProviderError } from '../../src/providers/interfaces/provider-error.ts';
import { createTwilioVendor } from '../../src/providers/twilio/vendor.ts';
import { never, outgoing } from '../kit/carrier-fake/carrier-kit.ts';
import { CARRIER_CASES } from '../kit/carrier-senders.ts';

const key = fc.oneof(
  fc.constantFrom('sid', 'status', 'code', 'error', 'messages', 'id', 'contents', 'data', 'meta', 'paging'),
  fc.constantFrom(
    'types',
    'body',
    'components',
    'text',
    'type',
    'senders',
    'display_phone_number',
    'url',
    'next',
  ),
  fc.constantFrom(
    'toString',
    'next_page_url',
    'cursors',
    'after',
    'error_data',
    'error_code',
    'incoming_phone_numbers',
  ),
);
const leaf = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    0,
    190,
    '63016',
    'BODY',
    'approved',
    'failed',
    'active',
    'http://[',
    '{{1}} {{a}}',
    '',
  ),
  fc.string(),
);
const json = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 5 }, leaf, fc.array(tie('value'), { maxLength: 3 }), tie('object')),
  object: fc.dictionary(key, tie('value'), { maxKeys: 6 }),
}));
const body = fc.oneof(
  json.object.map((value) => JSON.stringify(value)),
  json.value.map((value) => JSON.stringify(value) ?? ''),
  fc.string(),
);
const status = fc.constantFrom(200, 201, 204, 302, 400, 401, 403, 404, 408, 429, 500, 502, 503);
const retryAfter = fc.constantFrom(undefined, '3', '-1', 'soon', '1e9', '99999999999');

/** A carrier that gives the same response to every request. */
function answering(
  provider: string,
  answer: { status: number; body: string; retryAfter: string | undefined },
) {
  const headers: Record<string, string> =
    answer.retryAfter === undefined ? {} : { 'retry-after': answer.retryAfter };
  const http: CarrierHttp = async () => ({
    kind: 'response',
    status: answer.status,
    headers,
    body: Buffer.from(answer.body),
  });
  const create = provider === 'twilio' ? createTwilioVendor : createCloudVendor;
  const credentials = CARRIER_CASES.find((one) => one.provider === provider)?.credentials;
  return create({ http, apiUrl: null }).connect(credentials);
}

async function outcomeOf(question: Promise<unknown>): Promise<unknown> {
  return question.catch((error: unknown) => {
    expect(error).toBeInstanceOf(ProviderError);
    return 'failed';
  });
}

describe.each(CARRIER_CASES.map(({ provider }) => provider))('with any response of %s,', (provider) => {
  const carriers: fc.Arbitrary<[MessagingCarrier, number]> = fc
    .record({ status, body, retryAfter })
    .map((answer) => [answering(provider, answer), answer.status]);

  it('a submission gets an outcome that fits the status', async () => {
    await fc.assert(
      fc.asyncProperty(carriers, async ([carrier, code]) => {
        const { kind } = await carrier.send(outgoing(), never);
        if (code < 300) expect(['accepted', 'unknown', 'refused']).toContain(kind);
        else expect(kind).not.toBe('accepted');
        if (code === 429 || code === 503) expect(kind).toBe('unavailable');
        if (code === 502) expect(['unknown', 'refused', 'unavailable']).toContain(kind);
      }),
      { numRuns: 500 },
    );
  });

  it.each([429, 503])(
    'status %i means that the carrier accepted nothing, with any error code',
    async (code) => {
      const body = JSON.stringify({ error: { code: 190 }, code: 190 });
      const carrier = answering(provider, { status: code, body, retryAfter: undefined });
      expect((await carrier.send(outgoing(), never)).kind).toBe('unavailable');
    },
  );

  it('a query succeeds or fails with a known error', async () => {
    const media = { reference: '123', contentType: 'image/png', fileName: null };
    await fc.assert(
      fc.asyncProperty(carriers, async ([carrier]) => {
        await outcomeOf(carrier.check('+40312345678', never));
        await outcomeOf(carrier.readMedia(media, never));
        const templates = await outcomeOf(carrier.listTemplates(never));
        if (!Array.isArray(templates)) return;
        for (const { bodyText, variables } of templates) {
          const places = [...bodyText.matchAll(/\{\{(\w+)\}\}/g)].map((match) => Number(match[1]));
          for (const place of places) expect(variables[place - 1]).toBeTypeOf('string');
        }
      }),
      { numRuns: 500 },
    );
  });
});
