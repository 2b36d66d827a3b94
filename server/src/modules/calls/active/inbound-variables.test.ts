import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ManualClock, manualClock } from '../../../../test/kit/clocks.ts';
import { eventually } from '../../../../test/kit/eventually.ts';
import { startWebhookSink, type WebhookSink } from '../../../../test/kit/webhook-sink.ts';
import { parseAddressRanges } from '../../../http/outbound/address-rules.ts';
import { createOutboundClient } from '../../../http/outbound/outbound-client.ts';
import type { OutboundClient } from '../../../http/outbound/outbound-request.ts';
import { askInboundVariables } from './accept-call.ts';

let sink: WebhookSink;
let clock: ManualClock;
let outbound: OutboundClient;

beforeAll(async () => {
  sink = await startWebhookSink();
  clock = manualClock();
  outbound = createOutboundClient({ allowPrivate: parseAddressRanges('127.0.0.0/8').ranges, clock });
});
afterAll(async () => {
  await outbound.close();
  await sink.close();
});

test.each([
  { afterMs: 1_999, variables: { plan: 'gold' } },
  { afterMs: 2_000, variables: null },
])('returns $variables for a response after $afterMs ms', async ({ afterMs, variables }) => {
  const path = `/after-${afterMs}`;
  const { promise: until, resolve: answer } = Promise.withResolvers<void>();
  sink.answer(path, { status: 200, body: '{"plan":"gold"}', until });
  const asked = askInboundVariables(
    { outbound, sign: async () => ({}) },
    {
      userId: 1,
      url: `${sink.origin}${path}`,
      customerPhone: '+40721000009',
      assistantPhone: '+12025550100',
      sipHeaders: {},
      signal: new AbortController().signal,
    },
  );
  await eventually(
    async () => sink.at(path).length,
    (count) => count === 1,
  );
  clock.advance(afterMs);
  answer();
  expect(await asked).toEqual(variables);
});
