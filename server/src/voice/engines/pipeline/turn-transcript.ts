/**
 * Transcript of the customer since the last answer. Supports streaming STT providers (interim results) and
 * segment-based ones (one final text per segment).
 */
export class TurnTranscript {
  #finals: string[] = [];
  #interim = '';
  /** Words of the current interim result that belong to the previous turn. */
  #takenWords = 0;
  #isStreaming = false;
  #isSpeaking = false;
  /** Number of segments that our VAD ended and that have no final transcript yet. */
  #openSegments = 0;

  started(): void {
    this.#isSpeaking = true;
    // The final of the previous turn may be lost: do not strip its words from the next final.
    this.#takenWords = 0;
  }

  stopped(): void {
    if (this.#isSpeaking) this.#openSegments += 1;
    this.#isSpeaking = false;
  }

  interim(text: string): void {
    this.#isStreaming = true;
    this.#interim = this.#untaken(text);
  }

  /** @returns whether the text has words */
  final(text: string): boolean {
    this.#interim = '';
    this.#openSegments = this.#isStreaming ? 0 : Math.max(0, this.#openSegments - 1);
    this.#add(this.#untaken(text));
    this.#takenWords = 0;
    return text.trim() !== '';
  }

  typed(text: string): boolean {
    return this.#add(text);
  }

  /** All text so far, including the interim result. */
  get text(): string {
    return [...this.#finals, this.#interim].filter((part) => part !== '').join(' ');
  }

  /** True if transcripts are outstanding. */
  get isWaiting(): boolean {
    if (this.#interim !== '') return true;
    // A streaming provider may have sent its final before our VAD detects the end.
    if (this.#isStreaming && this.#finals.length > 0) return false;
    return this.#openSegments > 0;
  }

  /** True if the provider sends interim results, so that transcripts lag little. */
  get isStreaming(): boolean {
    return this.#isStreaming;
  }

  /** Returns the text of the finished turn and starts the next one. Outstanding transcripts are no longer awaited. */
  take(): string {
    const { text } = this;
    this.#takenWords += wordsOf(this.#interim).length;
    this.#finals = [];
    this.#interim = '';
    this.#openSegments = 0;
    return text;
  }

  #untaken(text: string): string {
    return wordsOf(text).slice(this.#takenWords).join(' ');
  }

  #add(text: string): boolean {
    const words = text.trim();
    if (words !== '') this.#finals.push(words);
    return words !== '';
  }
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
