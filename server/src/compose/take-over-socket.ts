import type { RawData, WebSocket } from 'ws';
import { BROWSER_SAMPLE_RATE_HZ } from '#contract/browser-call.ts';
import { fromSupervisor, type TakeOverMessage } from '#contract/live-call.ts';
import type { Clock } from '../core/clock.ts';
import { pcmBytes } from '../core/pcm-bytes.ts';
import { Resampler } from '../core/resampler.ts';
import type { LiveCall } from '../modules/calls/live/live-calls.ts';
import { createSampleFrames } from '../telephony/browser/browser-leg.ts';
import { createMessageLimit } from '../telephony/message-limit.ts';
import { keepAlive, QUICK_PING_MS } from '../telephony/socket-liveness.ts';
import type { SupervisedCall, TakenCall } from '../voice/supervised-call.ts';

/** Half a second of the customer's audio. */
const MAX_QUEUED_BYTES = BROWSER_SAMPLE_RATE_HZ;

/** Connects a supervisor's microphone and speaker with the customer, until either side ends it. */
export function takeOverCall(
  { call, session }: { call: LiveCall; session: SupervisedCall },
  socket: WebSocket,
  clock: Clock,
): void {
  const send = (message: TakeOverMessage): void => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
  };
  const toSupervisor = between(session.sampleRateHz, BROWSER_SAMPLE_RATE_HZ);
  const taken = session.takeOver((frame) => {
    const isBehind = socket.bufferedAmount > MAX_QUEUED_BYTES;
    if (socket.readyState === socket.OPEN && !isBehind) socket.send(pcmBytes(toSupervisor(frame)));
  });
  const end = (): void => {
    send({ type: 'ended' });
    socket.close();
  };
  if (taken === null) {
    end();
    return;
  }
  send({ type: 'ready', sample_rate: BROWSER_SAMPLE_RATE_HZ });
  receive(taken, { socket, clock, toCall: between(BROWSER_SAMPLE_RATE_HZ, session.sampleRateHz) });
  const over = new AbortController();
  call.over.addEventListener('abort', end, { once: true });
  void taken.done.then(end, end);
  const closed = (): void => {
    over.abort();
    call.over.removeEventListener('abort', end);
    taken.leave();
  };
  if (socket.readyState === socket.OPEN) socket.once('close', closed);
  else closed();
  keepAlive(socket, { clock, pingMs: QUICK_PING_MS }, over.signal);
}

function receive(
  taken: TakenCall,
  { socket, clock, toCall }: { socket: WebSocket; clock: Clock; toCall: (frame: Int16Array) => Int16Array },
): void {
  const frames = createSampleFrames(clock.monotonicMs(), (frame) => taken.push(toCall(frame)));
  const limit = createMessageLimit(clock.monotonicMs());
  socket.on('message', (data: RawData, isBinary: boolean) => {
    if (!Buffer.isBuffer(data)) return;
    const nowMs = clock.monotonicMs();
    if (isBinary) {
      if (!frames.add(data, nowMs) && !limit.tolerateMalformed()) socket.close();
    } else if (limit.take(nowMs)) {
      const type = readType(data.toString());
      if (type === 'leave') taken.leave();
      if (type === 'hang-up') taken.hangUp();
      if (type === null && !limit.tolerateMalformed()) socket.close();
    }
  });
}

/** Null for a malformed or unknown message. */
function readType(text: string): 'leave' | 'hang-up' | null {
  try {
    return fromSupervisor.safeParse(JSON.parse(text)).data?.type ?? null;
  } catch {
    return null;
  }
}

function between(fromHz: number, toHz: number): (frame: Int16Array) => Int16Array {
  if (fromHz === toHz) return (frame) => frame;
  const resampler = new Resampler(fromHz, toHz);
  return (frame) => resampler.process(frame);
}
