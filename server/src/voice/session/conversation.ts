import type { CallAssistant } from '../call-host.ts';
import { builtInTools } from '../calls/built-in-tools.ts';
import type { CallAction, CallControl } from '../calls/call-control.ts';
import type { Engine, EngineEvent, Heard } from '../engines/engine.ts';
import type { StockPhrases } from '../speaking/stock-phrase-texts.ts';
import { stockPhrases } from '../speaking/stock-phrases.ts';
import { isFarewell } from '../turns/farewells.ts';
import type { SpeechChange } from '../turns/speech-segments.ts';
import { greetingOf, reengagementOf } from './assistant-texts.ts';
import type { CallContext } from './call-context.ts';
import type { ConversationParts } from './conversation-parts.ts';
import { DigitEntry } from './digit-entry.ts';
import { judgeTurn } from './judge-turn.ts';
import { PendingAction } from './pending-action.ts';
import { receiveFromEngine } from './receive-from-engine.ts';
import type { AnsweredTurn, Reply, SpeechOutcome } from './reply.ts';
import { isShortOpening } from './short-opening.ts';
import { Speech } from './speech.ts';
import { Trouble } from './trouble.ts';
import { type CustomerTurn, TurnTaking } from './turn-taking.ts';
import { WaitFillers } from './wait-fillers.ts';

const NOTHING_HEARD: Heard = { text: '', audioMs: 0 };

/** What one assistant and the customer say to each other on one leg. */
export class Conversation implements CallControl {
  readonly assistant: CallAssistant;
  readonly phrases: StockPhrases;
  readonly speech: Speech;
  readonly #parts: ConversationParts;
  readonly #call: CallContext;
  readonly #engine: Engine;
  readonly #turns: TurnTaking;
  readonly #fillers: WaitFillers;
  readonly #digits = new DigitEntry();
  readonly #pending = new PendingAction();
  readonly #trouble: Trouble;
  #customerText = '';
  /** Typed words that wait until the assistant has finished. */
  #typed: string | null = null;
  /** Of what the customer interrupted last. */
  #unheard = '';
  #greetsOnTurn = false;
  /** The customer is answered; else only the engine listens. */
  #isListening = false;
  #isLocked = false;

  constructor(parts: ConversationParts) {
    const { assistant, call, speaker } = parts;
    this.#parts = parts;
    this.#call = call;
    this.assistant = assistant;
    this.phrases = stockPhrases(assistant.settings.voice.language);
    this.speech = new Speech({
      call,
      playback: speaker.playback,
      engine: () => this.#engine,
      nextReplyId: parts.nextReplyId,
      played: (reply, heardMs) => this.#played(reply, heardMs),
      troubled: () => this.#trouble.happened(),
    });
    this.#trouble = new Trouble({
      apologise: () => void this.speech.say(this.phrases.apology),
      takeLeave: () => this.sayLocked(this.phrases.failure),
      failed: () => parts.failed('the assistant could not answer'),
    });
    this.#fillers = new WaitFillers(this.speech.asides, Math.random);
    this.#turns = new TurnTaking(this.#turnHooks(), parts.ear);
    this.#engine = parts.openEngine({
      assistant,
      sampleRateHz: parts.leg.sampleRateHz,
      listener: (event) => this.#receive(event),
      extraTools: builtInTools(assistant.builtInTools, this),
      history: parts.history,
      clock: call.services.clock,
      signal: call.signal,
    });
  }

  /** What goes on, as the timers of the call see it. */
  get activity(): { customer: boolean; assistant: 'silent' | 'busy' | 'reengaging' } {
    const isBusy = this.speech.isUnderWay || this.#pending.isSet || this.#digits.isActive;
    const kind = this.speech.current?.purpose === 'reengagement' ? 'reengaging' : 'busy';
    return { customer: this.#turns.isCustomerActive, assistant: isBusy ? kind : 'silent' };
  }

  /** From now on what the customer says is answered. */
  listen(): void {
    this.#isListening = true;
  }

  /** Nothing is answered and nothing said; the engine hears the customer all the same. */
  stopListening(): void {
    this.#isListening = false;
    this.speech.cut();
    this.#turns.takeTurn();
  }

  greet(): void {
    this.listen();
    this.#greetsOnTurn = false;
    void this.speech.say(greetingOf(this.assistant));
  }

  /** Lets the customer speak first. */
  greetOnTurn(): void {
    this.listen();
    this.#greetsOnTurn = true;
  }

  /** Says it at once, and nobody can interrupt it. */
  async sayLocked(text: string): Promise<SpeechOutcome> {
    const wasLocked = this.#isLocked;
    this.#isLocked = true;
    this.speech.cut();
    const outcome = await this.speech.say(text);
    this.#isLocked = wasLocked;
    return outcome;
  }

  reengage(): void {
    this.#call.tell({ type: 'reengaged' });
    if (this.#greetsOnTurn) this.greet();
    else void this.speech.prompt(reengagementOf(this.assistant), 'reengagement');
  }

  /** What was done with the call is over, and the conversation goes on. */
  unlock(): void {
    this.#isLocked = false;
  }

  hear(frame: Int16Array): void {
    this.#turns.hear(frame);
  }

  heardSpeech(change: SpeechChange): void {
    if (this.#isListening) this.#turns.speech(change);
    else if (change.type === 'started') this.#engine.speechStarted();
    else this.#engine.speechStopped();
  }

  /** Words in place of spoken ones: they end the customer's turn. */
  typed(text: string): void {
    this.#engine.read(text);
    if (!this.#isListening) return;
    this.#typed = text;
    if (this.#mayInterrupt()) this.#answerTyped(text);
  }

  pressed(digit: string): void {
    this.#digits.press(digit, this.#call.nowMs());
  }

  tick(): void {
    const nowMs = this.#call.nowMs();
    if (this.#isListening) this.#turns.tick();
    this.#fillers.tick({
      nowMs,
      reply: this.speech.current,
      bufferedMs: this.speech.bufferedMs,
      customerText: this.#customerText,
      fillers: this.assistant.settings.fillers,
      oneMoment: this.#digits.isCollecting ? null : this.phrases.oneMoment,
    });
    if (this.#typed !== null && !this.speech.isUnderWay && !this.#isLocked) this.#answerTyped(this.#typed);
    const keys = this.#digits.tick(nowMs, this.speech.bufferedMs > 0);
    if (keys !== null) this.typed(`(Keys pressed on the phone: ${keys})`);
    this.speech.tick(nowMs);
    this.#runPending(nowMs);
  }

  afterReply(action: CallAction): boolean {
    // An engine that hears the customer all the same may order things over what is being done already.
    const isSet = this.#isListening && this.#pending.set(action, this.#call.nowMs());
    if (isSet && action.type !== 'end-call') this.#isLocked = true;
    return isSet;
  }

  collectDigits: CallControl['collectDigits'] = (wanted, signal) =>
    this.#digits.collect({ ...wanted, nowMs: this.#call.nowMs() }, signal);

  sendDigits(digits: string): Promise<void> {
    return this.#parts.leg.sendDigits(digits);
  }

  /** Ends what is said; what was heard of it is told before. */
  async close(): Promise<void> {
    this.#isListening = false;
    this.#digits.close();
    this.speech.cut();
    await this.#engine.close();
  }

  #turnHooks(): ConstructorParameters<typeof TurnTaking>[0] {
    return {
      nowMs: this.#call.nowMs,
      engine: () => this.#engine,
      settings: () => this.assistant.settings,
      isAnswering: () => this.speech.isUnderWay,
      mayInterrupt: () => this.#mayInterrupt(),
      isIgnored: (text) => this.#pending.isEnding && isFarewell(text),
      pause: () => this.speech.pause(),
      resume: () => this.speech.resume(),
      interrupted: (sinceMs) => {
        this.#pending.cancel();
        this.#unheard = this.speech.interrupt(sinceMs);
      },
      turnOver: (turn, endedMs) => this.#turnOver(turn, endedMs),
      judgeTurn: (turn) => judgeTurn(this.#parts, turn),
    };
  }

  /** Before the first sound of an answer nothing is interrupted: the customer goes on with their sentence. */
  #mayInterrupt(): boolean {
    if (this.#isLocked) return false;
    return this.assistant.settings.allowInterruptions || !this.speech.isSounding;
  }

  #answerTyped(text: string): void {
    const nowMs = this.#call.nowMs();
    this.#typed = null;
    this.#pending.cancel();
    this.speech.interrupt(null);
    this.#turns.takeTurn();
    this.#customerText = text;
    const answered = { lastVoicedMs: nowMs, endedMs: nowMs, transcribedMs: null };
    this.#answer({ sinceMs: nowMs, lastVoicedMs: nowMs, text }, answered);
  }

  /** The first turn that is only a "hello" has the greeting for an answer, where that waited for it. */
  #answer(turn: CustomerTurn, answered: AnsweredTurn): void {
    if (this.#isOpening(turn)) void this.speech.say(greetingOf(this.assistant), answered);
    else this.speech.answer(answered);
  }

  /** Whether the greeting, which waited for the customer, answers this turn. */
  #isOpening(turn: CustomerTurn | null): boolean {
    const isOpening = this.#greetsOnTurn && (turn === null || isShortOpening(turn));
    this.#greetsOnTurn = false;
    return isOpening;
  }

  #turnOver(turn: CustomerTurn, endedMs: number): void {
    const answered = { lastVoicedMs: turn.lastVoicedMs, endedMs, transcribedMs: null };
    this.#customerText = turn.text;
    this.#pending.cancel();
    this.#answer(turn, answered);
  }

  #played(reply: Reply, heardMs: number): void {
    if (heardMs === 0) {
      this.#goOn(reply);
      return;
    }
    this.#unheard = '';
    this.#pending.spoke();
    if (reply.turn !== null && !reply.hasFailed) this.#trouble.isOver();
  }

  /** Who interrupted has said nothing that could be understood: it was a noise after all. */
  #goOn(reply: Reply): void {
    const isNothing = reply.turn !== null && reply.text === '' && reply.functionCalls.length === 0;
    if (!isNothing || reply.hasFailed || this.#unheard === '') return;
    void this.speech.say(this.#unheard);
    this.#unheard = '';
  }

  #runPending(nowMs: number): void {
    const isOutspoken = this.#pending.isEnding && this.#turns.isCustomerActive;
    if (this.speech.isUnderWay || isOutspoken) return;
    const due = this.#pending.take({ nowMs, isExpectingWords: this.#engine.findsTurns });
    if (due !== null) this.#parts.act(due.action, due.spoke);
  }

  #receive(event: EngineEvent): void {
    receiveFromEngine(event, {
      call: this.#call,
      speech: this.speech,
      understood: (text, isFinal) => this.#understood(text, isFinal),
      speechStarted: () => {
        if (this.#isListening) this.#turns.engineHeardSpeech();
      },
      speechStopped: () => {
        if (this.#isListening) this.#turns.engineHeardSilence();
      },
      replyStarted: (replyId) => this.#replyStarted(replyId),
      failed: this.#parts.failed,
    });
  }

  #understood(text: string, isFinal: boolean): void {
    this.#parts.understood(text, isFinal);
    if (!this.#isListening) return;
    this.#turns.text(text, isFinal);
    const { current } = this.speech;
    // The last words of a turn that is being answered come after its end.
    if (isFinal && current?.turn != null && current.firstSoundMs === null && this.#customerText === '') {
      this.#customerText = text;
    }
  }

  #replyStarted(replyId: string): void {
    const turn = this.#turns.takeTurn();
    const isRefused = !this.#isListening || (this.#isLocked && !this.#pending.isSet);
    if (isRefused) {
      this.#engine.interrupt(replyId, NOTHING_HEARD);
      return;
    }
    const endedMs = this.#call.nowMs();
    this.#customerText = turn?.text ?? '';
    const answered = turn === null ? null : { lastVoicedMs: turn.lastVoicedMs, endedMs, transcribedMs: null };
    if (this.#isOpening(turn)) {
      this.#engine.interrupt(replyId, NOTHING_HEARD);
      void this.speech.say(greetingOf(this.assistant), answered);
    } else this.speech.started(replyId, answered);
  }
}
