import type { Clock } from '../../../core/clock.ts';
import { headerOf, type SipRequest, type SipResponse } from '../message/sip-message.ts';
import { writeMessage } from '../message/write-message.ts';
import { type Flow, isReliable } from '../transport/flow.ts';
import { type ClientInput, type ClientState, newClient, stepClientInvite } from './client-invite.ts';
import { stepClientRequest } from './client-request.ts';
import { EffectRunner } from './effects.ts';

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
  readonly #bytes: Buffer;
  #state: ClientState;
  #response: SipResponse | null = null;
  #stopWatching: () => void = () => undefined;

  constructor(
    { request, flow, listener }: { request: SipRequest; flow: Flow; listener: ClientListener },
    { clock, ended }: { clock: Clock; ended: () => void },
  ) {
    this.request = request;
    this.flow = flow;
    this.#listener = listener;
    this.#bytes = writeMessage(request);
    this.#state = newClient(isReliable(flow));
    this.#effects = new EffectRunner(clock, {
      transmit: () => flow.send(this.#bytes),
      acknowledge: () => this.#acknowledge(),
      deliver: () => this.#deliver(),
      timedOut: () => this.#listener.timedOut(),
      disconnected: () => (listener.disconnected ?? listener.timedOut).call(listener),
      end: () => {
        this.#stopWatching();
        ended();
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
}

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
