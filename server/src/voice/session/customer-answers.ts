import type { CallAssistant } from '../call-host.ts';
import type { Engine, Heard } from '../engines/engine.ts';
import type { CustomerTurn } from '../turns/customer-turn.ts';
import { greetingOf } from './assistant-texts.ts';
import type { AnsweredTurn, Reply, ReplyPurpose } from './reply.ts';
import { isHello, isShortOpening } from './short-opening.ts';
import type { Speech } from './speech.ts';

const NOTHING_HEARD: Heard = { text: '', audioMs: 0 };

interface AnswerDeps {
  assistant: CallAssistant;
  speech: Speech;
  engine: Engine;
}

/** Shorter sounds may be a cough or a laugh. */
const CLEAR_SPEECH_MS = 600;

/**
 * Why a reply made no sound. `answered`: something else answers. `resumed`: nothing was said, so the interrupted
 * reply resumes. `not-understood`: the customer spoke, and nothing else answers.
 */
export type SilentReply = 'answered' | 'resumed' | 'not-understood';

/** Answers the customer's turns: by the engine, or with a greeting that waited for the customer to speak. */
export class CustomerAnswers {
  readonly #deps: AnswerDeps;
  /**
   * `waiting`: for the customer's first turn. `skipped`: for a turn that did not look like "hello" and is not answered
   * yet.
   */
  #greetingState: 'none' | 'waiting' | 'skipped' = 'none';
  #customerText = '';
  /** The unheard rest of the interrupted reply. */
  #unheard = '';
  #unheardPurpose: ReplyPurpose = 'conversation';
  /** The turn whose answer was interrupted before any of it was heard. */
  #unansweredTurn: AnsweredTurn | null = null;

  constructor(deps: AnswerDeps) {
    this.#deps = deps;
  }

  /** Transcript of the turn being answered; may be empty. */
  get customerText(): string {
    return this.#customerText;
  }

  get isGreetingWaiting(): boolean {
    return this.#greetingState === 'waiting';
  }

  greet(): void {
    if (this.isGreetingWaiting) this.#greetingState = 'none';
    void this.#deps.speech.say(this.#greeting, { purpose: 'greeting' });
  }

  /** Greets after the first words of the customer. */
  greetOnTurn(): void {
    this.#greetingState = 'waiting';
  }

  answer(turn: CustomerTurn, endedMs: number): void {
    this.#unansweredTurn = null;
    this.#customerText = turn.text;
    const answered = answeredTurn(turn, endedMs);
    if (this.#isOpening(turn))
      void this.#deps.speech.say(this.#greeting, { turn: answered, purpose: 'greeting' });
    else this.#deps.speech.answer(answered);
  }

  /** The engine started an answer by itself. */
  answeredByEngine(replyId: string, turn: CustomerTurn | null, endedMs: number): void {
    const { speech } = this.#deps;
    this.#unansweredTurn = null;
    this.#customerText = turn?.text ?? '';
    const answered = turn === null ? null : answeredTurn(turn, endedMs);
    if (this.#isOpening(turn)) {
      this.refuse(replyId);
      void speech.say(this.#greeting, { turn: answered, purpose: 'greeting' });
    } else speech.started(replyId, answered);
  }

  /** Discards a reply that the engine started by itself. */
  refuse(replyId: string): void {
    this.#deps.engine.interrupt(replyId, NOTHING_HEARD);
  }

  /** A final transcript may arrive after the turn has ended. */
  understood(text: string): void {
    const { current } = this.#deps.speech;
    const isLate = current?.turn != null && current.firstSoundMs === null;
    if (isLate && this.#customerText === '') this.#customerText = text;
  }

  /** The customer interrupted `reply`. @param unheard its unheard text, as far as known */
  interrupted(reply: Reply | null, unheard: string): void {
    const sounded = reply?.firstSoundMs != null;
    // An answer without audio does not replace the text interrupted before it.
    if (sounded || unheard !== '') {
      this.#unheard = unheard;
      this.#unheardPurpose = reply?.purpose ?? 'conversation';
    }
    this.#unansweredTurn = sounded ? null : (reply?.turn ?? this.#unansweredTurn);
  }

  replyHeard(): void {
    if (this.#greetingState === 'skipped') this.#greetingState = 'none';
    this.#unheard = '';
    this.#unansweredTurn = null;
  }

  silent({ turn, text, functionCalls, hasFailed }: Reply): SilentReply {
    if (turn === null || text !== '' || functionCalls.length > 0 || hasFailed) return 'answered';
    const isClear = turn.voicedMs >= CLEAR_SPEECH_MS;
    // The noise was not the customer's first turn, so the greeting is still pending.
    if (this.#greetingState === 'skipped') this.#greetingState = 'waiting';
    if (isClear && this.isGreetingWaiting) this.greet();
    else if (isClear && this.#unheard === '') return 'not-understood';
    else this.#resume();
    return 'resumed';
  }

  /** Answers a turn whose transcript arrived late. */
  answerLate(turn: AnsweredTurn, text: string): void {
    this.#customerText = text;
    this.#deps.speech.answer(turn);
  }

  /**
   * Handles an interruption that was noise.
   * @returns `asked` if the engine was asked again for the answer that the noise interrupted
   */
  unanswered(): 'asked' | 'resumed' {
    const turn = this.#unansweredTurn;
    this.#unansweredTurn = null;
    if (turn === null) this.#resume();
    else this.#deps.speech.answer(turn);
    return turn === null ? 'resumed' : 'asked';
  }

  #resume(): void {
    const words = this.#unheard;
    this.#unheard = '';
    void this.#deps.speech.say(words, { purpose: this.#unheardPurpose });
  }

  get #greeting(): string {
    return greetingOf(this.#deps.assistant);
  }

  /**
   * True if the greeting answers this turn, because it waited for the turn or was not heard. It no longer waits
   * afterwards.
   */
  #isOpening(turn: CustomerTurn | null): boolean {
    const isUnheard = this.#unheard !== '' && this.#unheard === this.#greeting.trim();
    const isWaiting = this.isGreetingWaiting;
    const isAwaited = isWaiting && (turn === null || isShortOpening(turn));
    if (isWaiting) this.#greetingState = isAwaited ? 'none' : 'skipped';
    return isAwaited || (isUnheard && turn !== null && isHello(turn));
  }
}

function answeredTurn({ lastVoicedMs, voicedMs }: CustomerTurn, endedMs: number): AnsweredTurn {
  return { voicedMs, lastVoicedMs, endedMs, transcribedMs: null };
}
