import { timestampDistance } from './rtp-packet.ts';
import type { TelephoneEvent } from './telephone-event.ts';

/** The current or last key press. Times are RTP timestamps. */
export interface KeyPress {
  digit: string;
  pressedAt: number;
  /** Timestamp of the latest packets. It is renewed during a long press. */
  from: number;
  duration: number;
  isEnded: boolean;
}

export interface EventPacket {
  event: TelephoneEvent;
  timestamp: number;
  /** Set on the first packet of a press; some senders never set it. */
  marker: boolean;
  /** Longest duration that fits into a packet; default: of 16 bits. */
  longest?: number;
}

/** In samples. A press without an end packet ends after 200 ms without packets. */
const PRESS_TIMEOUT_SAMPLES = 1600;
/**
 * Applies an event packet. All packets of a press share a timestamp; senders that change it per packet are recognized by
 * the growing duration.
 * @returns `isPress` for the first received packet of a press
 */
export function takeEvent(
  press: KeyPress | null,
  { event, timestamp, marker, longest = 0xffff }: EventPacket,
): { press: KeyPress; isPress: boolean } {
  const { digit, duration, isEnd } = event;
  if (press === null) return pressed(event, timestamp);
  const distance = timestampDistance(press.from, timestamp);
  if (distance < 0) return { press, isPress: false };
  if (distance === 0) {
    const longest = Math.max(press.duration, duration);
    return { press: { ...press, duration: longest, isEnded: press.isEnded || isEnd }, isPress: false };
  }
  // The duration restarts when it has nearly filled 16 bits (RFC 4733 2.5.1.3).
  const isContinued =
    digit === press.digit &&
    !marker &&
    !press.isEnded &&
    distance <= press.duration + PRESS_TIMEOUT_SAMPLES &&
    (duration > press.duration || press.duration > longest / 2);
  if (!isContinued) return pressed(event, timestamp);
  return { press: { ...press, from: timestamp, duration, isEnded: isEnd }, isPress: false };
}

function pressed(event: TelephoneEvent, timestamp: number): { press: KeyPress; isPress: boolean } {
  const { digit, duration, isEnd } = event;
  return {
    press: { digit, pressedAt: timestamp, from: timestamp, duration, isEnded: isEnd },
    isPress: true,
  };
}

/** True if the audio at a timestamp is the in-band tone of the key. */
export function isKeyTone(press: KeyPress | null, timestamp: number): boolean {
  if (press === null || timestampDistance(press.pressedAt, timestamp) < 0) return false;
  const afterLast = timestampDistance(press.from + press.duration, timestamp);
  return afterLast < (press.isEnded ? 0 : PRESS_TIMEOUT_SAMPLES);
}
