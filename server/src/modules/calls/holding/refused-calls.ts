import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import { RateGate } from '../../../core/rate-gate.ts';
import type { InboundCall } from '../../../voice/legs/outbound-route.ts';

/** Why nobody answers a call that comes in. */
type RefusalReason = keyof typeof REFUSALS;

/** A call that nobody answers, with whatever is known of whom it was for. */
export interface Refusal {
  reason: RefusalReason;
  userId?: number;
  phoneNumberId?: number;
  assistantId?: number;
}

interface Telling {
  /** What the caller is told. */
  told: Parameters<InboundCall['reject']>[0];
  level: 'info' | 'warn';
  message: string;
}

const REFUSALS = {
  'unknown-number': {
    told: 'unknown-number',
    level: 'info',
    message: 'A call came in for a number that no account has.',
  },
  'no-assistant': {
    told: 'unavailable',
    level: 'info',
    message: 'A call came in for a number that no assistant answers.',
  },
  'assistant-inactive': {
    told: 'unavailable',
    level: 'info',
    message: 'A call came in for an assistant that is not active.',
  },
  balance: {
    told: 'unavailable',
    level: 'warn',
    message: 'A call that came in was refused: the balance of its account does not cover it.',
  },
  'no-room': {
    told: 'busy',
    level: 'warn',
    message: 'A call that came in was refused: this process holds as many calls as it may.',
  },
  stopping: {
    told: 'stopping',
    level: 'info',
    message: 'A call that came in was not taken: this process is stopping.',
  },
} as const satisfies Record<string, Telling>;

/** Of one reason and one number; of all unknown numbers of a line together, as anybody may try them. */
const LINES = { perSecond: 1 / 60, burst: 5 };

/** Refuses calls that come in, and leaves a trace of that: who is called without an answer finds the reason in the log. */
export class RefusedCalls {
  readonly #log: Log;
  readonly #lines: RateGate;

  constructor({ clock, log }: { clock: Clock; log: Log }) {
    this.#log = log;
    this.#lines = new RateGate(clock, LINES);
  }

  refuse(call: InboundCall, { reason, userId, phoneNumberId, assistantId }: Refusal): void {
    const { told, level, message } = REFUSALS[reason];
    call.reject(told);
    const { route, carrierCallId } = call;
    if (!this.#lines.take(`${reason} ${phoneNumberId ?? route}`)) return;
    this.#log[level]({ reason, route, carrierCallId, userId, phoneNumberId, assistantId }, message);
  }
}
