import { randomInt } from 'node:crypto';
import { isIP } from 'node:net';
import type { Clock } from '../../../core/clock.ts';
import type { SampleRateHz } from '../../../voice/legs/media-leg.ts';
import type { RingingListener } from '../../../voice/legs/outbound-route.ts';
import type { PortRange } from '../../rtp/port-pair.ts';
import type { RtpListener, RtpParameters } from '../../rtp/rtp-parameters.ts';
import { openRtp, type RtpSession } from '../../rtp/rtp-session.ts';
import { randomKey, SUITE_NAMES } from '../../rtp/srtp/session-keys.ts';
import {
  ALL_CODECS,
  type AudioTerms,
  agreeOnAudio,
  type CodecName,
  OWN_TYPES,
  rtpParameters,
  typesAfter,
} from '../sdp/audio-terms.ts';
import type { CryptoLine } from '../sdp/crypto-attribute.ts';
import { parseSdp } from '../sdp/parse-sdp.ts';
import { type Direction, receives, type SessionDescription, sends } from '../sdp/session-description.ts';
import { answerTo, type Described, type LocalAudio, writeAnswer, writeOffer } from '../sdp/write-sdp.ts';
import type { RefusalOf } from '../transport/reach-guard.ts';

export interface AudioOptions {
  boundAddress: string;
  portRange: PortRange;
  clock: Clock;
  refusalOf: RefusalOf;
  /** In the order in which we offer them; default: all. */
  codecs?: readonly CodecName[];
  /** True if SRTP is required for the whole call. */
  isEncrypted?: boolean;
}

export interface AudioListener extends RtpListener {
  /** Called when the peer has put the call on hold or resumed it. */
  held(isHeld: boolean): void;
}

interface AudioPeer {
  localAddress: string;
  flow: { remoteAddress: string };
}

interface About {
  path: AudioPeer;
  options: AudioOptions;
}

/** The audio of one call: SDP offers and answers (RFC 3264) and the RTP session they configure. */
export class AudioSession {
  readonly #rtp: RtpSession;
  readonly #listener: RtpListener;
  readonly #held: (isHeld: boolean) => void;
  readonly #local: LocalAudio;
  readonly #mayReach: (address: string) => boolean;
  readonly mustEncrypt: boolean;
  readonly #codecs: readonly CodecName[];
  /** The signaling peer, to whose address audio may always be sent. */
  #peerAddress: string;
  #terms: AudioTerms | null = null;
  #remote: AudioTerms['remote'] = null;
  /** Payload types in our descriptions. */
  #types = OWN_TYPES;
  #described: string | null = null;
  /** True until media is negotiated with a peer that took over. */
  #isPeerNew = false;
  #before: Described | null = null;

  private constructor(rtp: RtpSession, { path, options }: About, listener: AudioListener) {
    this.#rtp = rtp;
    this.#peerAddress = path.flow.remoteAddress;
    this.#mayReach = (address) =>
      address === this.#peerAddress || (isIP(address) !== 0 && options.refusalOf(address) === null);
    this.mustEncrypt = options.isEncrypted === true;
    this.#codecs = options.codecs ?? ALL_CODECS;
    const sessionId = randomInt(1, 2 ** 31);
    const crypto = this.mustEncrypt ? offeredKeys() : [];
    this.#local = { address: path.localAddress, port: rtp.port, sessionId, version: 1, crypto };
    this.#held = (isHeld) => listener.held(isHeld);
    // Audio during a hold is music, not speech.
    const unlessOnHold = (deliver: () => void): void => {
      if (this.isUp()) deliver();
    };
    this.#listener = {
      frame: (samples, positionMs) => unlessOnHold(() => listener.frame(samples, positionMs)),
      digit: (digit, by) => unlessOnHold(() => listener.digit(digit, by)),
      lost: (reason) => listener.lost(reason),
    };
  }

  /** Opens RTP ports; rejects if none are free. @param path to the peer; its local address goes into our SDP */
  static async open(options: AudioOptions, path: AudioPeer, listener: AudioListener): Promise<AudioSession> {
    // An IPv6-only socket cannot reach an IPv4 peer.
    const isMapped = options.boundAddress === '::' && !path.localAddress.includes(':');
    const localAddress = isMapped ? '0.0.0.0' : options.boundAddress;
    const { portRange, clock } = options;
    const rtp = await openRtp({ localAddress, portRange, clock });
    return new AudioSession(rtp, { path, options }, listener);
  }

  /** Sample rate of all frames; known once the audio is agreed. */
  get sampleRateHz(): SampleRateHz {
    return this.#rtp.sampleRateHz;
  }

  /** True after an offer and answer with the current peer. */
  isAgreed(): boolean {
    return this.#terms !== null && !this.#isPeerNew;
  }

  /** True if audio flows in both directions. */
  isUp(): boolean {
    return this.#terms !== null && receives(this.#terms.direction) && sends(this.#terms.direction);
  }

  /** True if the peer has put the call on hold, with or without music. */
  isHeld(): boolean {
    return this.#terms !== null && !receives(this.#terms.direction);
  }

  /** True if RFC 4733 telephone events were negotiated. */
  hasTelephoneEvents(): boolean {
    const types = this.#terms?.payloadTypes;
    return types?.telephoneEvent != null || types?.telephoneEvent48 != null;
  }

  /**
   * Our offer for an INVITE, or for the 2xx to an INVITE without one. Offers `sendrecv` even during a hold:
   * a peer that asks for an offer ends the hold it started (RFC 3261 14.2).
   */
  offer(): string {
    return this.#offer('sendrecv');
  }

  /** Our unchanged description for a session refresh (RFC 4028 7.4). */
  refresh(): string {
    const agreed = `a=${this.#direction()}\r\n`;
    return this.#described?.includes(agreed) === true ? this.#described : this.#offer(this.#direction());
  }

  /** Applies the peer's answer to our offer. @returns false if it is not acceptable; nothing changes then */
  takeAnswer(text: string): boolean {
    const answer = this.#readAnswer(text);
    if (answer === null) return false;
    const { description, terms } = answer;
    this.#local.crypto = answer.crypto;
    this.#before = { description, mediaIndex: terms.mediaIndex };
    this.#apply(terms);
    return true;
  }

  /** Receives the audio before the answer that a provisional response describes, unless it is not acceptable. */
  receiveEarly(text: string, ringing: RingingListener): void {
    const early = this.#terms === null ? this.#readAnswer(text) : null;
    if (early === null) return;
    const { terms, crypto } = early;
    this.#rtp.receiveEarly(
      this.#parameters(terms, { remote: this.#reachable(terms.remote), crypto }),
      ringing,
    );
  }

  /** Answers the peer's offer; null if it is not acceptable. In that case nothing changes. */
  answer(text: string): string | null {
    const offer = this.#readOffer(text);
    if (offer === null) return null;
    const { description, terms } = offer;
    const media = description.media[terms.mediaIndex];
    if (media !== undefined) this.#types = typesAfter(this.#types, media, terms);
    this.#local.crypto = this.#answering(terms);
    this.#before = { description, mediaIndex: terms.mediaIndex };
    this.#apply(terms);
    return this.#describe((local) => writeAnswer(local, description, terms));
  }

  /**
   * Continues with another peer, whose INVITE replaces the dialog (RFC 3891). Returns our answer, or our offer if it
   * has none; null if its offer is not acceptable. In that case nothing changes.
   */
  replacePeer({ localAddress, flow }: AudioPeer, text: string): string | null {
    const isOffer = text.trim() !== '';
    const isReachable = isIP(localAddress) === isIP(this.#local.address);
    if (!isReachable || (isOffer && this.#readOffer(text) === null)) return null;
    this.#peerAddress = flow.remoteAddress;
    this.#local.address = localAddress;
    // The previous peer knows our key.
    this.#local.crypto = this.mustEncrypt ? offeredKeys() : [];
    this.#before = null;
    this.#isPeerNew = true;
    return isOffer ? this.answer(text) : this.offer();
  }

  send(frame: Int16Array): boolean {
    return this.#rtp.send(frame);
  }

  /** @returns false if the digits were dropped because of a hold or the end of the call */
  sendDigits(digits: string): Promise<boolean> {
    return this.#rtp.sendDigits(digits);
  }

  /** Used when the signaling path is lost, because the peer then cannot send a BYE. */
  shortenSilenceTimeout(): void {
    this.#rtp.shortenSilenceTimeout();
  }

  close(): void {
    this.#rtp.close();
  }

  /** Null if the answer to our offer is not acceptable. @returns with the one of our keys that it selects */
  #readAnswer(
    text: string,
  ): { description: SessionDescription; terms: AudioTerms; crypto: LocalAudio['crypto'] } | null {
    const description = parseSdp(text);
    const terms =
      description === null ? null : agreeOnAudio(description, { codecs: this.#codecs, isAnswer: true });
    if (description === null || terms === null) return null;
    const crypto = this.#offered(terms);
    return crypto === null || this.#isOurs(terms) ? null : { description, terms, crypto };
  }

  /** Null if the offer is not acceptable. */
  #readOffer(text: string): { description: SessionDescription; terms: AudioTerms } | null {
    const description = parseSdp(text);
    if (description === null) return null;
    const terms = agreeOnAudio(description, { mustEncrypt: this.mustEncrypt, codecs: this.#codecs });
    return terms === null || this.#isOurs(terms) ? null : { description, terms };
  }

  #apply(terms: AudioTerms): void {
    const isFirst = this.#terms === null;
    this.#isPeerNew = false;
    const wasHeld = this.isHeld();
    this.#terms = terms;
    this.#remote = this.#reachable(terms.remote) ?? this.#remote;
    const parameters = this.#parameters(terms, { remote: this.#remote, crypto: this.#local.crypto });
    if (isFirst) this.#rtp.start(parameters, this.#listener);
    else this.#rtp.update(parameters);
    if (this.isHeld() !== wasHeld) this.#held(!wasHeld);
  }

  #parameters(
    terms: AudioTerms,
    { remote, crypto }: { remote: AudioTerms['remote']; crypto: LocalAudio['crypto'] },
  ): RtpParameters {
    const [ours] = crypto;
    const encryption =
      terms.crypto === null || ours === undefined ? null : { ours: ours.key, theirs: terms.crypto.key };
    return { ...rtpParameters(terms, remote), ownTypes: this.#types, encryption };
  }

  /** Replaces a disallowed media address by the signaling peer's address; symmetric RTP corrects it later. */
  #reachable(remote: AudioTerms['remote']): AudioTerms['remote'] {
    if (remote === null || this.#mayReach(remote.address)) return remote;
    return { ...remote, address: this.#peerAddress };
  }

  /** Rejects a peer that uses our own key: it could replay our packets to us. */
  #isOurs({ crypto }: AudioTerms): boolean {
    return (
      crypto !== null && this.#local.crypto.some(({ key }) => Buffer.compare(crypto.key.key, key.key) === 0)
    );
  }

  /**
   * Our key that an answer selects; none for plain RTP. Null if we did not offer it, or if it adds or
   * removes encryption.
   */
  #offered({ crypto }: AudioTerms): LocalAudio['crypto'] | null {
    if (crypto === null) return this.#local.crypto.length === 0 ? [] : null;
    const ours = this.#local.crypto.find(({ tag }) => tag === crypto.tag);
    return ours?.key.suite === crypto.key.suite ? [ours] : null;
  }

  /** Our key for an answer. A key in use is kept, because its packet indexes continue. */
  #answering({ crypto }: AudioTerms): LocalAudio['crypto'] {
    if (crypto === null) return [];
    const { suite } = crypto.key;
    const known = this.#local.crypto.find(({ key }) => key.suite === suite);
    return [{ tag: crypto.tag, key: known?.key ?? randomKey(suite) }];
  }

  #offer(direction: Direction): string {
    const about = {
      direction,
      types: this.#types,
      before: this.#before,
      codecs: this.#codecs,
    };
    return this.#describe((local) => writeOffer(local, about));
  }

  #direction(): Direction {
    return this.#terms === null ? 'sendrecv' : answerTo(this.#terms.direction);
  }

  /** Increments the version only when the description changes (RFC 3264 8). */
  #describe(write: (local: LocalAudio) => string): string {
    const before = this.#described;
    if (before !== null && write(this.#local) !== before) this.#local.version += 1;
    this.#described = write(this.#local);
    return this.#described;
  }
}

function offeredKeys(): CryptoLine[] {
  return SUITE_NAMES.map((suite, index) => ({ tag: String(index + 1), key: randomKey(suite) }));
}
