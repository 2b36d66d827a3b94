import { startServer } from '../../src/compose.ts';
import { readConfig } from '../../src/config/config.ts';
import type { DialRequest, Line } from '../../src/voice/legs/line.ts';
import type { RunCall } from '../../src/voice/voice-services.ts';
import { type CarrierVerdict, readVerdict } from './ledger-carrier.ts';
import { silentLog } from './silent-log.ts';
import { scriptedLeg } from './voice/scripted-calls.ts';

/** A server in a process of its own that dials over a carrier elsewhere, which keeps a ledger. Says its address. */
const { config, secrets } = readConfig(process.env);
const { LEDGER_CARRIER_URL: carrierUrl = '' } = process.env;

/** For as long as the request is open the call is up. */
async function order(request: DialRequest, signal: AbortSignal): Promise<CarrierVerdict> {
  const body = JSON.stringify({ attemptId: request.attemptId, to: request.to });
  const answer = await fetch(carrierUrl, { method: 'POST', body, signal });
  return readVerdict(await answer.json());
}

const line: Line = {
  name: 'ledger',
  dial: (request, listener) => {
    const stop = new AbortController();
    order(request, stop.signal)
      .then((verdict) => {
        if (verdict === 'answered') {
          listener({ type: 'answered', leg: scriptedLeg(), carrierCallId: request.attemptId });
        } else listener({ type: 'failed', failure: verdict, code: null, reason: '' });
      })
      .catch(() => listener({ type: 'failed', failure: 'cancelled', code: null, reason: '' }));
    return { cancel: () => stop.abort() };
  },
};

/** Everybody who answers hangs up at once. */
const runCall: RunCall = async () => ({
  ...{ status: 'ended_by_customer', reason: 'They hung up.', durationMs: 0, answeredBy: 'human' },
});

const voice = { runCall, lines: new Map([['sandbox', async () => line]]) };
const server = await startServer(config, secrets, { log: silentLog, overrides: { voice } });
process.send?.({ address: server.address });
process.once('SIGTERM', async () => {
  await server.stop();
  process.disconnect();
});
