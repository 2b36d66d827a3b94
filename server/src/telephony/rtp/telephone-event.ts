/** A DTMF telephone event (RFC 4733 2.3). */
export interface TelephoneEvent {
  /** One of 0–9, *, #, A–D. */
  digit: string;
  isEnd: boolean;
  /** Level in -dBm0, 0 to 63. */
  volume: number;
  /** Duration so far, in samples. */
  duration: number;
}

/** Durations of `telephone-event/48000` in ticks of 8 kHz. */
export const WIDE_EVENT_TICKS = 6;

const DIGITS = '0123456789*#ABCD';

/** Event code of a key; null for other characters. */
export function eventCodeOf(digit: string): number | null {
  const code = digit.length === 1 ? DIGITS.indexOf(digit.toUpperCase()) : -1;
  return code === -1 ? null : code;
}

/** Parses an event. @returns null if truncated or not a key */
export function parseTelephoneEvent(payload: Uint8Array): TelephoneEvent | null {
  const [code = 255, second = 0, high = 0, low = 0] = payload;
  const digit = DIGITS[code];
  if (payload.length < 4 || digit === undefined) return null;
  return { digit, isEnd: (second & 0x80) !== 0, volume: second & 0x3f, duration: (high << 8) | low };
}

export function writeTelephoneEvent(event: TelephoneEvent): Uint8Array {
  const second = (event.isEnd ? 0x80 : 0) | (event.volume & 0x3f);
  return Uint8Array.of(eventCodeOf(event.digit) ?? 0, second, event.duration >> 8, event.duration & 0xff);
}
