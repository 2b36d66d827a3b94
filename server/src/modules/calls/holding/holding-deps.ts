import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import type { ModelPrices } from '../../../core/model-prices.ts';
import type { OutboundClient } from '../../../http/outbound/outbound-request.ts';
import type { OutboundRoute } from '../../../voice/legs/outbound-route.ts';
import type { RunCall, VoiceServices } from '../../../voice/voice-services.ts';
import type { AssistantDeps } from '../assistant/call-assistant.ts';
import type { AccountNumber } from '../assistant/caller-number.ts';
import type { TogetherDeps } from '../endings/end-calls-together.ts';
import type { CallWriter } from './call-writer.ts';
import type { HeldCalls } from './held-calls.ts';
import type { RefusedCalls } from './refused-calls.ts';
import type { StoredTogether } from './stored-together.ts';
import type { PaceDeps } from './wait-for-pace.ts';

/** What a process that holds calls has for them. */
export interface HoldingDeps extends TogetherDeps, AssistantDeps, PaceDeps {
  clock: Clock;
  log: Log;
  modelPrices: ModelPrices;
  /** The guarded way out. */
  outbound: Pick<OutboundClient, 'request'>;
  /** Headers, signature included, of a request to an account's endpoint. */
  sign(message: { userId: number; body: string }): Promise<Record<string, string>>;
  voice: VoiceServices;
  runCall: RunCall;
  /** Carriers of numbers that this installation can dial over. */
  dialProviders: readonly string[];
  /** Names and addresses of this installation, in lower case: a SIP address there may be an extension. */
  ownHosts: readonly string[];
  /** The way out for calls from a number of an account; null: there is none here. */
  routeOf(number: AccountNumber): Promise<OutboundRoute | null>;
  /** Hangs up calls that dead processes have left at their carriers; null: nothing here can. */
  sendPendingHangUp(): ((pendingHangUp: string) => Promise<boolean>) | null;
  /** Aborted when nothing is waited for any more. */
  lifetime: AbortSignal;
  writer: CallWriter;
  together: StoredTogether;
  calls: HeldCalls;
  refused: RefusedCalls;
}
