import type { Clock } from '../../../core/clock.ts';
import { bytesOf, textOf } from '../message/message-text.ts';
import { headerOf, type SipRequest, type SipResponse } from '../message/sip-message.ts';
import { writeMessage } from '../message/write-message.ts';
import { type Flow, isReliable } from '../transport/flow.ts';
import { EffectRunner } from './effects.ts';
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
  T2_MS,
  T4_MS,
  TIMED_OUT,
  type TimerName,
  TRANSACTION_TIMEOUT_MS,
  TRANSMIT,
} from './machine.ts';

export interface ClientListener {
  /** Provisional responses and one final response; for INVITE also every retransmitted 2xx. */
  response(response: SipResponse): void;
  /** No final response in time. Last event. */
  timedOut(): void;
  /** The connection closed before a response. Last event. Defaults to `timedOut`. */
  disconnected?(): void;
}

export class ClientTransaction {
  readonly request: SipRequest;
  readonly flow: Flow;
  readonly #listener: ClientListener;
  readonly #effects: EffectRunner;
  readonly #retired: (left: FinishedClient) => void;
  readonly #bytes: Buffer;
  #state: ClientState;
  #response: SipResponse | null = null;
  #hasEnded = false;
  #stopWatching: () => void = () => undefined;

  constructor(
    { request, flow, listener }: { request: SipRequest; flow: Flow; listener: ClientListener },
    { clock, ended, retired }: { clock: Clock; ended: () => void; retired: (left: FinishedClient) => void },
  ) {
    this.request = request;
    this.flow = flow;
    this.#listener = listener;
    this.#retired = retired;
    this.#bytes = writeMessage(request);
    this.#state = newClient(isReliable(flow));
    this.#effects = new EffectRunner(clock, {
      transmit: () => flow.send(this.#bytes),
      acknowledge: () => this.#acknowledge(),
      deliver: () => this.#deliver(),
      timedOut: () => this.#listener.timedOut(),
      disconnected: () => (listener.disconnected ?? listener.timedOut).call(listener),
      end: () => {
        this.#hasEnded = true;
        this.#stopWatching();
        ended();
      },
      retire: () => {
        // An answered call may still get answers of other phones.
        if (this.#state.phase !== 'completed') return false;
        this.#retire(this.#repeatedAcknowledgement());
        return true;
      },
      fire: (timer) => this.#step({ type: 'timer', timer }),
    });
  }

  start(): void {
    this.#stopWatching = this.flow.whenClosed(() => this.#step({ type: 'disconnected' }));
    this.#step({ type: 'start' });
  }

  receive(response: SipResponse): void {
    this.#response = response;
    this.#step({ type: 'response', status: response.status });
  }

  /** Must be called when a CANCEL is sent for the request. */
  canceled(): void {
    this.#step({ type: 'canceled' });
  }

  /** Stops retransmitting because another server is tried. */
  abandoned(): void {
    this.#step({ type: 'abandoned' });
  }

  /**
   * Releases the listener of an INVITE whose call has ended. No effect if the transaction has ended, or has no 2xx.
   * @param onAnswer called with each further 2xx
   */
  leaveTo(onAnswer: (response: SipResponse) => void): void {
    if (this.#hasEnded || this.#state.phase !== 'accepted') return;
    this.#effects.stop();
    this.#retire(onAnswer);
  }

  /** Ends without notifying the listener. */
  stop(): void {
    this.#stopWatching();
    this.#effects.stop();
  }

  #step(input: ClientInput): void {
    const step = this.request.method === 'INVITE' ? stepClientInvite : stepClientRequest;
    const { state, effects } = step(this.#state, input);
    this.#state = state;
    this.#effects.run(effects);
  }

  #deliver(): void {
    if (this.#response !== null) this.#listener.response(this.#response);
  }

  /** ACK of a 3xx-6xx, with the To of the response (RFC 3261 17.1.1.3). */
  #acknowledge(): void {
    if (this.#response === null) return;
    this.flow.send(writeMessage(acknowledgeRefusal(this.request, this.#response)));
  }

  #retire(received: FinishedClient['received']): void {
    this.#hasEnded = true;
    this.#stopWatching();
    this.#retired({ flow: this.flow, received });
  }

  /** Repeats the ACK of a refusal for each copy; ignores copies of other responses. */
  #repeatedAcknowledgement(): FinishedClient['received'] {
    if (this.request.method !== 'INVITE' || this.#response === null) return IGNORE;
    const { flow } = this;
    const text = textOf(writeMessage(acknowledgeRefusal(this.request, this.#response)));
    return () => flow.send(bytesOf(text));
  }
}

/** A finished transaction. It must not reference the call, which would stay in memory. */
export interface FinishedClient {
  flow: Flow;
  /** Called with each further response. */
  received(response: SipResponse): void;
}

const IGNORE = (): void => undefined;

const KEPT = new Set(['from', 'call-id', 'max-forwards', 'route']);

function acknowledgeRefusal(request: SipRequest, response: SipResponse): SipRequest {
  const via = headerOf(request, 'via') ?? '';
  const to = headerOf(response, 'to') ?? '';
  return {
    kind: 'request',
    method: 'ACK',
    uri: request.uri,
    headers: [
      { name: 'via', value: via },
      ...request.headers.filter(({ name }) => KEPT.has(name)),
      { name: 'to', value: to },
      { name: 'cseq', value: (headerOf(request, 'cseq') ?? '').replace('INVITE', 'ACK') },
    ],
    body: '',
  };
}

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

interface ClientState {
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
  if (input.type === 'timer') return onInviteTimer(state, input.timer);
  if (input.type === 'canceled') return onCanceled(state);
  if (input.type === 'abandoned') return { state, effects: [STOP_RETRANSMITTING] };
  if (input.type === 'disconnected') return onDisconnected(state);
  if (input.status < 200) return onProvisional(state);
  return input.status < 300 ? onSuccess(state) : onRefusal(state);
}

function start(state: ClientState): Step<ClientState> {
  const effects = [TRANSMIT, set('time-out', TRANSACTION_TIMEOUT_MS)];
  return { state, effects: state.isReliable ? effects : [...effects, set('retransmit', T1_MS)] };
}

function onInviteTimer(state: ClientState, timer: TimerName): Step<ClientState> {
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
