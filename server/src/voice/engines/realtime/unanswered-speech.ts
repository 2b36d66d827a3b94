/** 400 ms before the detected start, because VAD reacts late. */
const FRAMES_BEFORE = 20;
/** 500 ms of silence, so that the next session detects the end of the turn. */
const FRAMES_AFTER = 25;
const MAX_FRAMES = 500;

/** Buffers customer audio that the model has not reacted to, for replay to the next session. */
export class UnansweredSpeech {
  #frames: Int16Array[] = [];
  #recent: Int16Array[] = [];
  #isSpeaking = false;
  #silentFrames = 0;
  /** How many buffered frames belong to the current speech. */
  #presentFrames = 0;

  /** Oldest first, 20 ms each; at most ten seconds. */
  get frames(): readonly Int16Array[] {
    return this.#frames;
  }

  get isSpeaking(): boolean {
    return this.#isSpeaking;
  }

  /** @param frame copied */
  push(frame: Int16Array): void {
    const isKept = this.#isSpeaking || (this.#frames.length > 0 && this.#silentFrames < FRAMES_AFTER);
    if (this.#isSpeaking) this.#presentFrames += 1;
    else this.#silentFrames += 1;
    const list = isKept ? this.#frames : this.#recent;
    list.push(frame.slice());
    if (list.length > (isKept ? MAX_FRAMES : FRAMES_BEFORE)) list.shift();
  }

  started(): void {
    if (!this.#isSpeaking) this.#presentFrames = Math.min(FRAMES_BEFORE, this.#silentFrames);
    this.#isSpeaking = true;
    this.#frames = [...this.#frames, ...this.#recent].slice(-MAX_FRAMES);
    this.#recent = [];
  }

  stopped(): void {
    this.#isSpeaking = false;
    this.#silentFrames = 0;
  }

  /** The model transcribed or answers what was said; drops all but the current speech. */
  understood(): void {
    const keptFrames = this.#isSpeaking ? this.#presentFrames : 0;
    this.#frames = this.#frames.slice(Math.max(0, this.#frames.length - keptFrames));
  }
}
