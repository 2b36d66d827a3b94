import { createSocket, type Socket } from 'node:dgram';
import { type CallerCodec, type CodecName, openCallerCodec } from './caller-codec.ts';

const FRAME_BYTES = 160;
/** Mean square of a voiced frame: well above codec noise. */
const VOICED = 200 ** 2;

/** RTP of one call on its own socket. */
export class Media {
  readonly #socket: Socket;
  readonly #codec: CallerCodec;
  readonly #header = Buffer.alloc(12);
  #remotePort = 0;
  #sequence = 1;
  #timestamp = 0;
  #lastArrivalAt = 0;
  /** Arrival of the latest voiced packet. */
  voicedAt = Number.NEGATIVE_INFINITY;
  /** Arrival of the first voiced packet since `listen`; null before it. */
  firstVoicedAt: number | null = null;
  readonly gapsMs: number[] = [];
  port = 0;

  private constructor(socket: Socket, codec: CallerCodec) {
    this.#socket = socket;
    this.#codec = codec;
    socket.on('message', (packet) => this.#receive(packet));
    this.#header[0] = 0x80;
    this.#header[1] = codec.payloadType;
    this.#header.writeUInt32BE((Math.random() * 0xffffffff) >>> 0, 8);
  }

  static async open(codec: CodecName = 'pcmu'): Promise<Media> {
    const media = new Media(createSocket('udp4'), await openCallerCodec(codec));
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

  /** @param frame 160 bytes of µ-law; undefined for silence */
  send(frame: Buffer | undefined): void {
    if (this.#remotePort === 0) return;
    this.#header.writeUInt16BE(this.#sequence, 2);
    this.#header.writeUInt32BE(this.#timestamp, 4);
    const packet = Buffer.concat([this.#header, this.#codec.encode(frame)]);
    this.#sequence = (this.#sequence + 1) & 0xffff;
    this.#timestamp = (this.#timestamp + this.#codec.ticks) >>> 0;
    this.#socket.send(packet, this.#remotePort, '127.0.0.1');
  }

  close(): void {
    this.#socket.close();
    this.#codec.close();
  }

  #receive(packet: Buffer): void {
    const now = performance.now();
    if (this.#lastArrivalAt > 0) this.gapsMs.push(now - this.#lastArrivalAt);
    this.#lastArrivalAt = now;
    if (packet.length < 13 || (packet[1] ?? 0) % 128 !== this.#codec.payloadType) return;
    if (!isVoiced(this.#codec.decode(packet.subarray(12)))) return;
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

function isVoiced(samples: Int16Array): boolean {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return sum / samples.length > VOICED;
}
