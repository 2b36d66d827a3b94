import type { CallInstruction } from '../../providers/interfaces/call-carrier.ts';
import { type CallEnder, type ControlDeps, createStreamControl } from './stream-control.ts';
import { type StartedStream, StreamLeg } from './stream-leg.ts';
import { type StreamAwaiter, StreamTokens } from './stream-tokens.ts';

export interface StreamUrls {
  /** URL at which the carrier requests instructions for a call. */
  answer(attemptId: string): string;
  /** URL of the stream: `wss`, or `ws` without TLS. */
  stream(token: string): string;
}

export interface OpenedCall {
  carrierCallId: string;
  attemptId: string;
  over?(): void;
}

/** Media legs of all connected calls of a carrier. */
export class StreamLegs {
  readonly tokens: StreamTokens;
  readonly #deps: ControlDeps & { ender: CallEnder };
  readonly #urls: StreamUrls;
  readonly #legs = new Map<string, { leg: StreamLeg; nextStream(): CallInstruction }>();

  constructor(deps: ControlDeps & { ender: CallEnder }, urls: StreamUrls) {
    this.tokens = new StreamTokens(deps.clock);
    this.#deps = deps;
    this.#urls = urls;
  }

  /**
   * Instruction to open a media stream.
   * @param attemptId for the URL that the carrier requests when the stream breaks
   */
  streamTo(awaiter: StreamAwaiter, attemptId: string, digits?: string): CallInstruction {
    const url = this.#urls.stream(this.tokens.issue(awaiter));
    const againUrl = this.#urls.answer(attemptId);
    return { kind: 'stream', url, againUrl, ...(digits === undefined ? {} : { digits }) };
  }

  open(stream: StartedStream, { carrierCallId, attemptId, over = () => undefined }: OpenedCall): StreamLeg {
    const again: StreamAwaiter = {
      carrierCallId: () => carrierCallId,
      arrived: (next) => leg.attach(next),
    };
    const nextStream = (digits?: string): CallInstruction => this.streamTo(again, attemptId, digits);
    const control = createStreamControl(this.#deps, carrierCallId, nextStream);
    const onEnd = (): void => {
      this.#legs.delete(carrierCallId);
      over();
    };
    const leg = new StreamLeg(stream, { clock: this.#deps.clock, control, onEnd });
    this.#legs.set(carrierCallId, { leg, nextStream });
    return leg;
  }

  hungUp(carrierCallId: string): void {
    this.#legs.get(carrierCallId)?.leg.remoteHungUp();
  }

  /** Instruction after the stream of a call broke; null if the call has ended. */
  streamAgain(carrierCallId: string): CallInstruction | null {
    return this.#legs.get(carrierCallId)?.nextStream() ?? null;
  }

  close(): void {
    for (const { leg } of [...this.#legs.values()]) leg.hangUp();
  }
}
