import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import type { ModelPrices } from '../../../core/model-prices.ts';
import type { OutboundClient } from '../../../http/outbound/outbound-request.ts';
import type { OutboundRoute } from '../../../voice/legs/outbound-route.ts';
import type { RunCall, VoiceServices } from '../../../voice/voice-services.ts';
import type { Notifier } from '../../../work/notifier.ts';
import type { CallingHours } from '../asking/calling-hours.ts';
import type { AssistantDeps } from '../assistant/call-assistant.ts';
import type { AccountNumber } from '../assistant/caller-number.ts';
import type { EndBatchDeps } from '../endings/end-call-batch.ts';
import type { LiveCalls } from '../live/live-calls.ts';
import type { ActiveCalls } from './active-calls.ts';
import type { BatchedWrites } from './batched-writes.ts';
import type { CallWriter } from './call-writer.ts';
import type { PlannedSlots } from './planned-slots.ts';
import type { RefusedCalls } from './refused-calls.ts';
import type { RateDeps } from './wait-for-rate.ts';

export interface ActiveCallDeps extends EndBatchDeps, AssistantDeps, RateDeps {
  clock: Clock;
  log: Log;
  notifier: Notifier;
  modelPrices: ModelPrices;
  /** HTTP client that refuses private addresses. */
  outbound: Pick<OutboundClient, 'request'>;
  /** Headers of a request to an account's endpoint, including its signature. */
  sign(message: { userId: number; body: string }): Promise<Record<string, string>>;
  callingHours: CallingHours;
  voice: VoiceServices;
  runCall: RunCall;
  /** Providers of numbers that this installation can dial over. */
  dialProviders: readonly string[];
  /**
   * Host names and addresses of this installation in lower case. A SIP address with one of them may be an extension.
   */
  ownHosts: readonly string[];
  /** The outbound route of a number; null if this process has none. */
  routeOf(number: AccountNumber): Promise<OutboundRoute | null>;
  /** Returns a function that sends a pending hang-up of a dead process; null if this process cannot send one. */
  sendPendingHangUp(): ((pendingHangUp: string) => Promise<boolean>) | null;
  /** Aborted at the shutdown deadline. */
  lifetime: AbortSignal;
  writer: CallWriter;
  batched: BatchedWrites;
  calls: ActiveCalls;
  /** Slots for campaign calls and scheduled calls. */
  planned: PlannedSlots;
  refused: RefusedCalls;
  /** Answered calls, for supervisors. */
  live: LiveCalls;
}
