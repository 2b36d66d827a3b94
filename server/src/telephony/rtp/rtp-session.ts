import { randomInt } from 'node:crypto';
import type { RemoteInfo, Socket } from 'node:dgram';
import { isIP } from 'node:net';
import type { Clock } from '../../core/clock.ts';
import { messageOf } from '../../core/errors.ts';
import type { SampleRateHz } from '../../voice/legs/media-leg.ts';
import type { RingingListener } from '../../voice/legs/outbound-route.ts';
import { OpusCodec } from './opus-codec.ts';
import { openPortPair, type PortPair, type PortRange } from './port-pair.ts';
import { createReceptionStatistics } from './reception-statistics.ts';
import { createRtcpExchange, type RtcpExchange } from './rtcp-exchange.ts';
import { CODEC_RATE_HZ } from './rtp-codec.ts';
import { isRtcp, parseRtp, type RtpPacket } from './rtp-packet.ts';
import type { RtpListener, RtpParameters } from './rtp-parameters.ts';
import { RtpReceiver } from './rtp-receiver.ts';
import { RtpSender } from './rtp-sender.ts';
import { createSourceLock, type SourceLock } from './source-lock.ts';
import { SrtpSession } from './srtp/srtp-session.ts';

const SILENT_MS = 30_000;
/** Silence timeout if the peer cannot send BYE. It is longer than the RTCP interval of peers with silence suppression. */
const SHORT_SILENT_MS = 15_000;
const CHECK_MS = 1000;
/** Packets of one second. */
const MAX_WAITING = 50;
const REPORT_EVERY_CHECKS = 5;

/** The RTP session of one call. Never throws for received packets; all methods do nothing after `close`. */
export interface RtpSession {
  /** Even RTP port. RTCP uses the next one. */
  readonly port: number;
  /** Sample rate of all frames: that of the first agreed codec, 8 kHz before `start`. Other codecs are resampled. */
  readonly sampleRateHz: SampleRateHz;
  /**
   * Receives before `start`, such as an announcement before the answer. Nothing is sent. Later parameters replace
   * earlier ones.
   * @param ringing receives frames at the sample rate of the codec
   */
  receiveEarly(parameters: RtpParameters, ringing: RingingListener): void;
  /** Starts sending and receiving. Positions count from now. Call once. */
  start(parameters: RtpParameters, listener: RtpListener): void;
  /** Applies renegotiated parameters: address, hold, payload types. */
  update(parameters: RtpParameters): void;
  /**
   * Sends 20 ms. The caller does the pacing.
   * @returns false if the frame was dropped for a hold or replaced by a key
   */
  send(frame: Int16Array): boolean;
  /**
   * Sends keys (0–9, *, #, A–D) in place of audio frames; `w` is a pause of half a second.
   * @returns true when sent, false if dropped because of a hold or the end of the session
   */
  sendDigits(digits: string): Promise<boolean>;
  /** Shortens the silence timeout and applies it during holds. Used if the peer can no longer send BYE. */
  shortenSilenceTimeout(): void;
  close(): void;
}

export interface RtpOptions {
  localAddress: string;
  portRange: PortRange;
  clock: Clock;
  /** Default: `OpusCodec.open`. */
  openOpus?: (rateHz: SampleRateHz) => Promise<OpusCodec>;
}

/** Opens a pair of ports. Rejects if none of the range is free or the address is not local. */
export async function openRtp(options: RtpOptions): Promise<RtpSession> {
  return new UdpSession(await openPortPair(options.localAddress, options.portRange), options);
}

interface Peer {
  parameters: RtpParameters;
  source: SourceLock;
}

class UdpSession implements RtpSession {
  readonly port: number;
  sampleRateHz: SampleRateHz = 8000;
  readonly #sockets: PortPair;
  readonly #clock: Clock;
  readonly #ended = new AbortController();
  readonly #statistics = createReceptionStatistics();
  readonly #srtp = new SrtpSession();
  readonly #sender: RtpSender;
  readonly #reports: RtcpExchange;
  readonly #openOpus: (rateHz: SampleRateHz) => Promise<OpusCodec>;
  #peer: Peer | null = null;
  #receiver: RtpReceiver | null = null;
  #isStarted = false;
  #opus: OpusCodec | null = null;
  /** Opus packets that wait for the codec, with the times of their arrival; null unless it is being loaded. */
  #waiting: { packet: RtpPacket; atMs: number }[] | null = null;
  /** Why Opus could not be loaded. */
  #opusFailure: string | null = null;
  #lost: (reason: string) => void = () => undefined;
  #lastReceivedMs = 0;
  #isSilenceShort = false;
  #releaseMs: number | null = null;

  constructor(
    sockets: PortPair,
    { clock, openOpus = (rateHz) => OpusCodec.open(rateHz) }: Pick<RtpOptions, 'clock' | 'openOpus'>,
  ) {
    this.port = sockets.port;
    this.#openOpus = openOpus;
    this.#sockets = sockets;
    this.#clock = clock;
    this.#sender = new RtpSender((packet) => {
      if (this.#peer === null) return;
      transmit(sockets.rtp, this.#srtp.protect(packet, 'rtp'), this.#peer.source.remote());
    });
    this.#reports = createRtcpExchange(clock, this.#sender, this.#statistics);
    sockets.rtp.on('message', (bytes, from) => {
      if (isRtcp(bytes)) this.#takeReport(bytes, from);
      else this.#take(bytes, from);
    });
    sockets.rtcp.on('message', (bytes, from) => this.#takeReport(bytes, from));
  }

  receiveEarly(parameters: RtpParameters, ringing: RingingListener): void {
    if (this.#isStarted || this.#ended.signal.aborted) return;
    const rateHz = CODEC_RATE_HZ[parameters.codec];
    const frame = (samples: Int16Array, atMs: number): void => ringing(samples, atMs, rateHz);
    this.#receive({ rateHz, startMs: 0 }, { frame, digit: () => undefined });
    this.#agree(parameters);
  }

  start(parameters: RtpParameters, listener: RtpListener): void {
    if (this.#isStarted || this.#ended.signal.aborted) return;
    this.#isStarted = true;
    this.#lastReceivedMs = this.#clock.monotonicMs();
    this.#lost = (reason) => listener.lost(reason);
    this.sampleRateHz = CODEC_RATE_HZ[parameters.codec];
    this.#receive({ rateHz: this.sampleRateHz, startMs: this.#lastReceivedMs }, listener);
    this.#agree(parameters);
    this.#watch(listener).catch(() => undefined);
  }

  update(parameters: RtpParameters): void {
    if (this.#isStarted && !this.#ended.signal.aborted) this.#agree(parameters);
  }

  send(frame: Int16Array): boolean {
    if (this.#ended.signal.aborted || this.#peer === null || !this.#isStarted) return false;
    const nowMs = this.#clock.monotonicMs();
    this.#receiver?.tick(nowMs);
    if (!this.#peer.parameters.sends) {
      this.#sender.skip();
      return false;
    }
    const isOut = this.#sender.send(frame);
    if (!isOut) this.#receiver?.sentTone(nowMs);
    return isOut;
  }

  sendDigits(digits: string): Promise<boolean> {
    const isMute = this.#ended.signal.aborted || this.#peer?.parameters.sends === false;
    return isMute ? Promise.resolve(false) : this.#sender.sendDigits(digits);
  }

  shortenSilenceTimeout(): void {
    this.#isSilenceShort = true;
  }

  close(): void {
    if (this.#ended.signal.aborted) return;
    this.#report(this.#reports.bye());
    this.#ended.abort();
    this.#sender.dropDigits();
    this.#freeOpus();
    closeAfterSending(this.#sockets.rtp);
    closeAfterSending(this.#sockets.rtcp);
  }

  #agree(parameters: RtpParameters): void {
    const { remoteAddress: address, remotePort: port } = parameters;
    const before = this.#peer;
    const isAuthentic = parameters.encryption != null;
    const isSameAddress =
      before?.parameters.remoteAddress === address && before.parameters.remotePort === port;
    const isSame = isSameAddress && (before.parameters.encryption != null) === isAuthentic;
    const previous = isSameAddress ? null : (before?.source.remote() ?? null);
    const agreed = { nowMs: this.#clock.monotonicMs(), previous, isAuthentic };
    const source = isSame ? before.source : createSourceLock({ address, port }, agreed);
    this.#peer = { parameters, source };
    this.#srtp.agree(parameters.encryption ?? null);
    if (before?.parameters.receives === false) this.#lastReceivedMs = this.#clock.monotonicMs();
    this.#sender.configure(parameters, this.sampleRateHz, this.#opus);
    if (!parameters.sends) this.#sender.dropDigits();
    this.#receiver?.setPayloadTypes(parameters.payloadTypes, parameters.ownTypes ?? null);
    if (parameters.opus !== undefined) this.#opus?.configure(parameters.opus);
    if (parameters.codec === 'opus') this.#requireOpus();
  }

  /** Starts a new receiver. @param startMs position 0 of its frames, by the monotonic clock */
  #receive(
    { rateHz, startMs }: { rateHz: SampleRateHz; startMs: number },
    listener: Pick<RtpListener, 'frame' | 'digit'>,
  ): void {
    this.#freeOpus();
    this.#receiver = new RtpReceiver(startMs, rateHz, listener);
  }

  /** Ends a call in Opus if the codec cannot be loaded. */
  #requireOpus(): void {
    if (this.#opusFailure === null) this.#needOpus();
    else this.#lost(this.#opusFailure);
  }

  /** Loads Opus once: if we send it, or with its first packet. */
  #needOpus(): void {
    const isKnown = this.#opus !== null || this.#waiting !== null || this.#opusFailure !== null;
    if (!isKnown && this.#receiver !== null) this.#loadOpus(this.#receiver).catch(() => undefined);
  }

  /** Meanwhile, received packets in Opus wait and none are sent. */
  async #loadOpus(receiver: RtpReceiver): Promise<void> {
    const waiting: { packet: RtpPacket; atMs: number }[] = [];
    this.#waiting = waiting;
    let opus: OpusCodec;
    try {
      opus = await this.#openOpus(receiver.rateHz);
    } catch (error) {
      if (this.#waiting !== waiting) return;
      this.#waiting = null;
      this.#opusFailure = `Opus could not be loaded: ${messageOf(error)}`;
      if (this.#peer?.parameters.codec === 'opus') this.#requireOpus();
      return;
    }
    // The session may have ended, or may have a new receiver.
    if (this.#waiting !== waiting || this.#peer === null) return opus.free();
    this.#waiting = null;
    this.#opus = opus;
    const { parameters } = this.#peer;
    if (parameters.opus !== undefined) opus.configure(parameters.opus);
    this.#sender.configure(parameters, this.sampleRateHz, opus);
    receiver.setOpus(opus);
    for (const { packet, atMs } of waiting) receiver.take(packet, atMs);
    this.#release(this.#clock.monotonicMs());
  }

  #freeOpus(): void {
    this.#opus?.free();
    this.#opus = null;
    this.#waiting = null;
    this.#opusFailure = null;
  }

  #take(bytes: Buffer, from: RemoteInfo): void {
    const clear = this.#peer === null ? null : this.#srtp.unprotect(bytes, 'rtp');
    const packet = clear === null ? null : parseRtp(clear);
    const nowMs = this.#clock.monotonicMs();
    if (packet === null || this.#peer?.source.accepts(from, packet, nowMs) !== true) return;
    this.#lastReceivedMs = nowMs;
    if (this.#receiver === null) return;
    this.#statistics.count(packet, nowMs, this.#receiver.clockPerMs(packet));
    const isOpus = this.#receiver.isOpus(packet);
    if (isOpus) this.#needOpus();
    if (!isOpus || this.#waiting === null) this.#receiver.take(packet, nowMs);
    else if (this.#waiting.length < MAX_WAITING) this.#waiting.push({ packet, atMs: nowMs });
    this.#release(nowMs);
  }

  /** Releases buffered packets in time, even if no other packet arrives. */
  #release(nowMs: number): void {
    const releaseMs = this.#receiver?.release(nowMs) ?? null;
    if (releaseMs === null || this.#releaseMs !== null) return;
    this.#releaseMs = releaseMs;
    const again = (): void => {
      this.#releaseMs = null;
      this.#release(this.#clock.monotonicMs());
    };
    this.#clock.sleep(releaseMs - nowMs, this.#ended.signal).then(again, () => undefined);
  }

  #takeReport(bytes: Buffer, from: RemoteInfo): void {
    if (this.#peer?.source.isPeer(from.address) !== true || !isRtcp(bytes)) return;
    const clear = this.#srtp.unprotect(bytes, 'rtcp');
    if (clear === null) return;
    this.#lastReceivedMs = this.#clock.monotonicMs();
    this.#reports.take(clear);
  }

  #report(bytes: Buffer): void {
    if (this.#peer === null || !this.#isStarted) return;
    const { remoteRtcpPort } = this.#peer.parameters;
    const remote = this.#peer.source.remote();
    const outgoing = this.#srtp.protect(bytes, 'rtcp');
    if (remoteRtcpPort === null) transmit(this.#sockets.rtp, outgoing, remote);
    else transmit(this.#sockets.rtcp, outgoing, { address: remote.address, port: remoteRtcpPort });
  }

  async #watch(listener: RtpListener): Promise<void> {
    let isSilent = false;
    for (let check = randomInt(REPORT_EVERY_CHECKS); !this.#ended.signal.aborted; check += 1) {
      await this.#clock.sleep(CHECK_MS, this.#ended.signal);
      if (check % REPORT_EVERY_CHECKS === 0) this.#report(this.#reports.report());
      const nowMs = this.#clock.monotonicMs();
      if (this.#peer?.parameters.receives === false && !this.#isSilenceShort) this.#lastReceivedMs = nowMs;
      const wasSilent = isSilent;
      const silentMs = this.#isSilenceShort ? SHORT_SILENT_MS : SILENT_MS;
      isSilent = nowMs - this.#lastReceivedMs >= silentMs;
      if (isSilent && !wasSilent) listener.lost(`No media arrived for ${silentMs / 1000} seconds.`);
    }
  }
}

/** Unspecified addresses. The system would send to this machine. */
const NOWHERE: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** Sends to IP addresses only. Host names are ignored, because they are invalid here. */
function transmit(socket: Socket, bytes: Buffer, to: { address: string; port: number }): void {
  if (isIP(to.address) === 0 || NOWHERE.has(to.address) || to.port < 1 || to.port > 65_535) return;
  // Send errors count as packet loss.
  socket.send(bytes, to.port, to.address);
}

/** Closes the socket in a later turn, because `send` is asynchronous and closing at once would drop the packet. */
function closeAfterSending(socket: Socket): void {
  socket.removeAllListeners('message');
  setImmediate(() => socket.close());
}
