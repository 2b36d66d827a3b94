/** Timers of a transaction; each machine documents which RFC 3261 timers these are. */
export type TimerName = 'retransmit' | 'time-out' | 'linger';

/** Effects of a transition, executed in order. */
export type Effect =
  /** Send or retransmit the request, or the last response. */
  | { type: 'transmit' }
  /** Send ACK for a 3xx-6xx (INVITE client only). */
  | { type: 'acknowledge' }
  /** Pass the response to the listener. */
  | { type: 'deliver' }
  | { type: 'set'; timer: TimerName; afterMs: number }
  | { type: 'clear'; timer: TimerName }
  /** No response or ACK in time. */
  | { type: 'timed-out' }
  /** The connection closed before a response. */
  | { type: 'disconnected' }
  | { type: 'end' };

export interface Step<State> {
  state: State;
  effects: readonly Effect[];
}

/** RFC 3261 17.1.1.1. */
export const T1_MS = 500;
/** Longest retransmission interval. */
export const T2_MS = 4000;
/** Longest time a message stays in the network. */
export const T4_MS = 5000;
/** Timers B, F and H: 64*T1, 32 seconds. */
export const TRANSACTION_TIMEOUT_MS = 64 * T1_MS;

export const TRANSMIT: Effect = { type: 'transmit' };
export const ACKNOWLEDGE: Effect = { type: 'acknowledge' };
export const DELIVER: Effect = { type: 'deliver' };
export const TIMED_OUT: Effect = { type: 'timed-out' };
export const DISCONNECTED: Effect = { type: 'disconnected' };
export const END: Effect = { type: 'end' };
export const STOP_RETRANSMITTING: Effect = { type: 'clear', timer: 'retransmit' };
export const STOP_WAITING: Effect = { type: 'clear', timer: 'time-out' };

export function set(timer: TimerName, afterMs: number): Effect {
  return { type: 'set', timer, afterMs };
}

/** Absorbs late messages, or ends immediately on a reliable transport. */
export function linger(afterMs: number): Effect {
  return afterMs === 0 ? END : set('linger', afterMs);
}
