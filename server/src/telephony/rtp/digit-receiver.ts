import { timestampDistance } from './rtp-packet.ts';
import type { TelephoneEvent } from './telephone-event.ts';

/** A key that is held: `from` and `until` are RTP timestamps. */
export interface HeldKey {
  digit: string;
  /** Of the press. */
  pressedAt: number;
  /** Of the packets that came last: a long press goes on under a new one. */
  from: number;
  duration: number;
  isEnded: boolean;
}

export interface EventPacket {
  event: TelephoneEvent;
  timestamp: number;
  /** Begins a press; some senders never set it. */
  marker: boolean;
}

/** An end that never comes is over after this time without a packet, in samples: 200 ms. */
const FORGOTTEN_AFTER = 1600;
/** Only a press that fills the 16 bits of its duration goes on with a shorter one (RFC 4733, 2.5.1.3). */
const LONG_PRESS = 0x8000;

/**
 * What a packet of an event means after those before it. A press is known by the timestamp that all its packets share.
 * A sender that stamps each packet anew is seen through by the duration, which goes on growing.
 * @returns `isPress` for the first packet of a press that arrives, whichever that is
 */
export function takeEvent(
  held: HeldKey | null,
  { event, timestamp, marker }: EventPacket,
): { held: HeldKey; isPress: boolean } {
  const { digit, duration, isEnd } = event;
  if (held === null) return pressed(event, timestamp);
  const distance = timestampDistance(held.from, timestamp);
  if (distance < 0) return { held, isPress: false };
  if (distance === 0) {
    const longest = Math.max(held.duration, duration);
    return { held: { ...held, duration: longest, isEnded: held.isEnded || isEnd }, isPress: false };
  }
  const goesOn =
    digit === held.digit &&
    !marker &&
    !held.isEnded &&
    distance <= held.duration + FORGOTTEN_AFTER &&
    (duration > held.duration || held.duration >= LONG_PRESS);
  if (!goesOn) return pressed(event, timestamp);
  return { held: { ...held, from: timestamp, duration, isEnded: isEnd }, isPress: false };
}

function pressed(event: TelephoneEvent, timestamp: number): { held: HeldKey; isPress: boolean } {
  const { digit, duration, isEnd } = event;
  return {
    held: { digit, pressedAt: timestamp, from: timestamp, duration, isEnded: isEnd },
    isPress: true,
  };
}

/** Whether audio that begins at a timestamp is the key's own tone. */
export function isUnderKey(held: HeldKey | null, timestamp: number): boolean {
  if (held === null || timestampDistance(held.pressedAt, timestamp) < 0) return false;
  const afterLast = timestampDistance(held.from + held.duration, timestamp);
  return afterLast < (held.isEnded ? 0 : FORGOTTEN_AFTER);
}
