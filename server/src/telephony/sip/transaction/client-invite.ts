import {
  ACKNOWLEDGE,
  DELIVER,
  DISCONNECTED,
  END,
  linger,
  STOP_RETRANSMITTING,
  STOP_WAITING,
  type Step,
  set,
  T1_MS,
  TIMED_OUT,
  type TimerName,
  TRANSACTION_TIMEOUT_MS,
  TRANSMIT,
} from './machine.ts';

export interface ClientState {
  phase: 'calling' | 'proceeding' | 'accepted' | 'completed';
  intervalMs: number;
  /** True for TCP and TLS, which need no retransmissions. */
  isReliable: boolean;
}

export type ClientInput =
  | { type: 'start' }
  | { type: 'response'; status: number }
  | { type: 'canceled' }
  /** Stop retransmitting, but still deliver responses. */
  | { type: 'abandoned' }
  | { type: 'disconnected' }
  | { type: 'timer'; timer: TimerName };

export function newClient(isReliable: boolean): ClientState {
  return { phase: 'calling', intervalMs: T1_MS, isReliable };
}

/** INVITE client transaction: RFC 3261 17.1.1 with timers A, B and D, and RFC 6026 with timer M. */
export function stepClientInvite(state: ClientState, input: ClientInput): Step<ClientState> {
  if (input.type === 'start') return start(state);
  if (input.type === 'timer') return onTimer(state, input.timer);
  if (input.type === 'canceled') return onCanceled(state);
  if (input.type === 'abandoned') return { state, effects: [STOP_RETRANSMITTING] };
  if (input.type === 'disconnected') return onDisconnected(state);
  if (input.status < 200) return onProvisional(state);
  return input.status < 300 ? onSuccess(state) : onRefusal(state);
}

export function start(state: ClientState): Step<ClientState> {
  const effects = [TRANSMIT, set('time-out', TRANSACTION_TIMEOUT_MS)];
  return { state, effects: state.isReliable ? effects : [...effects, set('retransmit', T1_MS)] };
}

function onTimer(state: ClientState, timer: TimerName): Step<ClientState> {
  if (timer === 'linger') return { state, effects: [END] };
  if (timer === 'time-out') return { state, effects: isUnanswered(state) ? [TIMED_OUT, END] : [] };
  if (state.phase !== 'calling') return { state, effects: [] };
  const intervalMs = state.intervalMs * 2;
  return { state: { ...state, intervalMs }, effects: [TRANSMIT, set('retransmit', intervalMs)] };
}

/** RFC 3261 9.1: a canceled INVITE without a final response times out after 64*T1. */
function onCanceled(state: ClientState): Step<ClientState> {
  return { state, effects: isUnanswered(state) ? [set('time-out', TRANSACTION_TIMEOUT_MS)] : [] };
}

/** After a provisional response the server may respond over a new connection (RFC 3261 18.2.2). */
function onDisconnected(state: ClientState): Step<ClientState> {
  return { state, effects: state.phase === 'calling' ? [DISCONNECTED, END] : [] };
}

function isUnanswered({ phase }: ClientState): boolean {
  return phase === 'calling' || phase === 'proceeding';
}

function onProvisional(state: ClientState): Step<ClientState> {
  if (state.phase === 'proceeding') return { state, effects: [DELIVER] };
  if (state.phase !== 'calling') return { state, effects: [] };
  return {
    state: { ...state, phase: 'proceeding' },
    effects: [STOP_RETRANSMITTING, STOP_WAITING, DELIVER],
  };
}

/** Delivers every 2xx, including retransmissions, because each needs an ACK (RFC 6026 7.2). */
function onSuccess(state: ClientState): Step<ClientState> {
  if (state.phase === 'accepted') return { state, effects: [DELIVER] };
  if (state.phase === 'completed') return { state, effects: [] };
  return {
    state: { ...state, phase: 'accepted' },
    effects: [STOP_RETRANSMITTING, STOP_WAITING, set('linger', TRANSACTION_TIMEOUT_MS), DELIVER],
  };
}

function onRefusal(state: ClientState): Step<ClientState> {
  if (state.phase === 'completed') return { state, effects: [ACKNOWLEDGE] };
  if (state.phase === 'accepted') return { state, effects: [] };
  return {
    state: { ...state, phase: 'completed' },
    effects: [
      STOP_RETRANSMITTING,
      STOP_WAITING,
      ACKNOWLEDGE,
      DELIVER,
      linger(state.isReliable ? 0 : TRANSACTION_TIMEOUT_MS),
    ],
  };
}
