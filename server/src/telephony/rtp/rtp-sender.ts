import { randomInt } from 'node:crypto';
import { encodeAlaw, encodeUlaw } from '../../core/g711.ts';
import { createDigitSender, type DigitStep } from './digit-sender.ts';
import { dualTone } from './dual-tone.ts';
import { FRAME_SAMPLES } from './frame-assembly.ts';
import { timestampDistance, writeRtp } from './rtp-packet.ts';
import type { RtpParameters } from './rtp-parameters.ts';
import { writeTelephoneEvent } from './telephone-event.ts';

export interface SenderCount {
  packets: number;
  bytes: number;
  /** Of what is sent next. */
  timestamp: number;
}

type Send = Pick<RtpParameters, 'codec' | 'payloadTypes' | 'packetTimeMs'>;

/** Makes packets of frames; each goes out as it comes, and no more than one frame ever waits for its second half. */
export class RtpSender {
  readonly ssrc = randomInt(2 ** 32);
  readonly #transmit: (packet: Buffer) => void;
  readonly #digits = createDigitSender();
  #how: Send | null = null;
  /** Not near the end of its numbers, so that a peer of an encrypted call may miss the first (RFC 3711 3.3.1). */
  #sequence = randomInt(2 ** 15);
  #timestamp = randomInt(2 ** 32);
  #pressedAt = 0;
  #isFirst = true;
  #half: Uint8Array | null = null;
  #packets = 0;
  #bytes = 0;

  constructor(transmit: (packet: Buffer) => void) {
    this.#transmit = transmit;
  }

  configure(how: Send): void {
    this.#how = how;
  }

  /** A frame that is not to be sent: time passes all the same, and what follows begins anew. */
  skip(frame: Int16Array): void {
    this.#half = null;
    this.#isFirst = true;
    this.#timestamp = (this.#timestamp + frame.length) >>> 0;
  }

  /** 20 ms at 8 kHz. Time is counted in frames: those that are late follow each other at once. @returns false: a key goes out in its place */
  send(frame: Int16Array): boolean {
    if (this.#how === null) return false;
    const step = this.#digits.next();
    if (step === null) this.#audio(frame, this.#how);
    else this.#key(step, this.#how);
    this.#timestamp = (this.#timestamp + frame.length) >>> 0;
    return step === null;
  }

  /** Keys go out in place of frames that are sent; true when they are out, false when they never will be. */
  sendDigits(digits: string): Promise<boolean> {
    return this.#digits.add(digits);
  }

  count(): SenderCount {
    return { packets: this.#packets, bytes: this.#bytes, timestamp: this.#timestamp };
  }

  /** Keys that are not out yet never will be. */
  dropDigits(): void {
    this.#digits.drop();
  }

  #packet(payloadType: number, payload: Uint8Array, at: { timestamp: number; marker: boolean }): void {
    this.#packets += 1;
    this.#bytes += payload.length;
    this.#isFirst = false;
    const { timestamp, marker } = at;
    const sequence = this.#sequence;
    this.#transmit(writeRtp({ payloadType, payload, timestamp, marker, sequence, ssrc: this.ssrc }));
    this.#sequence = (sequence + 1) & 0xffff;
  }

  #audio(frame: Int16Array, { codec, payloadTypes, packetTimeMs }: Send): void {
    const payloadType = payloadTypes[codec];
    if (payloadType === null) return;
    const bytes = codec === 'pcmu' ? encodeUlaw(frame) : encodeAlaw(frame);
    const timestamp = this.#timestamp;
    const marker = this.#isFirst;
    if (packetTimeMs >= 40) this.#joined(payloadType, bytes);
    else if (packetTimeMs > 10) this.#packet(payloadType, bytes, { timestamp, marker });
    else {
      const middle = bytes.length >> 1;
      this.#packet(payloadType, bytes.subarray(0, middle), { timestamp, marker });
      this.#packet(payloadType, bytes.subarray(middle), { timestamp: timestamp + middle, marker: false });
    }
  }

  #joined(payloadType: number, bytes: Uint8Array): void {
    const half = this.#half;
    this.#half = half === null ? bytes : null;
    if (half === null) return;
    const timestamp = this.#timestamp - half.length;
    this.#packet(payloadType, Buffer.concat([half, bytes]), { timestamp, marker: this.#isFirst });
  }

  #key({ event, isFirst }: NonNullable<DigitStep>, how: Send): void {
    const type = how.payloadTypes.telephoneEvent;
    this.#half = null;
    if (isFirst) this.#pressedAt = this.#timestamp;
    if (type !== null) {
      this.#packet(type, writeTelephoneEvent(event), { timestamp: this.#pressedAt, marker: isFirst });
      return;
    }
    const begin = timestampDistance(this.#pressedAt, this.#timestamp);
    const tone = dualTone(event.digit, begin, begin < event.duration ? FRAME_SAMPLES : 0);
    const frame = new Int16Array(FRAME_SAMPLES);
    frame.set(tone);
    this.#audio(frame, { ...how, packetTimeMs: 20 });
  }
}
