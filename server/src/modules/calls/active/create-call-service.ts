import type { CallDisplay } from '#contract/calls.ts';
import { AppError, notFound } from '../../../core/errors.ts';
import type { CallEvent } from '../../../voice/call-event.ts';
import type { MediaLeg } from '../../../voice/legs/media-leg.ts';
import type { InboundCall } from '../../../voice/legs/outbound-route.ts';
import type { Loop } from '../../../work/loop.ts';
import { hashMediaToken } from '../asking/web-call.ts';
import { findAssistant } from '../assistant/assistant-row.ts';
import { callAssistant } from '../assistant/call-assistant.ts';
import { findNumbersOf } from '../assistant/caller-number.ts';
import { type ActiveCall, claimMedia } from '../lifecycle/call-store.ts';
import { acceptCall, type NumbersCalled } from './accept-call.ts';
import type { ActiveCallDeps } from './active-call-deps.ts';
import { ActiveCalls, stopOf } from './active-calls.ts';
import { batchWrites } from './batched-writes.ts';
import { CallHangUps } from './call-hang-ups.ts';
import { startCallPoller, startCallWriter } from './call-poller.ts';
import { CallWriter } from './call-writer.ts';
import { type CampaignCalls, campaignCalls } from './campaign-calls.ts';
import { PlannedSlots } from './planned-slots.ts';
import { RefusedCalls } from './refused-calls.ts';
import { finish, runAnsweredCall } from './run-answered-call.ts';

/** The calls of this process. */
export interface CallService {
  /** Starts to dial and end calls on request. Call it once the routes are open. */
  open(): void;
  /** Answers or rejects a call to a number of this provider. Never rejects. */
  acceptFrom(provider: string, call: InboundCall): Promise<void>;
  /** Like `acceptFrom`, for routes that find the called numbers themselves. */
  accept(call: InboundCall, numbersCalled: NumbersCalled): Promise<void>;
  /** Claims the web call of a token. Throws `not-found` and `unavailable`. */
  admitWeb(token: string): Promise<WebVisitor>;
  /** Accepts no more calls; resolves when the last one has ended. */
  drain(): Promise<void>;
  endAll(reason: string): void;
  campaigns: CampaignCalls;
  stop(): Promise<void>;
}

/**
 * @param options `capacity`: maximum number of concurrent calls; `plannedSlots`: how many of them campaign calls and
 *   scheduled calls may use together
 */
export function createCallService({
  capacity,
  plannedSlots,
  ...given
}: Omit<ActiveCallDeps, 'writer' | 'calls' | 'planned' | 'batched' | 'refused'> & {
  capacity: number;
  plannedSlots: number;
}): CallService {
  const calls = new ActiveCalls(capacity);
  const batched = batchWrites(given);
  const planned = new PlannedSlots(calls, plannedSlots);
  const own = { calls, planned, batched, writer: new CallWriter(given), refused: new RefusedCalls(given) };
  const deps: ActiveCallDeps = { ...given, ...own };
  let loops: Loop[] = [];
  return {
    open: () => {
      const poller = startCallPoller(deps);
      loops = [poller, startCallWriter(deps)];
      deps.notifier.subscribe('calls', () => poller.wake());
    },
    acceptFrom: (provider, call) =>
      acceptCall(deps, call, ({ to }) => findNumbersOf(deps.database, { provider, phoneNumber: to })),
    accept: (call, numbersCalled) => acceptCall(deps, call, numbersCalled),
    admitWeb: (token) => admitWebCall(deps, token),
    drain: () => calls.close(),
    endAll: (reason) => calls.stopAll(reason),
    stop: async () => {
      deps.notifier.subscribe('calls', null);
      await Promise.all(loops.map((loop) => loop.stop()));
      await deps.writer.flush();
    },
    campaigns: campaignCalls(deps),
  };
}

/** How long an admitted browser has to open its connection. */
const OPENING_MS = 10_000;

/** Sends data of the call to the caller's page for display. */
type ShowCall = (shown: CallDisplay) => void;

interface Opened {
  leg: MediaLeg;
  show: ShowCall;
}

/** A browser admitted with its call's token. */
export interface WebVisitor {
  /** Connects the call's audio. Call it once. */
  open(leg: MediaLeg, show: ShowCall): void;
}

/** Claims the web call of a token for this process. Throws `not-found`, and `unavailable` at the call limit. */
async function admitWebCall(deps: ActiveCallDeps, token: string): Promise<WebVisitor> {
  const { database, clock, processId, calls } = deps;
  if (calls.reserve(1) === 0) {
    throw new AppError('unavailable', 'Too many calls right now. Try again in a few seconds.', {
      retryAfterSeconds: 5,
    });
  }
  let call: ActiveCall | null = null;
  try {
    call = await claimMedia(database, { processId, tokenHash: hashMediaToken(token), now: clock.now() });
  } finally {
    if (call === null) calls.release(1);
  }
  if (call === null) throw notFound('Call');
  const { promise: opening, resolve } = Promise.withResolvers<Opened | null>();
  const claimed = call;
  calls.run(call.id, (signal) => runWebCall(deps, { call: claimed, opening }, signal));
  const opened = new AbortController();
  let isLate = false;
  const giveUp = (): void => {
    isLate = true;
    resolve(null);
  };
  clock.sleep(OPENING_MS, opened.signal).then(giveUp, () => undefined);
  return {
    open: (leg, show) => {
      if (isLate) return leg.hangUp();
      opened.abort();
      return resolve({ leg, show });
    },
  };
}

async function runWebCall(
  deps: ActiveCallDeps,
  { call, opening }: { call: ActiveCall; opening: Promise<Opened | null> },
  signal: AbortSignal,
): Promise<void> {
  const broke = (reason: string): Promise<void> =>
    finish(deps, call, { change: { type: 'broke', at: deps.clock.now(), reason }, answeredBy: null });
  let leg: MediaLeg | null = null;
  try {
    const opened = await opening;
    if (opened === null) return await broke('The browser did not open the media connection.');
    leg = opened.leg;
    const row = await findAssistant(deps.database, { userId: call.userId, id: call.assistantId });
    if (row === null) throw new AppError('unavailable', 'The assistant of this call was deleted.');
    const assistant = await callAssistant(deps, row, call);
    const observe = (event: CallEvent): void => {
      const shown = displayOf(event);
      if (shown !== null) opened.show(shown);
    };
    const pendingHangUps = new CallHangUps(deps, call.id);
    await runAnsweredCall(
      deps,
      { call, assistant, leg, pendingHangUps, observe, carrierCallId: null },
      signal,
    );
  } catch (error) {
    leg?.hangUp();
    if (!(error instanceof AppError)) deps.log.error({ error, call: call.id }, 'A web call failed.');
    await broke(
      stopOf(signal)?.reason ?? (error instanceof AppError ? error.message : 'The call failed on our side.'),
    );
  }
}

/** The data of an event that the page displays; null if it displays nothing. */
function displayOf(event: CallEvent): CallDisplay | null {
  switch (event.type) {
    case 'assistant-said':
    case 'supervisor-said':
    case 'customer-said': {
      const sender = event.type === 'customer-said' ? 'human' : 'bot';
      return event.text === '' ? null : { type: 'transcript', sender, text: event.text };
    }
    case 'tool-called':
      return { type: 'tool', name: event.functionCall.name };
    case 'transferred':
      return event.outcome === 'connected' && event.kind !== 'assistant' ? { type: 'transferred' } : null;
    default:
      return null;
  }
}
