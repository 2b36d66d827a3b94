import {
  END,
  linger,
  STOP_RETRANSMITTING,
  STOP_WAITING,
  type Step,
  set,
  T1_MS,
  T2_MS,
  T4_MS,
  TIMED_OUT,
  type TimerName,
  TRANSACTION_TIMEOUT_MS,
  TRANSMIT,
} from './machine.ts';

export interface ServerState {
  phase: 'proceeding' | 'accepted' | 'completed' | 'acknowledged';
  hasResponded: boolean;
  isAccepted: boolean;
  intervalMs: number;
  isReliable: boolean;
}

export type ServerInput =
  | { type: 'retransmitted' }
  | { type: 'respond'; status: number }
  | { type: 'acknowledged' }
  | { type: 'timer'; timer: TimerName };

export function newServer(isReliable: boolean): ServerState {
  return { phase: 'proceeding', hasResponded: false, isAccepted: false, intervalMs: T1_MS, isReliable };
}

/**
 * INVITE server transaction: RFC 3261 17.2.1 with timers G, H and I, and RFC 6026 with timer L. Also retransmits a 2xx over
 * every transport until its ACK (13.3.1.4).
 */
export function stepServerInvite(state: ServerState, input: ServerInput): Step<ServerState> {
  if (input.type === 'retransmitted') return onRetransmitted(state);
  if (input.type === 'respond') return onRespond(state, input.status);
  if (input.type === 'acknowledged') return onAcknowledged(state);
  return onTimer(state, input.timer);
}

function onRetransmitted(state: ServerState): Step<ServerState> {
  const repeats = state.phase === 'proceeding' ? state.hasResponded : state.phase === 'completed';
  return { state, effects: repeats ? [TRANSMIT] : [] };
}

function onRespond(state: ServerState, status: number): Step<ServerState> {
  if (state.phase !== 'proceeding') return { state, effects: [] };
  if (status < 200) return { state: { ...state, hasResponded: true }, effects: [TRANSMIT] };
  const isSuccess = status < 300;
  const waits = [TRANSMIT, set('time-out', TRANSACTION_TIMEOUT_MS)];
  return {
    state: {
      ...state,
      hasResponded: true,
      isAccepted: isSuccess,
      phase: isSuccess ? 'accepted' : 'completed',
    },
    effects: isSuccess || !state.isReliable ? [...waits, set('retransmit', T1_MS)] : waits,
  };
}

function onAcknowledged(state: ServerState): Step<ServerState> {
  if (state.phase !== 'accepted' && state.phase !== 'completed') return { state, effects: [] };
  const staysMs = state.phase === 'accepted' ? TRANSACTION_TIMEOUT_MS : T4_MS;
  return {
    state: { ...state, phase: 'acknowledged' },
    effects: [STOP_RETRANSMITTING, STOP_WAITING, linger(state.isReliable ? 0 : staysMs)],
  };
}

function onTimer(state: ServerState, timer: TimerName): Step<ServerState> {
  if (timer === 'linger') return { state, effects: [END] };
  if (state.phase !== 'accepted' && state.phase !== 'completed') return { state, effects: [] };
  if (timer === 'time-out') return { state, effects: [TIMED_OUT, END] };
  const intervalMs = Math.min(state.intervalMs * 2, T2_MS);
  return { state: { ...state, intervalMs }, effects: [TRANSMIT, set('retransmit', intervalMs)] };
}
