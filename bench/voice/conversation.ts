import type { Media } from './media.ts';
import type { CallReport } from './protocol.ts';

/** Silence that ends an answer. */
const SILENCE_MS = 600;
/** Time before an answer is interrupted. */
const HEARD_MS = 1000;
const PATIENCE_MS = 10_000;
const STOP_PATIENCE_MS = 2000;
/** Silence after which an interrupted answer has stopped. */
const STOPPED_MS = 300;

type Phase = 'greeting' | 'asking' | 'waiting' | 'hearing' | 'interrupting' | 'listening' | 'over';

/** One call's questions: asks, measures the answer, interrupts every second one. Driven by a tick of 20 ms. */
export class Conversation {
  readonly #media: Media;
  readonly #speech: readonly Buffer[];
  readonly #report: CallReport;
  #phase: Phase = 'greeting';
  #since = performance.now();
  #spoken = 0;
  #lastSpokenAt = 0;
  #turnsLeft: number;
  #interrupts: boolean;
  #isStopMeasured = false;

  constructor(
    media: Media,
    about: { speech: readonly Buffer[]; turns: number; interrupts: boolean; report: CallReport },
  ) {
    this.#media = media;
    this.#speech = about.speech;
    this.#report = about.report;
    this.#turnsLeft = about.turns;
    this.#interrupts = about.interrupts;
  }

  get isOver(): boolean {
    return this.#phase === 'over';
  }

  tick(): void {
    const now = performance.now();
    switch (this.#phase) {
      case 'greeting':
      case 'listening':
        this.#media.send(undefined);
        if (this.#isSilent(now)) this.#ask(now);
        return;
      case 'asking':
        this.#say(now);
        return;
      case 'waiting':
        this.#media.send(undefined);
        this.#awaitAnswer(now);
        return;
      case 'hearing':
        this.#media.send(undefined);
        if (now - this.#since >= HEARD_MS) this.#enter('interrupting', now);
        return;
      case 'interrupting':
        this.#interrupt(now);
        return;
      case 'over':
        this.#media.send(undefined);
    }
  }

  #enter(phase: Phase, now: number): void {
    this.#phase = phase;
    this.#since = now;
    this.#spoken = 0;
    this.#isStopMeasured = false;
  }

  #isSilent(now: number): boolean {
    const hasHeard = this.#media.voicedAt > this.#since || this.#phase === 'listening';
    return (hasHeard && now - this.#media.voicedAt >= SILENCE_MS) || now - this.#since >= PATIENCE_MS;
  }

  #ask(now: number): void {
    if (this.#turnsLeft === 0) this.#enter('over', now);
    else {
      this.#turnsLeft -= 1;
      this.#enter('asking', now);
    }
  }

  /** Sends the next frame, or silence after the question. @returns true with the last frame of the question */
  #speak(now: number): boolean {
    this.#media.send(this.#speech[this.#spoken]);
    if (this.#spoken < this.#speech.length) this.#lastSpokenAt = now;
    this.#spoken += 1;
    return this.#spoken === this.#speech.length;
  }

  #say(now: number): void {
    if (!this.#speak(now)) return;
    this.#media.listen();
    this.#enter('waiting', now);
  }

  #awaitAnswer(now: number): void {
    const { firstVoicedAt } = this.#media;
    if (firstVoicedAt === null) {
      if (now - this.#since < PATIENCE_MS) return;
      this.#report.missed += 1;
      this.#enter('listening', now);
      return;
    }
    this.#report.voiceToVoiceMs.push(firstVoicedAt - this.#lastSpokenAt);
    this.#interrupts = !this.#interrupts;
    this.#enter(this.#interrupts ? 'hearing' : 'listening', now);
  }

  /** Interrupts the answer with the next question. */
  #interrupt(now: number): void {
    const { voicedAt } = this.#media;
    const isStopped = now - Math.max(voicedAt, this.#since) >= STOPPED_MS;
    if (!this.#isStopMeasured && (isStopped || now - this.#since >= STOP_PATIENCE_MS)) {
      this.#isStopMeasured = true;
      if (isStopped && voicedAt > this.#since) this.#report.bargeInMs.push(voicedAt - this.#since);
      else if (!isStopped) this.#report.notStopped += 1;
    }
    if (!this.#speak(now)) {
      // The answer continued beyond the question, so later audio does not count as an answer.
      if (this.#spoken > this.#speech.length && this.#isStopMeasured) this.#enter('listening', now);
      return;
    }
    if (!this.#isStopMeasured) return;
    this.#media.listen();
    this.#enter('waiting', now);
  }
}
