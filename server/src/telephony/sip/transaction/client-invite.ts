import {
  ACKNOWLEDGE,
  DELIVER,
  DISCONNECTED,
  END,
  linger,
  PATIENCE_MS,
  STOP_RETRANSMITTING,
  STOP_WAITING,
  type Step,
  set,
  T1_MS,
  TIMED_OUT,
  type TimerName,
  TRANSMIT,
} from './machine.ts';

/** A request that we sent, until its transaction ends. */
export interface ClientState {
  phase: 'calling' | 'proceeding' | 'accepted' | 'completed';
  /** Until the next retransmission. */
  intervalMs: number;
  /** TCP and TLS repeat by themselves. */
  isReliable: boolean;
}

export type ClientInput =
  | { type: 'start' }
  | { type: 'response'; status: number }
  /** It was taken back: the last word comes soon, or never. */
  | { type: 'cancelled' }
  /** Whoever asked has gone elsewhere: it is not sent again, and its answer is heard still. */
  | { type: 'abandoned' }
  /** The connection that it went over is closed. */
  | { type: 'disconnected' }
  | { type: 'timer'; timer: TimerName };

export function newClient(isReliable: boolean): ClientState {
  return { phase: 'calling', intervalMs: T1_MS, isReliable };
}

/** INVITE from the client's side: RFC 3261 17.1.1 with timers A, B, D, and RFC 6026 with M. */
export function stepClientInvite(state: ClientState, input: ClientInput): Step<ClientState> {
  if (input.type === 'start') return start(state);
  if (input.type === 'timer') return onTimer(state, input.timer);
  if (input.type === 'cancelled') return onCancelled(state);
  if (input.type === 'abandoned') return { state, effects: [STOP_RETRANSMITTING] };
  if (input.type === 'disconnected') return onDisconnected(state);
  if (input.status < 200) return onProvisional(state);
  return input.status < 300 ? onSuccess(state) : onRefusal(state);
}

export function start(state: ClientState): Step<ClientState> {
  const effects = [TRANSMIT, set('time-out', PATIENCE_MS)];
  return { state, effects: state.isReliable ? effects : [...effects, set('retransmit', T1_MS)] };
}

function onTimer(state: ClientState, timer: TimerName): Step<ClientState> {
  if (timer === 'linger') return { state, effects: [END] };
  if (timer === 'time-out') return { state, effects: isUnanswered(state) ? [TIMED_OUT, END] : [] };
  if (state.phase !== 'calling') return { state, effects: [] };
  const intervalMs = state.intervalMs * 2;
  return { state: { ...state, intervalMs }, effects: [TRANSMIT, set('retransmit', intervalMs)] };
}

/** RFC 3261 9.1: whoever does not refuse what was taken back is not waited for. */
function onCancelled(state: ClientState): Step<ClientState> {
  return { state, effects: isUnanswered(state) ? [set('time-out', PATIENCE_MS)] : [] };
}

/** Who has said that it works on a request says the rest over a new connection (RFC 3261 18.2.2). */
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

/** Every 2xx is delivered, repeated ones too: whoever called acknowledges each (RFC 6026 7.2). */
function onSuccess(state: ClientState): Step<ClientState> {
  if (state.phase === 'accepted') return { state, effects: [DELIVER] };
  if (state.phase === 'completed') return { state, effects: [] };
  return {
    state: { ...state, phase: 'accepted' },
    effects: [STOP_RETRANSMITTING, STOP_WAITING, set('linger', PATIENCE_MS), DELIVER],
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
      linger(state.isReliable ? 0 : PATIENCE_MS),
    ],
  };
}
