/** What a transaction may wait for; each machine says which timer of RFC 3261 it means. */
export type TimerName = 'retransmit' | 'time-out' | 'linger';

/** What a machine wants done, in order. */
export type Effect =
  /** Send the request, or the last response, again. */
  | { type: 'transmit' }
  /** Acknowledge a refusal (client, INVITE only). */
  | { type: 'acknowledge' }
  /** Hand the response that came to whoever asked. */
  | { type: 'deliver' }
  | { type: 'set'; timer: TimerName; afterMs: number }
  | { type: 'clear'; timer: TimerName }
  /** Nobody answered, or acknowledged, in time. */
  | { type: 'timed-out' }
  /** The connection broke before anybody answered. */
  | { type: 'disconnected' }
  | { type: 'end' };

export interface Step<State> {
  state: State;
  effects: readonly Effect[];
}

/** RFC 3261 17.1.1.1. */
export const T1_MS = 500;
/** Longest pause between retransmissions. */
export const T2_MS = 4000;
/** How long a message may stay in the network. */
export const T4_MS = 5000;
/** Timers B, F and H. */
export const PATIENCE_MS = 64 * T1_MS;

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

/** Stays for what may still arrive, or ends at once where nothing can. */
export function linger(afterMs: number): Effect {
  return afterMs === 0 ? END : set('linger', afterMs);
}
