import { startServer } from '../../src/compose.ts';
import { readConfig } from '../../src/config/config.ts';
import { fakeCarrierVendor } from './fake-carrier.ts';
import { silentLog } from './silent-log.ts';

/** A server in its own process, for tests that kill it. Sends its address to the parent. */
const { config, secrets } = readConfig(process.env);
const { FAKE_CARRIER_URL: carrierUrl } = process.env;
const overrides = carrierUrl === undefined ? {} : { messagingVendors: [fakeCarrierVendor(carrierUrl)] };
const server = await startServer(config, secrets, { log: silentLog, overrides });
process.send?.({ address: server.address });
// Also when the test process was killed.
process.once('disconnect', () => process.exit());
process.once('SIGTERM', async () => {
  await server.stop();
  process.disconnect();
});
