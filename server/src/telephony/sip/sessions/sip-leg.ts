import type {
  KeysOutcome,
  LegListener,
  MediaLeg,
  SampleRateHz,
  TransferOutcome,
} from '../../../voice/legs/media-leg.ts';
import type { AudioSession } from './audio-session.ts';
import type { EstablishedCall } from './established-call.ts';
import type { LegInbox } from './leg-inbox.ts';

export class SipLeg implements MediaLeg {
  readonly kind = 'sip';
  readonly sampleRateHz: SampleRateHz;
  readonly #call: EstablishedCall;
  readonly #audio: AudioSession;
  readonly #inbox: LegInbox;
  readonly #addressOf: (target: string) => string | null;

  /** @param addressOf returns the SIP URI of a transfer target; null if the peer cannot call it */
  constructor({
    call,
    audio,
    inbox,
    addressOf,
  }: {
    call: EstablishedCall;
    audio: AudioSession;
    inbox: LegInbox;
    addressOf: (target: string) => string | null;
  }) {
    this.sampleRateHz = audio.sampleRateHz;
    this.#call = call;
    this.#audio = audio;
    this.#inbox = inbox;
    this.#addressOf = addressOf;
  }

  start(listener: LegListener): void {
    this.#inbox.open(listener);
  }

  send(frame: Int16Array): boolean {
    return this.#audio.send(frame);
  }

  /** Frames are sent immediately. */
  unplayedMs(): number {
    return 0;
  }

  clear(): number {
    return 0;
  }

  async sendDigits(digits: string): Promise<KeysOutcome> {
    if (await this.#audio.sendDigits(digits)) return { kind: 'pressed' };
    const isHeld = !this.#inbox.isEnded && this.#audio.isHeld();
    return {
      kind: 'refused',
      reason: isHeld ? 'The other side has put the call on hold.' : 'The call is over.',
    };
  }

  async transfer(target: string, signal: AbortSignal): Promise<TransferOutcome> {
    const address = this.#addressOf(target);
    // We may be able to call a target that the peer cannot.
    if (address === null) return { kind: 'untried' };
    return this.#call.transfer(address, signal);
  }

  hangUp(): void {
    this.#call.hangUp();
  }

  pendingHangUp(): string | null {
    return this.#call.pendingHangUp();
  }
}
