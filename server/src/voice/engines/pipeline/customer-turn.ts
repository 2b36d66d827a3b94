/**
 * What the customer has said since the last answer, as far as the transcriber has told. It knows two kinds of
 * transcribers: those that stream say what is being said, those of whole segments give one final text for each.
 */
export class CustomerTurn {
  #finals: string[] = [];
  #interim = '';
  /** So many words of what is still being understood were of the turn before. */
  #takenWords = 0;
  #isStreaming = false;
  #isSpeaking = false;
  /** Ends of speech, as our own detector hears it, that no final text followed yet. */
  #openSegments = 0;

  started(): void {
    this.#isSpeaking = true;
    // A final text that has not come by now may be lost: no word that follows is taken for one of it.
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

  /** @returns whether words were understood. */
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

  /** All words so far, those that may still change included. */
  get text(): string {
    return [...this.#finals, this.#interim].filter((part) => part !== '').join(' ');
  }

  /** Whether words of what was said are still on their way. */
  get isWaiting(): boolean {
    if (this.#interim !== '') return true;
    // A transcriber that streams may have told everything before our detector heard the end.
    if (this.#isStreaming && this.#finals.length > 0) return false;
    return this.#openSegments > 0;
  }

  /** Whether the transcriber says what is being said, and so is never far behind. */
  get isStreaming(): boolean {
    return this.#isStreaming;
  }

  /** The words of the turn that is over; the next one begins. Of what is still on its way nothing more is waited for. */
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
