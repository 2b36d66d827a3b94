import { startServer } from '../../../src/compose.ts';
import { readConfig } from '../../../src/config/config.ts';
import type { CallOutcome } from '../../../src/voice/call-event.ts';
import type { LegEnd } from '../../../src/voice/legs/media-leg.ts';
import type { RunCall } from '../../../src/voice/voice-services.ts';
import { silentLog } from '../silent-log.ts';

/** A server in a process of its own that dials over real lines and says nothing in its calls: it waits for their end. */
const runCall: RunCall = async (_services, { leg, signal }): Promise<CallOutcome> => {
  const from = performance.now();
  const end = await new Promise<LegEnd | 'stopped'>((resolve) => {
    signal.addEventListener('abort', () => resolve('stopped'), { once: true });
    leg.start({ audio: () => undefined, digit: () => undefined, typed: () => undefined, ended: resolve });
  });
  const durationMs = performance.now() - from;
  if (end === 'stopped') return { status: 'completed', reason: 'stopped', durationMs, answeredBy: 'human' };
  const isLost = end.kind === 'lost';
  return {
    status: isLost ? 'failed' : 'ended_by_customer',
    reason: isLost ? end.reason : 'The customer hung up.',
    ...{ durationMs, answeredBy: 'human' },
  };
};

const { config, secrets } = readConfig(process.env);
const server = await startServer(config, secrets, { log: silentLog, overrides: { voice: { runCall } } });
process.send?.({ address: server.address });
process.once('SIGTERM', async () => {
  await server.stop();
  process.disconnect();
});
