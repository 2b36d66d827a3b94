import { END, linger, type Step, TRANSACTION_TIMEOUT_MS, TRANSMIT } from './machine.ts';
import type { ServerInput, ServerState } from './server-invite.ts';

/** Non-INVITE server transaction: RFC 3261 17.2.2 with timer J. */
export function stepServerRequest(state: ServerState, input: ServerInput): Step<ServerState> {
  if (input.type === 'retransmitted') return { state, effects: state.hasResponded ? [TRANSMIT] : [] };
  if (input.type === 'timer') return { state, effects: [END] };
  if (input.type === 'acknowledged' || state.phase === 'completed') return { state, effects: [] };
  if (input.status < 200) return { state: { ...state, hasResponded: true }, effects: [TRANSMIT] };
  return {
    state: { ...state, hasResponded: true, phase: 'completed' },
    effects: [TRANSMIT, linger(state.isReliable ? 0 : TRANSACTION_TIMEOUT_MS)],
  };
}
