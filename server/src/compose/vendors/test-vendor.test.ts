import { afterAll, beforeAll, expect, test } from 'vitest';
import { manualClock } from '../../../test/kit/clocks.ts';
import { type FakeModelServer, startFakeModelServer } from '../../../test/kit/fake-model-server.ts';
import { readConfig } from '../../config/config.ts';
import { createOutboundClient } from '../../http/outbound/outbound-client.ts';
import { VENDORS } from '../../providers/vendors.ts';
import { createVendorTester } from './test-vendor.ts';

let model: FakeModelServer;
beforeAll(async () => {
  model = await startFakeModelServer();
});
afterAll(() => model.close());

const TEST_TIMEOUT_MS = 15_000;

test('gives up on a vendor that never answers', async () => {
  const clock = manualClock();
  const outbound = createOutboundClient({ allowPrivate: [], clock });
  const tester = createVendorTester({ ...readConfig({}), clock, outbound });
  const vendor = VENDORS.find(({ code }) => code === 'openai-compatible');
  if (vendor === undefined) throw new Error('The vendor is missing.');
  model.replace({ kind: 'hang' });
  const arrival = model.nextRequest();
  const settings = { base_url: model.baseUrl, models: ['main'], api_key: 'secret' };
  const testing = tester(vendor, settings, AbortSignal.any([]));
  await arrival;
  clock.advance(TEST_TIMEOUT_MS);
  expect(await testing).toMatchObject({ works: false, reason: 'timeout', elapsed_ms: TEST_TIMEOUT_MS });
  expect(clock.sleeping()).toBe(0);
  await outbound.close();
});
