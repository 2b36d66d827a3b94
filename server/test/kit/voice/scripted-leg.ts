import {
  FRAME_MS,
  frameSamples,
  type LegEnd,
  type LegListener,
  type MediaLeg,
  type SampleRateHz,
  type TransferOutcome,
} from '../../../src/voice/legs/media-leg.ts';

/** How loud the person at the far end speaks. */
const VOICE = 8000;

export interface LegScript {
  sampleRateHz?: SampleRateHz;
  /** How much the far end buffers before it plays. */
  bufferMs?: number;
  transfer?: TransferOutcome;
  /** So long the person has spoken before anybody listens, to the last moment. */
  spokeForMs?: number;
}

/** A leg whose person does what a test says, 20 ms at a time. */
export interface ScriptedLeg extends MediaLeg {
  /** The loudest sample of each frame that was sent; 0: silence. What was cleared stays in it. */
  readonly sent: number[];
  /** What the person heard, in the same form. */
  readonly heard: number[];
  readonly digitsSent: string[];
  readonly transfers: string[];
  /** Whether the person speaks in the frames to come. */
  speaking: boolean;
  /** False: nothing arrives while they are silent. */
  sendsSilence: boolean;
  /** False: it takes nothing of what it is sent. */
  takes: boolean;
  readonly isUp: boolean;
  /** The next frame arrives, and what is due of the buffer is played. */
  advance(): void;
  /** What would have arrived in so long does not. */
  skip(ms: number): void;
  press(digit: string): void;
  type(text: string): void;
  /** Says what was just said aloud, in words. */
  word(text: string): void;
  /** A sound of the far end in place of speech. */
  play(frame: (index: number) => Int16Array, frames: number): void;
  /** Puts the call on hold, without music, or takes it back. */
  hold(isHeld: boolean): void;
  /** The stream is gone with what it has not played; `takes` when another is there. */
  breakOff(): void;
  end(end: LegEnd): void;
}

interface Sound {
  frame: (index: number) => Int16Array;
  index: number;
  frames: number;
}

export function scriptedLeg(script: LegScript = {}): ScriptedLeg {
  const { sampleRateHz = 8000, bufferMs = 0, spokeForMs = 0 } = script;
  const outcome = script.transfer ?? { kind: 'untried' };
  const samples = frameSamples(sampleRateHz);
  let listener: LegListener | null = null;
  let isUp = true;
  let position = 0;
  let playing: Sound | null = null;
  const buffer: number[] = [];
  const end = (how: LegEnd): void => {
    if (!isUp) return;
    isUp = false;
    listener?.ended(how);
  };
  const arriving = (leg: ScriptedLeg): Int16Array | null => {
    const frame = playing === null ? spoken(leg, samples) : playing.frame(playing.index++);
    if (playing?.index === playing?.frames) playing = null;
    return frame;
  };
  const leg: ScriptedLeg = {
    kind: 'simulated',
    sampleRateHz,
    ...{ sent: [], heard: [], digitsSent: [], transfers: [] },
    ...{ speaking: false, sendsSilence: true, takes: true },
    get isUp() {
      return isUp;
    },
    start(newListener) {
      listener = newListener;
      position = sayEarly(newListener, samples, spokeForMs);
    },
    send(frame) {
      if (!isUp || !leg.takes) return false;
      const loudest = loudestOf(frame);
      leg.sent.push(loudest);
      buffer.push(loudest);
      while (buffer.length > bufferMs / FRAME_MS) leg.heard.push(buffer.shift() ?? 0);
      return true;
    },
    unplayedMs: () => buffer.length * FRAME_MS,
    clear: () => buffer.splice(0).length * FRAME_MS,
    async sendDigits(digits) {
      leg.digitsSent.push(digits);
      return leg.takes ? { kind: 'pressed' } : { kind: 'refused', reason: 'Nothing goes out.' };
    },
    async transfer(target) {
      leg.transfers.push(target);
      if (outcome.kind === 'transferred') end({ kind: 'transferred' });
      return outcome;
    },
    hangUp: () => end({ kind: 'local-hang-up' }),
    advance() {
      const frame = arriving(leg);
      if (frame !== null && isUp) listener?.audio(frame, position);
      position += FRAME_MS;
    },
    skip(ms) {
      position += ms;
    },
    press: (digit) => listener?.digit(digit),
    type: (text) => listener?.typed(text),
    word: (text) => listener?.worded?.(text),
    play(frame, frames) {
      playing = { frame, index: 0, frames };
    },
    hold(isHeld) {
      leg.takes = !isHeld;
      leg.sendsSilence = !isHeld;
      listener?.held?.(isHeld);
    },
    breakOff() {
      const lostMs = leg.clear();
      leg.takes = false;
      listener?.lostSound?.(lostMs);
    },
    end,
  };
  return leg;
}

function spoken({ speaking, sendsSilence }: ScriptedLeg, samples: number): Int16Array | null {
  if (speaking) return new Int16Array(samples).fill(VOICE);
  return sendsSilence ? new Int16Array(samples) : null;
}

const loudestOf = (frame: Int16Array): number =>
  frame.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

/** What the person has said before anybody listened, all at once; gives where its end is. */
function sayEarly(listener: LegListener, samples: number, lastsMs: number): number {
  for (let position = 0; position < lastsMs; position += FRAME_MS) {
    listener.audio(new Int16Array(samples).fill(VOICE), position, lastsMs - FRAME_MS - position);
  }
  return lastsMs;
}
