import { FRAME_SAMPLES } from './frame-assembly.ts';
import { eventCodeOf, type TelephoneEvent } from './telephone-event.ts';

/** What takes the place of one frame of audio; null: nothing does. */
export type DigitStep = {
  event: TelephoneEvent;
  /** Of its press. */
  isFirst: boolean;
} | null;

export interface DigitSender {
  /** True when all of it is out, false when it never will be; what is no key and no `w` is left out. */
  add(digits: string): Promise<boolean>;
  /** Once per 20 ms. */
  next(): DigitStep;
  /** Forgets what is not out yet and ends every wait. */
  drop(): void;
}

/** 100 ms: more than the 40 that a receiver must take for a key. */
const PRESS_FRAMES = 5;
/** An end that is lost is a key that hangs: it is sent three times (RFC 4733, 2.5.1.4). */
const END_FRAMES = 3;
const PAUSE_FRAMES = 4;
const WAIT_FRAMES = 25;
/** -10 dBm0 */
const VOLUME = 10;
const MAX_WAITING = 256;

type Waiting = { digit: string; wait: number } | { done: (isOut: boolean) => void };

/** Presses keys one after the other, in step with the frames that are sent. */
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
