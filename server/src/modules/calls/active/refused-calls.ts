import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import { RateGate } from '../../../core/rate-gate.ts';
import type { InboundCall } from '../../../voice/legs/outbound-route.ts';

type RefusalReason = keyof typeof REFUSALS;

/** A refused call, with what is known about its destination. */
export interface Refusal {
  reason: RefusalReason;
  userId?: number;
  phoneNumberId?: number;
  assistantId?: number;
}

interface RefusalResponse {
  rejection: Parameters<InboundCall['reject']>[0];
  level: 'info' | 'warn';
  message: string;
}

const REFUSALS = {
  'unknown-number': {
    rejection: 'unknown-number',
    level: 'info',
    message: 'An inbound call was refused: its number belongs to no account.',
  },
  'no-assistant': {
    rejection: 'unavailable',
    level: 'info',
    message: 'An inbound call was refused: no assistant answers its number.',
  },
  'assistant-inactive': {
    rejection: 'unavailable',
    level: 'info',
    message: 'An inbound call was refused: its assistant is not active.',
  },
  balance: {
    rejection: 'unavailable',
    level: 'warn',
    message: 'An inbound call was refused: the account balance does not cover it.',
  },
  'no-capacity': {
    rejection: 'busy',
    level: 'warn',
    message: 'An inbound call was refused: this process is at its call limit.',
  },
  stopping: {
    rejection: 'stopping',
    level: 'info',
    message: 'An inbound call was refused: this process is stopping.',
  },
} as const satisfies Record<string, RefusalResponse>;

/** Limits log entries per reason and number. Unknown numbers share one limit per route, because anyone can call them. */
const LOG_RATE = { perSecond: 1 / 60, burst: 5 };

/** Rejects inbound calls and logs why. */
export class RefusedCalls {
  readonly #log: Log;
  readonly #logGate: RateGate;

  constructor({ clock, log }: { clock: Clock; log: Log }) {
    this.#log = log;
    this.#logGate = new RateGate(clock, LOG_RATE);
  }

  refuse(call: InboundCall, { reason, userId, phoneNumberId, assistantId }: Refusal): void {
    const { rejection, level, message } = REFUSALS[reason];
    call.reject(rejection);
    const { route, carrierCallId } = call;
    if (!this.#logGate.take(`${reason} ${phoneNumberId ?? route}`)) return;
    this.#log[level]({ reason, route, carrierCallId, userId, phoneNumberId, assistantId }, message);
  }
}
