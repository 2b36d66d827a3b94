import { startServer } from '../../../src/compose.ts';
import { readConfig } from '../../../src/config/config.ts';
import { systemClock } from '../../../src/core/clock.ts';
import type { AnsweredBy, CallOutcome } from '../../../src/voice/call-event.ts';
import type { LegEnd } from '../../../src/voice/legs/media-leg.ts';
import type { AnsweredCall, RunCall } from '../../../src/voice/voice-services.ts';
import { silentLog } from '../silent-log.ts';
import { SIGNS } from './sip-person.ts';

/* A server process that dials over real routes with silent calls; speech is signaled by keys (mode `signaling`). */

/** A callee that sends no key for this long counts as silent. */
const SILENT_MS = 8000;
/** Duration of a voicemail message. */
const MESSAGE_MS = 500;

type Ending = LegEnd | { kind: 'stopped' } | { kind: 'silence' } | { kind: 'message-left' };

/** What the callee has signaled so far. */
interface Heard {
  answeredBy: AnsweredBy;
  ending: Promise<Ending>;
}

const runCall: RunCall = async (_services, call): Promise<CallOutcome> => {
  const from = performance.now();
  const heard = listen(call, () => performance.now() - from);
  const ending = await heard.ending;
  const durationMs = performance.now() - from;
  return { ...outcomeOf(ending), durationMs, answeredBy: heard.answeredBy };
};

function listen({ leg, host, signal }: AnsweredCall, atMs: () => number): Heard {
  const over = new AbortController();
  const ended = Promise.withResolvers<Ending>();
  const end = (ending: Ending): void => {
    ended.resolve(ending);
    over.abort();
  };
  const heard: Heard = { answeredBy: 'unknown', ending: ended.promise };
  const verdict = (answeredBy: AnsweredBy): void => {
    heard.answeredBy = answeredBy;
    host.onEvent({ type: 'answered-by', answeredBy, atMs: atMs() });
  };
  const endAfter = (ms: number, kind: 'silence' | 'message-left', isSo: () => boolean): void => {
    systemClock.sleep(ms, over.signal).then(
      () => isSo() && end({ kind }),
      () => undefined,
    );
  };
  signal.addEventListener('abort', () => end({ kind: 'stopped' }), { once: true });
  endAfter(SILENT_MS, 'silence', () => heard.answeredBy === 'unknown');
  leg.start({
    audio: () => undefined,
    typed: () => undefined,
    ended: end,
    digit: (key) => {
      if (key === SIGNS.speaks) verdict('human');
      if (key === SIGNS.refuses) {
        const text = 'Please do not call me again.';
        const nowMs = atMs();
        host.onEvent({ type: 'customer-said', text, language: 'en', sinceMs: nowMs, atMs: nowMs });
      }
      if (key !== SIGNS.machine) return;
      verdict('machine');
      endAfter(MESSAGE_MS, 'message-left', () => true);
    },
  });
  return heard;
}

function outcomeOf(ending: Ending): Pick<CallOutcome, 'status' | 'reason'> {
  switch (ending.kind) {
    case 'stopped':
      return { status: 'completed', reason: 'stopped' };
    case 'silence':
      return { status: 'completed', reason: 'silence' };
    case 'message-left':
      return { status: 'completed', reason: 'voicemail' };
    case 'lost':
      return { status: 'failed', reason: ending.reason };
    default:
      return { status: 'ended_by_customer', reason: 'The customer hung up.' };
  }
}

const { config, secrets } = readConfig(process.env);
const server = await startServer(config, secrets, { log: silentLog, overrides: { voice: { runCall } } });
process.send?.({ address: server.address });
// Ends with the test process, even if that is killed.
process.once('disconnect', () => process.exit());
process.once('SIGTERM', async () => {
  await server.stop();
  process.disconnect();
});
