import { startServer } from '../../src/compose.ts';
import { readConfig } from '../../src/config/config.ts';
import { silentLog } from './silent-log.ts';

/** A server in a process of its own, for tests that kill it. Says its address to the parent. */
const { config, secrets } = readConfig(process.env);
const server = await startServer(config, secrets, { log: silentLog });
process.send?.({ address: server.address });
process.once('SIGTERM', async () => {
  await server.stop();
  process.disconnect();
});
