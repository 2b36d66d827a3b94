import { randomBytes, randomInt } from 'node:crypto';
import { isIP } from 'node:net';
import type { Clock } from '../../../core/clock.ts';
import type { PortRange } from '../../rtp/port-pair.ts';
import type { Encryption, RtpListener } from '../../rtp/rtp-parameters.ts';
import { openRtp, type RtpSession } from '../../rtp/rtp-session.ts';
import { KEY_BYTES, type MasterKey, SALT_BYTES } from '../../rtp/srtp/session-keys.ts';
import { type AudioTerms, agreeOnAudio, rtpParameters } from '../sdp/audio-terms.ts';
import { parseSdp } from '../sdp/parse-sdp.ts';
import { type Direction, receives, sends } from '../sdp/session-description.ts';
import {
  answerTo,
  type Described,
  KEY_PAYLOAD_TYPE,
  type LocalAudio,
  writeAnswer,
  writeOffer,
} from '../sdp/write-sdp.ts';
import type { RefusalOf } from '../transport/reach-guard.ts';

export interface AudioOptions {
  /** What sockets are bound to. */
  boundAddress: string;
  portRange: PortRange;
  clock: Clock;
  refusalOf: RefusalOf;
  /** Whether audio is encrypted, or there is none: nobody takes such a call into the clear later. */
  isEncrypted?: boolean;
}

export interface AudioListener extends RtpListener {
  /** The peer does not take our sound any more, or takes it again; told when it changes. */
  held(isHeld: boolean): void;
}

/** What is to be known of a way to the peer. */
interface Place {
  localAddress: string;
  flow: { remoteAddress: string };
}

interface About {
  way: Place;
  options: AudioOptions;
}

/** The audio of one call: what both sides offer and answer, and the packets that follow from it. */
export class AudioSession {
  readonly #rtp: RtpSession;
  readonly #listener: RtpListener;
  readonly #held: (isHeld: boolean) => void;
  readonly #local: LocalAudio;
  readonly #mayReach: (address: string) => boolean;
  readonly #mustEncrypt: boolean;
  /** Who speaks for the peer, whose own address its sound may always go to. */
  readonly #peerAddress: string;
  #terms: AudioTerms | null = null;
  #remote: AudioTerms['remote'] = null;
  /** What our own descriptions call keys. */
  #keyType = KEY_PAYLOAD_TYPE;
  #described: string | null = null;
  /** What the peer described last. */
  #before: Described | null = null;

  private constructor(rtp: RtpSession, { way, options }: About, listener: AudioListener) {
    this.#rtp = rtp;
    this.#peerAddress = way.flow.remoteAddress;
    this.#mayReach = (address) =>
      address === this.#peerAddress || (isIP(address) !== 0 && options.refusalOf(address) === null);
    this.#mustEncrypt = options.isEncrypted === true;
    const sessionId = randomInt(1, 2 ** 31);
    const crypto = this.#mustEncrypt ? { tag: '1', key: newKey() } : null;
    this.#local = { address: way.localAddress, port: rtp.port, sessionId, version: 1, crypto };
    this.#held = (isHeld) => listener.held(isHeld);
    // Music that is played to us while the person is away is not what the person says.
    const heard = (deliver: () => void): void => {
      if (this.isUp()) deliver();
    };
    this.#listener = {
      frame: (samples, positionMs) => heard(() => listener.frame(samples, positionMs)),
      digit: (digit, by) => heard(() => listener.digit(digit, by)),
      lost: (reason) => listener.lost(reason),
    };
  }

  /** Takes ports. Rejects where none are free. @param way to the peer, which is told our address there */
  static async open(options: AudioOptions, way: Place, listener: AudioListener): Promise<AudioSession> {
    // A socket for IPv6 alone reaches no peer of IPv4.
    const isMapped = options.boundAddress === '::' && !way.localAddress.includes(':');
    const localAddress = isMapped ? '0.0.0.0' : options.boundAddress;
    const { portRange, clock } = options;
    const rtp = await openRtp({ localAddress, portRange, clock });
    return new AudioSession(rtp, { way, options }, listener);
  }

  /** Whether sound goes both ways: no hold. */
  isUp(): boolean {
    return this.#terms !== null && receives(this.#terms.direction) && sends(this.#terms.direction);
  }

  /** Whether the peer does not take our sound: it may play music meanwhile, and may not. */
  isHeld(): boolean {
    return this.#terms !== null && !receives(this.#terms.direction);
  }

  /** Whether the peer sends keys as RFC 4733 events. */
  hasKeyEvents(): boolean {
    return this.#terms?.payloadTypes.telephoneEvent != null;
  }

  /**
   * Our description, for an INVITE, or an answer to one that brought none. Whoever has put us on hold takes us back by asking
   * for it: the hold is theirs to say, and theirs to end (RFC 3261 14.2).
   */
  offer(): string {
    return this.#offer('sendrecv');
  }

  /** Our description as the peer has it: nothing is to change (RFC 4028 7.4). */
  refresh(): string {
    const agreed = `a=${this.#direction()}\r\n`;
    return this.#described?.includes(agreed) === true ? this.#described : this.#offer(this.#direction());
  }

  /** Takes the peer's answer to our offer. @returns false: nothing in common, and all stays as it was */
  takeAnswer(text: string): boolean {
    const description = parseSdp(text);
    const terms = description === null ? null : agreeOnAudio(description);
    if (description === null || terms === null) return false;
    // Whoever takes the key out of what we offered, or puts one in, has not answered it.
    if (terms.crypto?.tag !== this.#local.crypto?.tag || this.#isOurs(terms)) return false;
    this.#before = { description, place: terms.place };
    this.#apply(terms);
    return true;
  }

  /** Answers the peer's offer; null: nothing in common, and all stays as it was. */
  answer(text: string): string | null {
    const description = parseSdp(text);
    const mustEncrypt = this.#mustEncrypt;
    const terms = description === null ? null : agreeOnAudio(description, { mustEncrypt });
    if (description === null || terms === null || this.#isOurs(terms)) return null;
    this.#keyType = terms.payloadTypes.telephoneEvent ?? this.#keyType;
    const key = this.#local.crypto?.key ?? newKey();
    this.#local.crypto = terms.crypto === null ? null : { tag: terms.crypto.tag, key };
    this.#before = { description, place: terms.place };
    this.#apply(terms);
    return this.#describe((local) => writeAnswer(local, description, terms));
  }

  send(frame: Int16Array): boolean {
    return this.#rtp.send(frame);
  }

  /** False: they will not be out any more. */
  sendDigits(digits: string): Promise<boolean> {
    return this.#rtp.sendDigits(digits);
  }

  /** Nobody can tell us any more that the peer is gone. */
  listenClosely(): void {
    this.#rtp.listenClosely();
  }

  close(): void {
    this.#rtp.close();
  }

  #apply(terms: AudioTerms): void {
    const isFirst = this.#terms === null;
    const wasHeld = this.isHeld();
    this.#terms = terms;
    this.#remote = this.#reachable(terms.remote) ?? this.#remote;
    const parameters = {
      ...rtpParameters(terms, this.#remote),
      ownTelephoneEvent: this.#keyType,
      encryption: this.#encryption(terms),
    };
    if (isFirst) this.#rtp.start(parameters, this.#listener);
    else this.#rtp.update(parameters);
    if (this.isHeld() !== wasHeld) this.#held(!wasHeld);
  }

  /** A peer that may not have its sound sent where it says gets it where it speaks from, until its own shows a better place. */
  #reachable(remote: AudioTerms['remote']): AudioTerms['remote'] {
    if (remote === null || this.#mayReach(remote.address)) return remote;
    return { ...remote, address: this.#peerAddress };
  }

  /** A peer that encrypts with our own key: our packets, sent back to us, would be its words. */
  #isOurs({ crypto }: AudioTerms): boolean {
    const ours = this.#local.crypto;
    return crypto !== null && ours !== null && Buffer.compare(crypto.key.key, ours.key.key) === 0;
  }

  #encryption({ crypto }: AudioTerms): Encryption | null {
    const ours = this.#local.crypto;
    return crypto === null || ours === null ? null : { ours: ours.key, theirs: crypto.key };
  }

  #offer(direction: Direction): string {
    const about = { direction, keyPayloadType: this.#keyType, before: this.#before };
    return this.#describe((local) => writeOffer(local, about));
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

function newKey(): MasterKey {
  return { key: randomBytes(KEY_BYTES), salt: randomBytes(SALT_BYTES), identifierBytes: 0 };
}
