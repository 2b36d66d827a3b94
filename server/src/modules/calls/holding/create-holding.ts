import type { InboundCall } from '../../../voice/legs/outbound-route.ts';
import { findNumbersOf } from '../assistant/caller-number.ts';
import { acceptCall, type NumbersCalled } from './accept-call.ts';
import { type CallPoller, startCallPoller } from './call-poller.ts';
import { CallWriter } from './call-writer.ts';
import { type CampaignCalls, campaignCalls } from './campaign-calls.ts';
import { HeldCalls } from './held-calls.ts';
import type { HoldingDeps } from './holding-deps.ts';
import { RefusedCalls } from './refused-calls.ts';
import { storeTogether } from './stored-together.ts';
import { admitWebCall, type WebVisitor } from './web-media.ts';

/** A process that holds calls, as those see it who bring it some. */
export interface Holding {
  /** From now on takes calls that wait to be dialled: the lines are there. */
  open(): void;
  /** Something may wait to be dialled or to end. */
  look(): void;
  /** Decides what becomes of a call to one of a provider's numbers; never rejects. */
  acceptFrom(provider: string, call: InboundCall): Promise<void>;
  /** The same where it is known whose number was called. */
  accept(call: InboundCall, numbersCalled: NumbersCalled): Promise<void>;
  /** Takes the web call of a token. Throws `not-found` and `unavailable`. */
  admitWeb(token: string): Promise<WebVisitor>;
  /** Takes no more calls; resolves when the last one is over. */
  drain(): Promise<void>;
  endAll(reason: string): void;
  /** For those who dial for campaigns. */
  campaigns: CampaignCalls;
  stop(): Promise<void>;
}

/** Makes this process ready to hold calls: up to `capacity` at a time, of which campaigns take `campaignPlaces`. */
export function createHolding({
  capacity,
  campaignPlaces,
  ...given
}: Omit<HoldingDeps, 'writer' | 'calls' | 'together' | 'refused'> & {
  capacity: number;
  campaignPlaces: number;
}): Holding {
  const calls = new HeldCalls(capacity);
  const together = storeTogether(given);
  const own = { calls, together, writer: new CallWriter(given), refused: new RefusedCalls(given) };
  const deps: HoldingDeps = { ...given, ...own };
  let poller: CallPoller | null = null;
  return {
    open: () => {
      poller ??= startCallPoller(deps);
    },
    look: () => poller?.look(),
    acceptFrom: (provider, call) =>
      acceptCall(deps, call, ({ to }) => findNumbersOf(deps.database, { provider, phoneNumber: to })),
    accept: (call, numbersCalled) => acceptCall(deps, call, numbersCalled),
    admitWeb: (token) => admitWebCall(deps, token),
    drain: () => calls.close(),
    endAll: (reason) => calls.stopAll(reason),
    stop: async () => poller?.stop(),
    campaigns: campaignCalls(deps, campaignPlaces),
  };
}
