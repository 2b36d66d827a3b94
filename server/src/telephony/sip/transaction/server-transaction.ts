import type { Clock } from '../../../core/clock.ts';
import type { Envelope } from '../message/envelope.ts';
import { makeResponse, type ResponseContent } from '../message/make-response.ts';
import type { SipRequest } from '../message/sip-message.ts';
import { writeMessage } from '../message/write-message.ts';
import { type Flow, isReliable } from '../transport/flow.ts';
import { EffectRunner } from './effects.ts';
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

/** A received request with its parsed headers and response flow. */
export interface Incoming {
  request: SipRequest;
  envelope: Envelope;
  /** Flow for responses. */
  flow: Flow;
}

/** Receives events of an INVITE server transaction. */
export interface ServerListener {
  /** Called when a CANCEL arrives; the final response must still be sent. */
  canceled(): void;
  /** Called when no ACK arrives in time. */
  timedOut(): void;
}

export class ServerTransaction {
  readonly incoming: Incoming;
  listener: ServerListener | null = null;
  readonly #effects: EffectRunner;
  #state: ServerState;
  #response: Buffer | null = null;

  /** @param retired called instead of `ended`, with the response to copies of the request; null to ignore them */
  constructor(
    incoming: Incoming,
    {
      clock,
      ended,
      retired,
    }: { clock: Clock; ended: () => void; retired: (response: Buffer | null) => void },
  ) {
    this.incoming = incoming;
    this.#state = newServer(isReliable(incoming.flow));
    this.#effects = new EffectRunner(clock, {
      transmit: () => this.#transmit(),
      acknowledge: () => undefined,
      deliver: () => undefined,
      timedOut: () => this.listener?.timedOut(),
      disconnected: () => undefined,
      end: ended,
      retire: () => {
        retired(this.#state.phase === 'completed' ? this.#response : null);
        return true;
      },
      fire: (timer) => this.#step({ type: 'timer', timer }),
    });
  }

  /** Ignored after the first final response. */
  respond(content: ResponseContent): void {
    if (this.isAnswered()) return;
    this.#response = writeMessage(makeResponse(this.incoming.request, content));
    this.#step({ type: 'respond', status: content.status });
  }

  isAnswered(): boolean {
    return this.#state.phase !== 'proceeding';
  }

  isAccepted(): boolean {
    return this.#state.isAccepted;
  }

  retransmitted(): void {
    this.#step({ type: 'retransmitted' });
  }

  acknowledged(): void {
    this.#step({ type: 'acknowledged' });
  }

  stop(): void {
    this.#effects.stop();
  }

  #transmit(): void {
    if (this.#response !== null) this.incoming.flow.send(this.#response);
  }

  #step(input: ServerInput): void {
    const isInvite = this.incoming.request.method === 'INVITE';
    const { state, effects } = (isInvite ? stepServerInvite : stepServerRequest)(this.#state, input);
    this.#state = state;
    this.#effects.run(effects);
  }
}

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

interface ServerState {
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
