import { randomInt } from 'node:crypto';
import type { RemoteInfo, Socket } from 'node:dgram';
import { isIP } from 'node:net';
import type { Clock } from '../../core/clock.ts';
import { openPortPair, type PortPair, type PortRange } from './port-pair.ts';
import { createReceptionStatistics } from './reception-statistics.ts';
import { createRtcpExchange, type RtcpExchange } from './rtcp-exchange.ts';
import { isRtcp, parseRtp } from './rtp-packet.ts';
import type { RtpListener, RtpParameters } from './rtp-parameters.ts';
import { RtpReceiver } from './rtp-receiver.ts';
import { RtpSender } from './rtp-sender.ts';
import { createSourceLock, type SourceLock } from './source-lock.ts';
import { PacketGuard } from './srtp/packet-guard.ts';

/** With nothing from the peer for so long, it is gone. */
const SILENT_MS = 30_000;
/** Where it cannot say that it hangs up: longer than those pause who send nothing while they are silent, but for reports. */
const CUT_OFF_MS = 15_000;
const CHECK_MS = 1000;
const REPORT_EVERY_CHECKS = 5;

/** The media of one call. Nothing throws for what the peer sends; after `close` every method does nothing. */
export interface RtpSession {
  /** Even; RTCP has the next. */
  readonly port: number;
  /** Begins to send and to listen: positions count from here. Called once. */
  start(parameters: RtpParameters, listener: RtpListener): void;
  /** What was agreed on anew: another address, hold, other payload types. */
  update(parameters: RtpParameters): void;
  /** The next 20 ms at 8 kHz; whoever calls this keeps the time. @returns whether it goes out: no hold, no key in its place */
  send(frame: Int16Array): boolean;
  /**
   * 0–9, *, #, A–D, and `w` for half a second; takes the place of frames that are sent meanwhile. True when out; what
   * is not out when a hold begins, or the session is closed, or comes while nothing is sent, is dropped at once: false.
   */
  sendDigits(digits: string): Promise<boolean>;
  /** From now on the peer is gone sooner where nothing arrives, also during a hold: it cannot say so by any other way. */
  listenClosely(): void;
  close(): void;
}

/** Takes a pair of ports. Rejects when none of the range is free, or the address is none of this machine. */
export async function openRtp(options: {
  localAddress: string;
  portRange: PortRange;
  clock: Clock;
}): Promise<RtpSession> {
  return new UdpSession(await openPortPair(options.localAddress, options.portRange), options.clock);
}

interface Peer {
  parameters: RtpParameters;
  source: SourceLock;
}

class UdpSession implements RtpSession {
  readonly port: number;
  readonly #sockets: PortPair;
  readonly #clock: Clock;
  readonly #ended = new AbortController();
  readonly #statistics = createReceptionStatistics();
  readonly #guard = new PacketGuard();
  readonly #sender: RtpSender;
  readonly #reports: RtcpExchange;
  #peer: Peer | null = null;
  #receiver: RtpReceiver | null = null;
  #heardMs = 0;
  #isCutOff = false;
  #releaseMs: number | null = null;

  constructor(sockets: PortPair, clock: Clock) {
    this.port = sockets.port;
    this.#sockets = sockets;
    this.#clock = clock;
    this.#sender = new RtpSender((packet) => {
      if (this.#peer === null) return;
      transmit(sockets.rtp, this.#guard.seal(packet, 'rtp'), this.#peer.source.remote());
    });
    this.#reports = createRtcpExchange(clock, this.#sender, this.#statistics);
    sockets.rtp.on('message', (bytes, from) => {
      if (isRtcp(bytes)) this.#takeReport(bytes, from);
      else this.#take(bytes, from);
    });
    sockets.rtcp.on('message', (bytes, from) => this.#takeReport(bytes, from));
  }

  start(parameters: RtpParameters, listener: RtpListener): void {
    if (this.#receiver !== null || this.#ended.signal.aborted) return;
    this.#heardMs = this.#clock.monotonicMs();
    this.#receiver = new RtpReceiver(this.#heardMs, listener);
    this.#agree(parameters);
    this.#watch(listener).catch(() => undefined);
  }

  update(parameters: RtpParameters): void {
    if (this.#receiver !== null && !this.#ended.signal.aborted) this.#agree(parameters);
  }

  send(frame: Int16Array): boolean {
    if (this.#ended.signal.aborted || this.#peer === null) return false;
    const nowMs = this.#clock.monotonicMs();
    this.#receiver?.tick(nowMs);
    if (!this.#peer.parameters.sends) {
      this.#sender.skip(frame);
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

  listenClosely(): void {
    this.#isCutOff = true;
  }

  close(): void {
    if (this.#ended.signal.aborted) return;
    this.#report(this.#reports.bye());
    this.#ended.abort();
    this.#sender.dropDigits();
    closeAfterSending(this.#sockets.rtp);
    closeAfterSending(this.#sockets.rtcp);
  }

  #agree(parameters: RtpParameters): void {
    const { remoteAddress: address, remotePort: port } = parameters;
    const before = this.#peer;
    const isSame = before?.parameters.remoteAddress === address && before.parameters.remotePort === port;
    const agreed = { nowMs: this.#clock.monotonicMs(), previous: before?.source.remote() ?? null };
    const source = isSame ? before.source : createSourceLock({ address, port }, agreed);
    this.#peer = { parameters, source };
    this.#guard.agree(parameters.encryption ?? null);
    if (before?.parameters.receives === false) this.#heardMs = this.#clock.monotonicMs();
    this.#sender.configure(parameters);
    if (!parameters.sends) this.#sender.dropDigits();
    this.#receiver?.setPayloadTypes(parameters.payloadTypes, parameters.ownTelephoneEvent ?? null);
  }

  #take(bytes: Buffer, from: RemoteInfo): void {
    const clear = this.#peer === null ? null : this.#guard.open(bytes, 'rtp');
    const packet = clear === null ? null : parseRtp(clear);
    const nowMs = this.#clock.monotonicMs();
    if (packet === null || this.#peer?.source.accepts(from, packet, nowMs) !== true) return;
    this.#heardMs = nowMs;
    this.#statistics.count(packet, nowMs);
    this.#receiver?.take(packet, nowMs);
    this.#release(nowMs);
  }

  /** What waits for a missing packet goes on in time, also when no other packet follows. */
  #release(nowMs: number): void {
    const dueMs = this.#receiver?.release(nowMs) ?? null;
    if (dueMs === null || this.#releaseMs !== null) return;
    this.#releaseMs = dueMs;
    const again = (): void => {
      this.#releaseMs = null;
      this.#release(this.#clock.monotonicMs());
    };
    this.#clock.sleep(dueMs - nowMs, this.#ended.signal).then(again, () => undefined);
  }

  #takeReport(bytes: Buffer, from: RemoteInfo): void {
    if (this.#peer?.source.isPeer(from.address) !== true || !isRtcp(bytes)) return;
    const clear = this.#guard.open(bytes, 'rtcp');
    if (clear === null) return;
    this.#heardMs = this.#clock.monotonicMs();
    this.#reports.take(clear);
  }

  #report(bytes: Buffer): void {
    if (this.#peer === null) return;
    const { remoteRtcpPort } = this.#peer.parameters;
    const remote = this.#peer.source.remote();
    const sealed = this.#guard.seal(bytes, 'rtcp');
    if (remoteRtcpPort === null) transmit(this.#sockets.rtp, sealed, remote);
    else transmit(this.#sockets.rtcp, sealed, { address: remote.address, port: remoteRtcpPort });
  }

  async #watch(listener: RtpListener): Promise<void> {
    let isSilent = false;
    for (let check = randomInt(REPORT_EVERY_CHECKS); !this.#ended.signal.aborted; check += 1) {
      await this.#clock.sleep(CHECK_MS, this.#ended.signal);
      if (check % REPORT_EVERY_CHECKS === 0) this.#report(this.#reports.report());
      const nowMs = this.#clock.monotonicMs();
      if (this.#peer?.parameters.receives === false && !this.#isCutOff) this.#heardMs = nowMs;
      const wasSilent = isSilent;
      const silentMs = this.#isCutOff ? CUT_OFF_MS : SILENT_MS;
      isSilent = nowMs - this.#heardMs >= silentMs;
      if (isSilent && !wasSilent) listener.lost(`No media arrived for ${silentMs / 1000} seconds.`);
    }
  }
}

/** What stands for no address at all: the system would take it for this machine. */
const NOWHERE: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** A name is never looked up here: whoever negotiates hands over addresses. */
function transmit(socket: Socket, bytes: Buffer, to: { address: string; port: number }): void {
  if (isIP(to.address) === 0 || NOWHERE.has(to.address) || to.port < 1 || to.port > 65_535) return;
  // Nobody waits for a packet, or is told of it: one that cannot leave is lost like any other.
  socket.send(bytes, to.port, to.address);
}

/** Packets leave in the turn after `send`; a socket that is closed before that drops them. */
function closeAfterSending(socket: Socket): void {
  socket.removeAllListeners('message');
  setImmediate(() => socket.close());
}
