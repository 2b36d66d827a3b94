import type { EngineEvent } from '../engines/engine.ts';
import type { FirstMessageProtection } from '../settings.ts';
import { FillerSpeech } from './filler-speech.ts';
import { type NewReply, Replies, type RepliesDeps } from './replies.ts';
import type { AnsweredTurn, Reply, ReplyPurpose, SpeechOutcome } from './reply.ts';

/** People answer a question up to this long before its end. */
const NEARLY_PLAYED_MS = 1000;

export interface SpeechDeps extends RepliesDeps {
  /** Reply ids, unique within the call. */
  nextReplyId(): string;
}

/** `isBridge`: see `Engine.say`. */
type SayOptions = Pick<NewReply, 'turn' | 'purpose'> & { isBridge?: boolean };

export type SpeechEvent =
  /** The playback of a reply has ended. `heardMs` of it were heard, possibly 0. */
  | { type: 'played'; reply: Reply; heardMs: number }
  /** A reply of this purpose stalled, so all speech was stopped. */
  | { type: 'stalled'; purpose: ReplyPurpose | null };

/**
 * Everything the assistant says on one leg: requests replies from the engine, follows their playout, and interrupts
 * them.
 */
export class Speech {
  readonly fillerSpeech: FillerSpeech;
  readonly #deps: SpeechDeps;
  readonly #replies: Replies;

  constructor(deps: SpeechDeps) {
    this.#deps = deps;
    this.#replies = new Replies(deps);
    this.fillerSpeech = new FillerSpeech(deps.playback, deps.engine);
  }

  /** The newest open reply. */
  get current(): Reply | null {
    return this.#replies.current;
  }

  get isUnderWay(): boolean {
    return this.#replies.isUnderWay || this.fillerSpeech.isUnderWay;
  }

  isOpen(id: string): boolean {
    return this.#replies.isOpen(id);
  }

  get isSounding(): boolean {
    return this.#replies.current?.firstSoundMs != null;
  }

  /**
   * True if the current reply is complete and almost played, so that a "yes" answers it; for a greeting only if it
   * ends with a question.
   */
  get isNearlyPlayed(): boolean {
    const { current } = this.#replies;
    if (current?.firstSoundMs == null || current.text === null) return false;
    const isOpening = current.purpose === 'greeting' || current.purpose === 'notice';
    return this.bufferedMs <= NEARLY_PLAYED_MS && (!isOpening || isQuestion(current.text));
  }

  /** Protection of the reply being played from interruptions. */
  get protection(): FirstMessageProtection {
    const { first } = this.#replies;
    return first === null ? 'off' : this.protectionOf(first);
  }

  protectionOf({ purpose }: Reply): FirstMessageProtection {
    if (purpose === 'notice') return 'always';
    return purpose === 'greeting' ? this.#deps.assistant.settings.protectFirstMessage : 'off';
  }

  /** True if the reply being played began before `sinceMs`, and nothing may interrupt it. */
  isProtectedSince(sinceMs: number): boolean {
    const { first } = this.#replies;
    return first !== null && first.begunMs <= sinceMs && this.protectionOf(first) === 'always';
  }

  /** True if the current reply is silent while a tool runs. */
  get isToolRunning(): boolean {
    const { current } = this.#replies;
    return current !== null && current.runningTools > 0 && this.bufferedMs === 0;
  }

  /** True if an open reply is overdue. */
  isLate(nowMs: number): boolean {
    return this.#replies.isLate(nowMs);
  }

  /** Buffered audio of the current reply that can be played now. */
  get bufferedMs(): number {
    const { current } = this.#replies;
    return current === null ? 0 : this.#deps.playback.bufferedMs(current.id);
  }

  /** True if the first reply has audio to play; replies behind it do not count. */
  get isPlaying(): boolean {
    const { first } = this.#replies;
    return first !== null && this.#deps.playback.bufferedMs(first.id) > 0;
  }

  answer(turn: AnsweredTurn): void {
    void this.#request({ turn }, (id) => this.#deps.engine.answer(id));
  }

  say(
    text: string,
    { turn = null, purpose = 'conversation', isBridge = false }: SayOptions = {},
  ): Promise<SpeechOutcome> {
    if (text.trim() === '') return Promise.resolve('played');
    return this.#request({ turn, purpose, wording: text }, (id) => this.#deps.engine.say(id, text, isBridge));
  }

  prompt(instruction: string, purpose: ReplyPurpose): Promise<SpeechOutcome> {
    return this.#request({ purpose }, (id) => this.#deps.engine.prompt(id, instruction));
  }

  /** The engine started a reply by itself. */
  started(id: string, turn: AnsweredTurn | null): void {
    this.#replies.begin({ id, turn });
  }

  receive(event: EngineEvent): void {
    if (this.fillerSpeech.receive(event)) return;
    this.#replies.receive(event);
  }

  transcribed(nowMs: number): void {
    const turn = this.#replies.current?.turn;
    if (turn != null && !this.isSounding) turn.transcribedMs = nowMs;
  }

  sounded(id: string): void {
    this.fillerSpeech.sounded(id, this.#deps.call.nowMs());
    this.#replies.sounded(id);
  }

  pause(): void {
    this.#deps.playback.pause();
  }

  duck(): void {
    this.#deps.playback.duck();
  }

  /** Resumes playback without reporting a false interruption. */
  unpause(): void {
    this.#deps.playback.resume();
  }

  /** Resumes after a false interruption. */
  resume(): void {
    this.unpause();
    const { current } = this.#replies;
    if (current !== null) current.progressMs = this.#deps.call.nowMs();
    if (current?.firstSoundMs != null) this.#deps.call.emit({ type: 'resumed', replyId: current.id });
  }

  /** Stops all speech. @returns the unheard text, as far as known */
  cut(outcome: SpeechOutcome = 'cut'): string {
    this.fillerSpeech.cut();
    const unheard = this.#replies.cut(outcome);
    this.#deps.playback.resume();
    return unheard;
  }

  /**
   * Stops all speech because the customer interrupts.
   * @param sinceMs start of the customer's speech, null for typed text
   * @returns see `cut`
   */
  interrupt(sinceMs: number | null): string {
    const { current } = this.#replies;
    if (current?.firstSoundMs != null) {
      const stopMs = sinceMs === null ? 0 : Math.max(0, current.lastSoundMs - sinceMs);
      this.#deps.call.emit({ type: 'interrupted', replyId: current.id, stopMs });
    }
    return this.cut();
  }

  /** Every 20 ms on hold: the hold does not count as latency. */
  tickOnHold(): void {
    this.#replies.tickOnHold();
  }

  /** Takes the next event, or null. */
  takeEvent(nowMs: number): SpeechEvent | null {
    if (this.#replies.isStalled(nowMs)) {
      const purpose = this.#replies.first?.purpose ?? null;
      this.cut('failed');
      return { type: 'stalled', purpose };
    }
    const { playback } = this.#deps;
    for (let done = playback.takeFinished(); done !== null; done = playback.takeFinished()) {
      const { id, heardMs } = done;
      if (this.fillerSpeech.owns(id)) this.fillerSpeech.played();
      else {
        const reply = this.#replies.played(id, heardMs);
        if (reply !== null) return { type: 'played', reply, heardMs };
      }
    }
    return null;
  }

  #request(reply: Omit<NewReply, 'id' | 'settle'>, ask: (id: string) => void): Promise<SpeechOutcome> {
    const id = this.#deps.nextReplyId();
    return new Promise((settle) => {
      this.#replies.begin({ ...reply, id, settle });
      ask(id);
    });
  }
}

function isQuestion(text: string): boolean {
  return /[?？؟;][\s"'”»)]*$/u.test(text);
}
