import type { InboundCall } from '../../../voice/legs/outbound-route.ts';
import type { Loop } from '../../../work/loop.ts';
import { findNumbersOf } from '../assistant/caller-number.ts';
import { acceptCall, type NumbersCalled } from './accept-call.ts';
import type { ActiveCallDeps } from './active-call-deps.ts';
import { ActiveCalls } from './active-calls.ts';
import { batchWrites } from './batched-writes.ts';
import { startCallPoller, startCallWriter } from './call-poller.ts';
import { CallWriter } from './call-writer.ts';
import { type CampaignCalls, campaignCalls } from './campaign-calls.ts';
import { RefusedCalls } from './refused-calls.ts';
import { admitWebCall, type WebVisitor } from './web-media.ts';

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

/** @param options `capacity`: maximum number of concurrent calls; `campaignSlots`: how many of them campaigns may use */
export function createCallService({
  capacity,
  campaignSlots,
  ...given
}: Omit<ActiveCallDeps, 'writer' | 'calls' | 'batched' | 'refused'> & {
  capacity: number;
  campaignSlots: number;
}): CallService {
  const calls = new ActiveCalls(capacity);
  const batched = batchWrites(given);
  const own = { calls, batched, writer: new CallWriter(given), refused: new RefusedCalls(given) };
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
    campaigns: campaignCalls(deps, campaignSlots),
  };
}
