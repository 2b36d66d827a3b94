import { seededRandom } from '../../core/seeded-random.ts';
import { gainOf } from '../../voice/audio/level.ts';
import { mixInto } from '../../voice/audio/mixing.ts';
import { FRAME_MS, frameSamples } from '../../voice/legs/media-leg.ts';
import { EnergyClassifier } from '../../voice/vad/energy-classifier.ts';
import { VadFrames } from '../../voice/vad/vad-frames.ts';
import type { Person, PersonStep, PersonVoice } from './person.ts';

const SAMPLE_RATE_HZ = 8000;
const SAMPLES = frameSamples(SAMPLE_RATE_HZ);
const TONE_AMPLITUDE = 8000;
/** Interval between two keys. */
const PRESS_MS = 200;

/** A person's actions besides speaking in one frame. */
export interface PersonAct {
  digit: string | null;
  typed: string | null;
  /** Text whose speech ended in this frame. */
  said: string | null;
  hangsUp: boolean;
}

interface Hearing {
  hasSpoken: boolean;
  speakingMs: number;
  quietMs: number;
}

/** Performs a script in 20 ms frames; deterministic per seed. */
export class ScriptedPerson {
  readonly #person: Person;
  readonly #random: () => number;
  readonly #sounds: (Int16Array | null)[];
  readonly #stop = new AbortController();
  readonly #detector = new EnergyClassifier();
  readonly #frames: VadFrames;
  #receivedMs = 0;
  #hearing: Hearing = { hasSpoken: false, speakingMs: 0, quietMs: 0 };
  #step = 0;
  /** Elapsed time of the current step. */
  #stepMs = 0;

  /** @param voice null to replace speech by silence of similar length */
  constructor(person: Person, voice: PersonVoice | null, seed: number) {
    this.#person = person;
    this.#random = seededRandom(seed);
    this.#sounds = person.script.map(() => null);
    this.#frames = new VadFrames((frame) => this.#onSpeech(this.#detector.speechProbability(frame) >= 0.5));
    person.script.forEach((step, index) => {
      void this.#prepare(step, voice).then((sound) => {
        this.#sounds[index] = sound;
      });
    });
  }

  /** Receives a frame of the other side's audio. */
  receive(frame: Int16Array): void {
    this.#receivedMs += FRAME_MS;
    this.#frames.push(frame, this.#receivedMs);
  }

  /** Mixes the next 20 ms of the person's audio into the silent `frame`. */
  next(frame: Int16Array): PersonAct {
    const act: PersonAct = { digit: null, typed: null, said: null, hangsUp: false };
    const step = this.#person.script[this.#step];
    if (step !== undefined && this.#perform(step, { frame, act })) {
      this.#step += 1;
      this.#stepMs = 0;
      this.#hearing = { ...this.#hearing, hasSpoken: this.#hearing.quietMs === 0 };
    } else {
      this.#stepMs += FRAME_MS;
    }
    if (this.#person.backgroundDbfs !== null) this.#addNoise(frame, this.#person.backgroundDbfs);
    return act;
  }

  /** Aborts pending speech synthesis. */
  close(): void {
    this.#stop.abort();
  }

  async #prepare(step: PersonStep, voice: PersonVoice | null): Promise<Int16Array> {
    if (step.type !== 'say') return new Int16Array(0);
    try {
      if (voice !== null) return await voice(step.text, this.#stop.signal);
    } catch {
      // Without speech the script continues in silence.
    }
    return new Int16Array(step.text.length * SAMPLES * 3);
  }

  #onSpeech(isSpeech: boolean): void {
    const { hasSpoken, speakingMs, quietMs } = this.#hearing;
    this.#hearing = isSpeech
      ? { hasSpoken: true, speakingMs: speakingMs + 32, quietMs: 0 }
      : // A short pause does not end speech.
        { hasSpoken, speakingMs: quietMs > 200 ? 0 : speakingMs, quietMs: quietMs + 32 };
  }

  /** @returns true if the step ends with this frame */
  #perform(step: PersonStep, { frame, act }: { frame: Int16Array; act: PersonAct }): boolean {
    const isOver = 'ms' in step && this.#stepMs + FRAME_MS >= step.ms;
    switch (step.type) {
      case 'wait':
        return isOver;
      case 'listen':
      case 'let-speak':
        return this.#isListenDone(step);
      case 'say': {
        const isSaid = this.#speak(frame);
        if (isSaid) act.said = step.text;
        return isSaid;
      }
      case 'tone':
        addTone(frame, step.frequencyHz, this.#stepMs);
        return isOver;
      case 'noise':
        this.#addNoise(frame, step.levelDbfs);
        return isOver;
      case 'press': {
        const isDue = this.#stepMs % PRESS_MS === 0;
        if (isDue) act.digit = step.digits[this.#stepMs / PRESS_MS] ?? null;
        return isDue && this.#stepMs / PRESS_MS >= step.digits.length - 1;
      }
      case 'type':
        act.typed = step.text;
        return true;
      case 'hang-up':
        act.hangsUp = true;
        return true;
    }
  }

  #isListenDone(step: Extract<PersonStep, { type: 'listen' | 'let-speak' }>): boolean {
    if (this.#stepMs + FRAME_MS >= step.atMostMs) return true;
    if (step.type === 'let-speak') return this.#hearing.speakingMs >= step.speakingMs;
    return this.#hearing.hasSpoken && this.#hearing.quietMs >= step.quietMs;
  }

  #speak(frame: Int16Array): boolean {
    const sound = this.#sounds[this.#step] ?? null;
    // The step waits until its speech is synthesized.
    if (sound === null) {
      this.#stepMs -= FRAME_MS;
      return false;
    }
    const start = (this.#stepMs / FRAME_MS) * SAMPLES;
    mixInto(frame, sound.subarray(start, start + SAMPLES));
    return start + SAMPLES >= sound.length;
  }

  #addNoise(frame: Int16Array, levelDbfs: number): void {
    // Uniform noise has an RMS level of its peak over the square root of three.
    const peak = 32_768 * gainOf(levelDbfs) * Math.sqrt(3);
    mixInto(
      frame,
      frame.map(() => peak * (2 * this.#random() - 1)),
    );
  }
}

function addTone(frame: Int16Array, frequencyHz: number, atMs: number): void {
  const first = (atMs * SAMPLE_RATE_HZ) / 1000;
  mixInto(
    frame,
    frame.map(
      (_, index) => TONE_AMPLITUDE * Math.sin((2 * Math.PI * frequencyHz * (first + index)) / SAMPLE_RATE_HZ),
    ),
  );
}
