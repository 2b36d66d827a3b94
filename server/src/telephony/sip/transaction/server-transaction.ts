import type { Clock } from '../../../core/clock.ts';
import type { Envelope } from '../message/envelope.ts';
import { makeResponse, type ResponseContent } from '../message/make-response.ts';
import type { SipRequest } from '../message/sip-message.ts';
import { writeMessage } from '../message/write-message.ts';
import { type Flow, isReliable } from '../transport/flow.ts';
import { EffectRunner } from './effects.ts';
import { newServer, type ServerInput, type ServerState, stepServerInvite } from './server-invite.ts';
import { stepServerRequest } from './server-request.ts';

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

  constructor(incoming: Incoming, { clock, ended }: { clock: Clock; ended: () => void }) {
    this.incoming = incoming;
    this.#state = newServer(isReliable(incoming.flow));
    this.#effects = new EffectRunner(clock, {
      transmit: () => this.#transmit(),
      acknowledge: () => undefined,
      deliver: () => undefined,
      timedOut: () => this.listener?.timedOut(),
      disconnected: () => undefined,
      end: ended,
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
