import { startServer } from '../../src/compose.ts';
import { readConfig } from '../../src/config/config.ts';
import { fakeCarrierVendor } from './fake-carrier.ts';
import { silentLog } from './silent-log.ts';

/** Runs a server in its own process, for tests that kill it. Sends its address to the parent. */
const { config, secrets } = readConfig(process.env);
const { FAKE_CARRIER_URL: carrierUrl } = process.env;
const overrides = carrierUrl === undefined ? {} : { messagingVendors: [fakeCarrierVendor(carrierUrl)] };
const server = await startServer(config, secrets, { log: silentLog, overrides });
process.send?.({ address: server.address });
// The server also stops when the test process is killed.
process.once('disconnect', () => process.exit());
process.once('SIGTERM', async () => {
  await server.stop();
  process.disconnect();
});
