import type {
  KeysOutcome,
  LegListener,
  MediaLeg,
  SampleRateHz,
  TransferOutcome,
} from '../../../voice/legs/media-leg.ts';
import type { RequestHeaders } from '../../../voice/legs/request-headers.ts';
import type { AudioSession } from './audio-session.ts';
import type { EstablishedCall } from './established-call.ts';
import type { LegInbox } from './leg-inbox.ts';
import type { ReferralTo } from './referral.ts';

export class SipLeg implements MediaLeg {
  readonly kind = 'sip';
  readonly sampleRateHz: SampleRateHz;
  readonly #call: EstablishedCall;
  readonly #audio: AudioSession;
  readonly #inbox: LegInbox;
  readonly #referralTo: ReferralTo;

  constructor({
    call,
    audio,
    inbox,
    referralTo,
  }: {
    call: EstablishedCall;
    audio: AudioSession;
    inbox: LegInbox;
    referralTo: ReferralTo;
  }) {
    this.sampleRateHz = audio.sampleRateHz;
    this.#call = call;
    this.#audio = audio;
    this.#inbox = inbox;
    this.#referralTo = referralTo;
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

  async transfer(target: string, signal: AbortSignal, headers?: RequestHeaders): Promise<TransferOutcome> {
    const referral = this.#referralTo(target, headers);
    // We may be able to call a target that the peer cannot.
    if (referral === null) return { kind: 'untried' };
    return this.#call.transfer(referral, signal);
  }

  hangUp(): void {
    this.#call.hangUp();
  }

  pendingHangUp(): string | null {
    return this.#call.pendingHangUp();
  }

  whenReplaced(replaced: () => void): void {
    this.#call.whenReplaced(replaced);
  }
}
