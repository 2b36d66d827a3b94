import { type ClientInput, type ClientState, start } from './client-invite.ts';
import {
  DELIVER,
  DISCONNECTED,
  END,
  linger,
  STOP_RETRANSMITTING,
  STOP_WAITING,
  type Step,
  set,
  T2_MS,
  T4_MS,
  TIMED_OUT,
  type TimerName,
  TRANSMIT,
} from './machine.ts';

/** Non-INVITE client transaction: RFC 3261 17.1.2 with timers E, F and K. */
export function stepClientRequest(state: ClientState, input: ClientInput): Step<ClientState> {
  if (input.type === 'start') return start(state);
  if (input.type === 'timer') return onTimer(state, input.timer);
  if (input.type === 'disconnected') return { state, effects: [DISCONNECTED, END] };
  if (input.type === 'canceled' || input.type === 'abandoned' || state.phase === 'completed')
    return { state, effects: [] };
  if (input.status < 200) return { state: { ...state, phase: 'proceeding' }, effects: [DELIVER] };
  return {
    state: { ...state, phase: 'completed' },
    effects: [STOP_RETRANSMITTING, STOP_WAITING, DELIVER, linger(state.isReliable ? 0 : T4_MS)],
  };
}

function onTimer(state: ClientState, timer: TimerName): Step<ClientState> {
  if (timer === 'linger') return { state, effects: [END] };
  if (state.phase === 'completed') return { state, effects: [] };
  if (timer === 'time-out') return { state, effects: [TIMED_OUT, END] };
  const intervalMs = state.phase === 'proceeding' ? T2_MS : Math.min(state.intervalMs * 2, T2_MS);
  return { state: { ...state, intervalMs }, effects: [TRANSMIT, set('retransmit', intervalMs)] };
}
