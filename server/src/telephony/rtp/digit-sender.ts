import { FRAME_SAMPLES } from './frame-assembly.ts';
import { eventCodeOf, type TelephoneEvent } from './telephone-event.ts';

/** Event to send in place of one audio frame; null if the audio is to be sent. */
export type DigitStep = {
  event: TelephoneEvent;
  isFirst: boolean;
} | null;

export interface DigitSender {
  /**
   * Queues keys. Resolves to true when all are sent, to false if they are dropped. Ignores characters other than keys
   * and `w`.
   */
  add(digits: string): Promise<boolean>;
  /** The next step. Must be called once per 20 ms. */
  next(): DigitStep;
  drop(): void;
}

/** 100 ms. Receivers must accept 40 ms. */
const PRESS_FRAMES = 5;
/** The end packet is sent three times (RFC 4733 2.5.1.4). */
const END_FRAMES = 3;
const PAUSE_FRAMES = 4;
const WAIT_FRAMES = 25;
/** Level in -dBm0. */
const VOLUME = 10;
const MAX_WAITING = 256;

type Waiting = { digit: string; wait: number } | { done: (isOut: boolean) => void };

/** Sends keys one after the other, one step per audio frame. */
export function createDigitSender(): DigitSender {
  const waiting: Waiting[] = [];
  let pressed: { digit: string; frame: number } | null = null;
  let pause = 0;

  function press(): DigitStep {
    if (pressed === null) return null;
    const { digit, frame } = pressed;
    const isEnd = frame >= PRESS_FRAMES - 1;
    pressed = frame === PRESS_FRAMES + END_FRAMES - 2 ? null : { digit, frame: frame + 1 };
    if (pressed === null) pause = PAUSE_FRAMES;
    const duration = Math.min(frame + 1, PRESS_FRAMES) * FRAME_SAMPLES;
    return { event: { digit, isEnd, volume: VOLUME, duration }, isFirst: frame === 0 };
  }

  function begin(): void {
    for (let first = waiting.shift(); first !== undefined; first = waiting.shift()) {
      if ('done' in first) first.done(true);
      else if (first.wait > 0) {
        pause = first.wait;
        return;
      } else {
        pressed = { digit: first.digit, frame: 0 };
        return;
      }
    }
  }

  return {
    add(digits) {
      for (const digit of digits.slice(0, Math.max(0, MAX_WAITING - waiting.length))) {
        if (digit.toLowerCase() === 'w') waiting.push({ digit, wait: WAIT_FRAMES });
        else if (eventCodeOf(digit) !== null) waiting.push({ digit: digit.toUpperCase(), wait: 0 });
      }
      return new Promise((done) => {
        waiting.push({ done });
        if (pressed === null && pause === 0 && waiting.length === 1) begin();
      });
    },
    next() {
      if (pressed === null && pause === 0) begin();
      if (pressed !== null) return press();
      if (pause > 0) pause -= 1;
      return null;
    },
    drop() {
      pressed = null;
      pause = 0;
      for (const entry of waiting.splice(0)) if ('done' in entry) entry.done(false);
    },
  };
}
