import type { CallAssistant } from '../call-host.ts';
import type { Engine, Heard } from '../engines/engine.ts';
import { greetingOf } from './assistant-texts.ts';
import type { CustomerTurn } from './customer-turn.ts';
import type { AnsweredTurn, Reply, ReplyPurpose } from './reply.ts';
import { isHello, isShortOpening } from './short-opening.ts';
import type { Speech } from './speech.ts';

const NOTHING_HEARD: Heard = { text: '', audioMs: 0 };

interface AnswerDeps {
  assistant: CallAssistant;
  speech: Speech;
  engine(): Engine;
}

/** Shorter sounds may be a cough or a laugh. */
const CLEAR_SPEECH_MS = 600;

/**
 * Why a reply made no sound: `answered`: something else answers; `gone-on`: nothing was said, so the interrupted reply goes on;
 * `not-understood`: somebody spoke, and nothing else will answer it.
 */
export type SilentReply = 'answered' | 'gone-on' | 'not-understood';

/** What the customer's turns are answered with: the engine's words, or a greeting that waited for the first of them. */
export class CustomerAnswers {
  readonly #deps: AnswerDeps;
  #isGreetingWaiting = false;
  /** It waited for a turn that did not look like a "hello", and is not answered yet. */
  #isGreetingPassedOver = false;
  #customerText = '';
  /** Of what the customer interrupted last. */
  #unheard = '';
  #unheardPurpose: ReplyPurpose = 'conversation';
  /** The turn whose answer they interrupted before it sounded. */
  #owed: AnsweredTurn | null = null;

  constructor(deps: AnswerDeps) {
    this.#deps = deps;
  }

  /** What was understood of the turn that is answered; empty: nothing. */
  get customerText(): string {
    return this.#customerText;
  }

  get isGreetingWaiting(): boolean {
    return this.#isGreetingWaiting;
  }

  greet(): void {
    this.#isGreetingWaiting = false;
    void this.#deps.speech.say(this.#greeting, { purpose: 'greeting' });
  }

  /** The greeting answers the customer's first words. */
  greetOnTurn(): void {
    this.#isGreetingWaiting = true;
  }

  answer(turn: CustomerTurn, endedMs: number): void {
    this.#owed = null;
    this.#customerText = turn.text;
    const answered = answeredTurn(turn, endedMs);
    if (this.#isOpening(turn))
      void this.#deps.speech.say(this.#greeting, { turn: answered, purpose: 'greeting' });
    else this.#deps.speech.answer(answered);
  }

  /** The engine answers by itself. */
  answeredByEngine(replyId: string, turn: CustomerTurn | null, endedMs: number): void {
    const { speech } = this.#deps;
    this.#owed = null;
    this.#customerText = turn?.text ?? '';
    const answered = turn === null ? null : answeredTurn(turn, endedMs);
    if (this.#isOpening(turn)) {
      this.refuse(replyId);
      void speech.say(this.#greeting, { turn: answered, purpose: 'greeting' });
    } else speech.started(replyId, answered);
  }

  /** Nobody is to hear what the engine says by itself. */
  refuse(replyId: string): void {
    this.#deps.engine().interrupt(replyId, NOTHING_HEARD);
  }

  /** The last words of a turn that is being answered come after its end. */
  understood(text: string): void {
    const { current } = this.#deps.speech;
    const isLate = current?.turn != null && current.firstSoundMs === null;
    if (isLate && this.#customerText === '') this.#customerText = text;
  }

  /** The customer took the floor from `reply`. @param unheard its words that were not heard, as far as they are known */
  interrupted(reply: Reply | null, unheard: string): void {
    const sounded = reply?.firstSoundMs != null;
    // An answer that has not begun yet takes no place of the words that were interrupted before it.
    if (sounded || unheard !== '') {
      this.#unheard = unheard;
      this.#unheardPurpose = reply?.purpose ?? 'conversation';
    }
    this.#owed = sounded ? null : (reply?.turn ?? this.#owed);
  }

  heard(): void {
    this.#isGreetingPassedOver = false;
    this.#unheard = '';
    this.#owed = null;
  }

  /** Handles a reply without a sound. */
  silent({ turn, text, functionCalls, hasFailed }: Reply): SilentReply {
    if (turn === null || text !== '' || functionCalls.length > 0 || hasFailed) return 'answered';
    const isClear = turn.voicedMs >= CLEAR_SPEECH_MS;
    // A noise was not the customer's first word: they are still to be greeted.
    this.#isGreetingWaiting ||= this.#isGreetingPassedOver;
    this.#isGreetingPassedOver = false;
    if (isClear && this.#isGreetingWaiting) this.greet();
    else if (isClear && this.#unheard === '') return 'not-understood';
    else this.#goOn();
    return 'gone-on';
  }

  /** Late words of a turn that seemed to have none. */
  answerLate(turn: AnsweredTurn, text: string): void {
    this.#customerText = text;
    this.#deps.speech.answer(turn);
  }

  /** Nobody answers what has interrupted: it was a noise after all. @returns `asked`: the engine, for the answer that it took away */
  unanswered(): 'asked' | 'gone-on' {
    const owed = this.#owed;
    this.#owed = null;
    if (owed === null) this.#goOn();
    else this.#deps.speech.answer(owed);
    return owed === null ? 'gone-on' : 'asked';
  }

  #goOn(): void {
    const words = this.#unheard;
    this.#unheard = '';
    void this.#deps.speech.say(words, { purpose: this.#unheardPurpose });
  }

  get #greeting(): string {
    return greetingOf(this.#deps.assistant);
  }

  /** Whether the greeting, which waited for the customer or was not heard yet, answers this turn. It waits no longer. */
  #isOpening(turn: CustomerTurn | null): boolean {
    const isUnheard = this.#unheard !== '' && this.#unheard === this.#greeting.trim();
    const isAwaited = this.#isGreetingWaiting && (turn === null || isShortOpening(turn));
    this.#isGreetingPassedOver ||= this.#isGreetingWaiting && !isAwaited;
    this.#isGreetingWaiting = false;
    return isAwaited || (isUnheard && turn !== null && isHello(turn));
  }
}

function answeredTurn({ lastVoicedMs, voicedMs = 0 }: CustomerTurn, endedMs: number): AnsweredTurn {
  return { voicedMs, lastVoicedMs, endedMs, transcribedMs: null };
}
