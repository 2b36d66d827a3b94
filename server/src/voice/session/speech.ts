import type { EngineEvent } from '../engines/engine.ts';
import { Asides } from './asides.ts';
import { type NewReply, Replies, type RepliesDeps } from './replies.ts';
import type { AnsweredTurn, Reply, ReplyPurpose, SpeechOutcome } from './reply.ts';

/** Whoever answers a question begins when they have understood it: about so long before its end. */
const NEARLY_OVER_MS = 1000;

export interface SpeechDeps extends RepliesDeps {
  /** Names of replies, unique within the call. */
  nextReplyId(): string;
  /** A reply was heard to its end; `receivedMs` of it, which may be nothing. */
  played(reply: Reply, heardMs: number): void;
  /** A reply did not come, or stays away. */
  troubled(): void;
}

/** All that the assistant says on one leg: orders it from the engine, follows it until it was heard, takes it back. */
export class Speech {
  readonly asides: Asides;
  readonly #deps: SpeechDeps;
  readonly #replies: Replies;

  constructor(deps: SpeechDeps) {
    this.#deps = deps;
    this.#replies = new Replies(deps);
    this.asides = new Asides(deps.playback, deps.engine);
  }

  /** The newest reply that is not over. */
  get current(): Reply | null {
    return this.#replies.current;
  }

  get isUnderWay(): boolean {
    return this.#replies.isUnderWay || this.asides.isUnderWay;
  }

  /** Whether this reply is not over yet. */
  isOpen(id: string): boolean {
    return this.#replies.isOpen(id);
  }

  /** Whether something of what is under way was heard already. */
  get isSounding(): boolean {
    return this.#replies.current?.firstSoundMs != null;
  }

  /** Whether the speech is complete and almost over, and a "yes" to it is an answer: for a greeting only if it asks a question. */
  get isNearlyOver(): boolean {
    const { current } = this.#replies;
    if (current?.firstSoundMs == null || current.text === null) return false;
    return this.bufferedMs <= NEARLY_OVER_MS && (!this.isGreeting || isQuestion(current.text));
  }

  get isGreeting(): boolean {
    return this.#replies.current?.purpose === 'greeting';
  }

  /** Whether nothing sounds, as a tool works on what is under way. */
  get isAtWork(): boolean {
    const { current } = this.#replies;
    return current !== null && current.runningTools > 0 && this.bufferedMs === 0;
  }

  /** Whether the customer waits in vain for what is under way. */
  isLate(nowMs: number): boolean {
    return this.#replies.isLate(nowMs);
  }

  /** Milliseconds of the reply that could be played now. */
  get bufferedMs(): number {
    const { current } = this.#replies;
    return current === null ? 0 : this.#deps.playback.bufferedMs(current.id);
  }

  /** Whether anything sounds, or is about to: what waits for a tool's answer to another reply does not. */
  get isPlaying(): boolean {
    const { first } = this.#replies;
    return first !== null && this.#deps.playback.bufferedMs(first.id) > 0;
  }

  answer(turn: AnsweredTurn): void {
    void this.#order({ turn }, (id) => this.#deps.engine().answer(id));
  }

  say(
    text: string,
    { turn = null, purpose = 'conversation' }: Pick<NewReply, 'turn' | 'purpose'> = {},
  ): Promise<SpeechOutcome> {
    if (text.trim() === '') return Promise.resolve('played');
    return this.#order({ turn, purpose, wording: text }, (id) => this.#deps.engine().say(id, text));
  }

  prompt(instruction: string, purpose: ReplyPurpose): Promise<SpeechOutcome> {
    return this.#order({ purpose }, (id) => this.#deps.engine().prompt(id, instruction));
  }

  /** The engine answers by itself. */
  started(id: string, turn: AnsweredTurn | null): void {
    this.#replies.begin({ id, turn });
  }

  receive(event: EngineEvent): void {
    if (this.asides.receive(event)) return;
    this.#replies.receive(event);
  }

  /** When the last words of the customer's turn were understood, if an answer to it is on its way. */
  transcribed(nowMs: number): void {
    const turn = this.#replies.current?.turn;
    if (turn != null && !this.isSounding) turn.transcribedMs = nowMs;
  }

  sounded(id: string): void {
    this.asides.sounded(id, this.#deps.call.nowMs());
    this.#replies.sounded(id);
  }

  pause(): void {
    this.#deps.playback.pause();
  }

  /** What it paused for has been dealt with. */
  unpause(): void {
    this.#deps.playback.resume();
  }

  /** Goes on after a noise. */
  resume(): void {
    this.unpause();
    const { current } = this.#replies;
    if (current !== null) current.progressMs = this.#deps.call.nowMs();
    if (current?.firstSoundMs != null) this.#deps.call.tell({ type: 'resumed', replyId: current.id });
  }

  /** Ends everything that is said or about to be; @returns what was not heard of it, as far as its words are known. */
  cut(outcome: SpeechOutcome = 'cut'): string {
    this.asides.cut();
    const unheard = this.#replies.cut(outcome);
    this.#deps.playback.resume();
    return unheard;
  }

  /** The customer takes the floor; `sinceMs`: their first sound, null for typed words. @returns as `cut` */
  interrupt(sinceMs: number | null): string {
    const { current } = this.#replies;
    if (current?.firstSoundMs != null) {
      const stopMs = sinceMs === null ? 0 : Math.max(0, current.lastSoundMs - sinceMs);
      this.#deps.call.tell({ type: 'interrupted', replyId: current.id, stopMs });
    }
    return this.cut();
  }

  /** In place of `tick` while nobody hears: what has not sounded yet is not late for that. */
  standStill(nowMs: number): void {
    this.#replies.standStill();
    this.tick(nowMs);
  }

  tick(nowMs: number): void {
    if (this.#replies.isStalled(nowMs)) {
      this.cut('failed');
      this.#deps.troubled();
    }
    for (let done = this.#finished(); done; done = this.#finished());
  }

  #finished(): boolean {
    const finished = this.#deps.playback.takeFinished();
    if (finished === null) return false;
    if (this.asides.owns(finished.id)) {
      this.asides.played();
      return true;
    }
    const reply = this.#replies.played(finished.id, finished.heardMs);
    if (reply === null) return true;
    this.#deps.played(reply, finished.heardMs);
    if (reply.hasFailed) this.#deps.troubled();
    return true;
  }

  #order(reply: Omit<NewReply, 'id' | 'settle'>, ask: (id: string) => void): Promise<SpeechOutcome> {
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
