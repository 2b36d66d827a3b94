import type { CallInstruction } from '../../providers/spec/call-carrier.ts';
import { type CallEnder, type ControlParts, createStreamControl } from './stream-control.ts';
import { type StartedStream, StreamLeg } from './stream-leg.ts';
import { type StreamAwaiter, StreamTokens } from './stream-tokens.ts';

/** The legs of all calls of a line that are up. */
export class StreamLegs {
  readonly tokens: StreamTokens;
  readonly #parts: ControlParts & { ender: CallEnder };
  readonly #streamUrl: (token: string) => string;
  readonly #legs = new Map<string, StreamLeg>();

  constructor(parts: ControlParts & { ender: CallEnder }, streamUrl: (token: string) => string) {
    this.tokens = new StreamTokens(parts.clock);
    this.#parts = parts;
    this.#streamUrl = streamUrl;
  }

  /** Has the carrier bring a call's sound to whoever waits for it. */
  streamTo(awaiter: StreamAwaiter, digits?: string): CallInstruction {
    const url = this.#streamUrl(this.tokens.issue(awaiter));
    return { kind: 'stream', url, parameters: {}, ...(digits === undefined ? {} : { digits }) };
  }

  open(stream: StartedStream, carrierCallId: string, over: () => void = () => undefined): StreamLeg {
    const again: StreamAwaiter = {
      carrierCallId: () => carrierCallId,
      arrived: (next) => leg.attach(next),
    };
    const control = createStreamControl(this.#parts, carrierCallId, (digits) => this.streamTo(again, digits));
    const onEnd = (): void => {
      this.#legs.delete(carrierCallId);
      over();
    };
    const leg = new StreamLeg(stream, { clock: this.#parts.clock, control, onEnd });
    this.#legs.set(carrierCallId, leg);
    return leg;
  }

  /** The carrier says that a call is over. */
  hungUp(carrierCallId: string): void {
    this.#legs.get(carrierCallId)?.remoteHungUp();
  }

  close(): void {
    for (const leg of [...this.#legs.values()]) leg.hangUp();
  }
}
