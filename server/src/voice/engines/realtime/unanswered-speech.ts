/** Our detector hears a voice a little late. */
const FRAMES_BEFORE = 20;
/** By so much silence another session finds the end of what was said. */
const FRAMES_AFTER = 25;
const MOST_FRAMES = 500;

/** What the customer has said without a sign of the model's that it understood: another session hears it again. */
export class UnansweredSpeech {
  #frames: Int16Array[] = [];
  #recent: Int16Array[] = [];
  #isSpeaking = false;
  #silentFrames = 0;
  /** How many of the kept ones are of what is being said just now. */
  #presentFrames = 0;

  /** Oldest first, 20 ms each; ten seconds at most. */
  get frames(): readonly Int16Array[] {
    return this.#frames;
  }

  get isSpeaking(): boolean {
    return this.#isSpeaking;
  }

  /** @param frame not kept: its memory may be used again */
  heard(frame: Int16Array): void {
    const isKept = this.#isSpeaking || (this.#frames.length > 0 && this.#silentFrames < FRAMES_AFTER);
    if (this.#isSpeaking) this.#presentFrames += 1;
    else this.#silentFrames += 1;
    const list = isKept ? this.#frames : this.#recent;
    list.push(frame.slice());
    if (list.length > (isKept ? MOST_FRAMES : FRAMES_BEFORE)) list.shift();
  }

  /** Our ears hear the customer. */
  started(): void {
    if (!this.#isSpeaking) this.#presentFrames = Math.min(FRAMES_BEFORE, this.#silentFrames);
    this.#isSpeaking = true;
    this.#frames = [...this.#frames, ...this.#recent].slice(-MOST_FRAMES);
    this.#recent = [];
  }

  stopped(): void {
    this.#isSpeaking = false;
    this.#silentFrames = 0;
  }

  /** The model has understood, or answers, what was said: while the customer speaks, that is what they said before. */
  understood(): void {
    const keptFrames = this.#isSpeaking ? this.#presentFrames : 0;
    this.#frames = this.#frames.slice(Math.max(0, this.#frames.length - keptFrames));
  }
}
