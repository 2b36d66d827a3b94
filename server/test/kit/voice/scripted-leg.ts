import {
  FRAME_MS,
  frameSamples,
  type LegEnd,
  type LegListener,
  type MediaLeg,
  type SampleRateHz,
  type TransferOutcome,
} from '../../../src/voice/legs/media-leg.ts';

/** Level of the person's voice. */
const VOICE = 8000;

export interface LegScript {
  sampleRateHz?: SampleRateHz;
  /** Length of the remote playout buffer, in milliseconds. */
  bufferMs?: number;
  transfer?: TransferOutcome;
  /** Milliseconds of speech that arrived before `start`, up to `start`. */
  spokeForMs?: number;
}

/** A leg that the test advances by 20 ms at a time. */
export interface ScriptedLeg extends MediaLeg {
  /** Peak of each sent frame, 0 for silence. Includes frames that were cleared later. */
  readonly sent: number[];
  /** Peak of each frame that the person heard. */
  readonly heard: number[];
  readonly digitsSent: string[];
  readonly transfers: string[];
  /** True if the person speaks in the next frames. */
  speaking: boolean;
  /** If false, silence is not transmitted. */
  sendsSilence: boolean;
  /** If false, sent frames are refused. */
  takes: boolean;
  readonly isUp: boolean;
  /** Delivers the next frame and plays a frame of the buffer. */
  advance(): void;
  /** Drops incoming audio for this many milliseconds. */
  skip(ms: number): void;
  press(digit: string): void;
  type(text: string): void;
  /** Emits the transcript of what was just spoken. */
  word(text: string): void;
  /** Plays a sound of the remote side instead of speech. */
  play(frame: (index: number) => Int16Array, frames: number): void;
  /** Puts the call on hold without music, or resumes it. */
  hold(isHeld: boolean): void;
  /** Loses the stream and its unplayed audio. Set `takes` when there is a new stream. */
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
    sent: [],
    heard: [],
    digitsSent: [],
    transfers: [],
    speaking: false,
    sendsSilence: true,
    takes: true,
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
    word: (text) => listener?.transcribed?.(text),
    play(frame, frames) {
      playing = { frame, index: 0, frames };
    },
    hold(isHeld) {
      leg.takes = !isHeld;
      leg.sendsSilence = !isHeld;
      listener?.holdChanged?.(isHeld);
    },
    breakOff() {
      const lostMs = leg.clear();
      leg.takes = false;
      listener?.audioLost?.(lostMs);
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

/** Delivers the audio from before `start` at once; returns its end. */
function sayEarly(listener: LegListener, samples: number, lastsMs: number): number {
  for (let position = 0; position < lastsMs; position += FRAME_MS) {
    listener.audio(new Int16Array(samples).fill(VOICE), position, lastsMs - FRAME_MS - position);
  }
  return lastsMs;
}
