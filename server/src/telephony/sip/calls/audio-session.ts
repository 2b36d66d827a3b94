import { randomInt } from 'node:crypto';
import type { Clock } from '../../../core/clock.ts';
import type { PortRange } from '../../rtp/port-pair.ts';
import type { RtpListener } from '../../rtp/rtp-parameters.ts';
import { openRtp, type RtpSession } from '../../rtp/rtp-session.ts';
import { type AudioTerms, agreeOnAudio, rtpParameters } from '../sdp/audio-terms.ts';
import { parseSdp } from '../sdp/parse-sdp.ts';
import { type Direction, receives, sends } from '../sdp/session-description.ts';
import { answerTo, KEY_PAYLOAD_TYPE, type LocalAudio, writeAnswer, writeOffer } from '../sdp/write-sdp.ts';

export interface AudioOptions {
  /** What sockets are bound to. */
  boundAddress: string;
  portRange: PortRange;
  clock: Clock;
}

/** The audio of one call: what both sides offer and answer, and the packets that follow from it. */
export class AudioSession {
  readonly #rtp: RtpSession;
  readonly #listener: RtpListener;
  readonly #local: LocalAudio;
  #terms: AudioTerms | null = null;
  #remote: AudioTerms['remote'] = null;
  /** What our own descriptions call keys. */
  #keyType = KEY_PAYLOAD_TYPE;
  #described: string | null = null;

  private constructor(rtp: RtpSession, address: string, listener: RtpListener) {
    this.#rtp = rtp;
    this.#local = { address, port: rtp.port, sessionId: randomInt(1, 2 ** 31), version: 1 };
    // Music that is played to us while the person is away is not what the person says.
    const heard = (deliver: () => void): void => {
      if (this.isUp()) deliver();
    };
    this.#listener = {
      frame: (samples, positionMs) => heard(() => listener.frame(samples, positionMs)),
      digit: (digit) => heard(() => listener.digit(digit)),
      lost: (reason) => listener.lost(reason),
    };
  }

  /** Takes ports. Rejects where none are free. @param address what the peer is told */
  static async open(options: AudioOptions, address: string, listener: RtpListener): Promise<AudioSession> {
    // A socket for IPv6 alone reaches no peer of IPv4.
    const isMapped = options.boundAddress === '::' && !address.includes(':');
    const localAddress = isMapped ? '0.0.0.0' : options.boundAddress;
    const { portRange, clock } = options;
    return new AudioSession(await openRtp({ localAddress, portRange, clock }), address, listener);
  }

  /** Whether sound goes both ways: no hold. */
  isUp(): boolean {
    return this.#terms !== null && receives(this.#terms.direction) && sends(this.#terms.direction);
  }

  /** Whether the peer sends keys as RFC 4733 events. */
  hasKeyEvents(): boolean {
    return this.#terms?.payloadTypes.telephoneEvent != null;
  }

  /** Our description, for an INVITE, or an answer to one that brought none. */
  offer(): string {
    return this.#describe((local) => writeOffer(local, this.#direction(), this.#keyType));
  }

  /** Our description as the peer has it: nothing is to change (RFC 4028 7.4). */
  refresh(): string {
    const agreed = `a=${this.#direction()}\r\n`;
    return this.#described?.includes(agreed) === true ? this.#described : this.offer();
  }

  /** Takes the peer's answer to our offer. @returns false: nothing in common, and all stays as it was */
  takeAnswer(text: string): boolean {
    const description = parseSdp(text);
    const terms = description === null ? null : agreeOnAudio(description);
    if (terms === null) return false;
    this.#apply(terms);
    return true;
  }

  /** Answers the peer's offer; null: nothing in common, and all stays as it was. */
  answer(text: string): string | null {
    const description = parseSdp(text);
    const terms = description === null ? null : agreeOnAudio(description);
    if (description === null || terms === null) return null;
    this.#keyType = terms.payloadTypes.telephoneEvent ?? this.#keyType;
    this.#apply(terms);
    return this.#describe((local) => writeAnswer(local, description, terms));
  }

  send(frame: Int16Array): void {
    this.#rtp.send(frame);
  }

  sendDigits(digits: string): Promise<void> {
    return this.#rtp.sendDigits(digits);
  }

  close(): void {
    this.#rtp.close();
  }

  #apply(terms: AudioTerms): void {
    const isFirst = this.#terms === null;
    this.#terms = terms;
    this.#remote = terms.remote ?? this.#remote;
    const parameters = { ...rtpParameters(terms, this.#remote), ownTelephoneEvent: this.#keyType };
    if (isFirst) this.#rtp.start(parameters, this.#listener);
    else this.#rtp.update(parameters);
  }

  #direction(): Direction {
    return this.#terms === null ? 'sendrecv' : answerTo(this.#terms.direction);
  }

  /** A version says that something is new (RFC 3264 8). */
  #describe(write: (local: LocalAudio) => string): string {
    const before = this.#described;
    if (before !== null && write(this.#local) !== before) this.#local.version += 1;
    this.#described = write(this.#local);
    return this.#described;
  }
}
