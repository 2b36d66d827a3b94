import { createSocket, type Socket } from 'node:dgram';
import { decodeUlaw } from '../../server/src/core/g711.ts';

const FRAME_BYTES = 160;
const SILENCE = Buffer.alloc(FRAME_BYTES, 0xff);
/** Mean square of a voiced frame: well above codec noise. */
const VOICED = 200 ** 2;

/** RTP of one call, µ-law, on its own socket. */
export class Media {
  readonly #socket: Socket;
  readonly #packet = Buffer.alloc(12 + FRAME_BYTES);
  #remotePort = 0;
  #sequence = 1;
  #timestamp = 160;
  #lastArrivalAt = 0;
  /** Arrival of the latest voiced packet. */
  voicedAt = Number.NEGATIVE_INFINITY;
  /** Arrival of the first voiced packet since `listen`; null before it. */
  firstVoicedAt: number | null = null;
  readonly gapsMs: number[] = [];
  port = 0;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('message', (packet) => this.#receive(packet));
    this.#packet[0] = 0x80;
    this.#packet.writeUInt32BE((Math.random() * 0xffffffff) >>> 0, 8);
  }

  static async open(): Promise<Media> {
    const media = new Media(createSocket('udp4'));
    await new Promise<void>((resolve) => media.#socket.bind(0, '127.0.0.1', resolve));
    media.port = media.#socket.address().port;
    return media;
  }

  connect(remotePort: number): void {
    this.#remotePort = remotePort;
  }

  /** Starts to wait for the first voiced packet. */
  listen(): void {
    this.firstVoicedAt = null;
  }

  /** @param frame 160 bytes; undefined for silence */
  send(frame: Buffer | undefined): void {
    if (this.#remotePort === 0) return;
    this.#packet.writeUInt16BE(this.#sequence, 2);
    this.#packet.writeUInt32BE(this.#timestamp, 4);
    (frame ?? SILENCE).copy(this.#packet, 12);
    this.#sequence = (this.#sequence + 1) & 0xffff;
    this.#timestamp = (this.#timestamp + FRAME_BYTES) >>> 0;
    this.#socket.send(Buffer.from(this.#packet), this.#remotePort, '127.0.0.1');
  }

  close(): void {
    this.#socket.close();
  }

  #receive(packet: Buffer): void {
    const now = performance.now();
    if (this.#lastArrivalAt > 0) this.gapsMs.push(now - this.#lastArrivalAt);
    this.#lastArrivalAt = now;
    if (packet.length < 20 || (packet[1] ?? 0) % 128 !== 0 || !isVoiced(packet.subarray(12))) return;
    this.voicedAt = now;
    this.firstVoicedAt ??= now;
  }
}

/** Splits speech into RTP frames. @param speech µ-law at 8 kHz */
export function framesOf(speech: Buffer): Buffer[] {
  const count = Math.floor(speech.length / FRAME_BYTES);
  return Array.from({ length: count }, (_, index) =>
    speech.subarray(index * FRAME_BYTES, (index + 1) * FRAME_BYTES),
  );
}

function isVoiced(payload: Uint8Array): boolean {
  let sum = 0;
  for (const sample of decodeUlaw(payload)) sum += sample * sample;
  return sum / payload.length > VOICED;
}
