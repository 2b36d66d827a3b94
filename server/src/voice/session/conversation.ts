import { notePressedKeys } from '../../providers/interfaces/pressed-keys.ts';
import type { CallAssistant } from '../call-host.ts';
import { builtInTools } from '../calls/built-in-tools.ts';
import type { Engine, EngineEvent } from '../engines/engine.ts';
import { LanguageInUse } from '../engines/language-in-use.ts';
import type { StockPhrases } from '../speaking/stock-phrase-texts.ts';
import { stockPhrases } from '../speaking/stock-phrases.ts';
import { isGoodbye } from '../turns/goodbyes.ts';
import type { Floor } from '../turns/near-speech.ts';
import type { SpeechChange } from '../turns/speech-segments.ts';
import { reengagementOf } from './assistant-texts.ts';
import type { CallContext } from './call-context.ts';
import { CallOrders } from './call-orders.ts';
import type { ConversationDeps } from './conversation-deps.ts';
import { CustomerAnswers } from './customer-answers.ts';
import type { CustomerTurn } from './customer-turn.ts';
import { FloorLock } from './floor-lock.ts';
import { judgeTurn } from './judge-turn.ts';
import { LateResults } from './late-results.ts';
import { NotUnderstood } from './not-understood.ts';
import { receiveFromEngine } from './receive-from-engine.ts';
import type { Reply, SpeechOutcome } from './reply.ts';
import { Speech } from './speech.ts';
import { SpeechBegins } from './speech-begins.ts';
import { Trouble } from './trouble.ts';
import { TurnTaking } from './turn-taking.ts';
import { WaitFillers } from './wait-fillers.ts';

/** What one assistant and the customer say to each other on one leg. */
export class Conversation {
  readonly assistant: CallAssistant;
  /** In the language that is spoken just now. */
  phrases: StockPhrases;
  readonly speech: Speech;
  readonly #deps: ConversationDeps;
  readonly #call: CallContext;
  readonly #engine: Engine;
  readonly #turns: TurnTaking;
  readonly #fillers: WaitFillers;
  readonly #orders: CallOrders;
  readonly #trouble: Trouble;
  readonly #notUnderstood: NotUnderstood;
  readonly #lock = new FloorLock();
  readonly #answers: CustomerAnswers;
  readonly #language: LanguageInUse;
  readonly begins = new SpeechBegins();
  readonly #late = new LateResults();
  /** Typed words that wait until the assistant has finished. */
  #typed: string | null = null;
  /** The customer is answered; else only the engine listens. */
  #isListening = false;
  /** Why the engine cannot go on; null: it can. */
  #lost: string | null = null;
  #isLeaving = false;

  constructor(deps: ConversationDeps) {
    const { assistant, call, speaker } = deps;
    this.#deps = deps;
    this.#call = call;
    this.assistant = assistant;
    this.#language = new LanguageInUse(assistant.settings.voice);
    this.phrases = stockPhrases(this.#language.code);
    this.speech = new Speech({
      ...{ call, assistant },
      playback: speaker.playback,
      engine: () => this.#engine,
      nextReplyId: deps.nextReplyId,
      played: (reply, heardMs) => this.#played(reply, heardMs),
      troubled: () => this.#troubled(),
    });
    this.#answers = new CustomerAnswers({ assistant, speech: this.speech, engine: () => this.#engine });
    this.#trouble = new Trouble({
      apologise: () => void this.speech.say(this.phrases.apology),
      takeLeave: () => this.sayLocked(this.phrases.failure),
      failed: () => deps.failed('the assistant could not answer'),
    });
    this.#notUnderstood = new NotUnderstood({
      speech: this.speech,
      answers: this.#answers,
      request: () => this.phrases.apology,
      giveUp: () => this.#takeLeave('the customer could not be understood'),
    });
    this.#fillers = new WaitFillers(this.speech.asides, Math.random);
    this.#turns = new TurnTaking(this.#turnHooks(), deps.ear);
    this.#orders = new CallOrders({
      ...{ call, leg: deps.leg, lock: this.#lock },
      isListening: () => this.#isListening,
    });
    this.#engine = deps.openEngine({
      assistant,
      sampleRateHz: deps.leg.sampleRateHz,
      listener: (event) => this.#receive(event),
      extraTools: builtInTools(assistant.builtInTools, this.#orders),
      history: deps.history,
      clock: call.services.clock,
      signal: call.signal,
    });
  }

  /** What goes on, as the timers of the call see it. */
  get activity(): { customer: boolean; assistant: 'silent' | 'busy' | 'reengaging' } {
    const isBusy = this.speech.isUnderWay || this.#orders.isActive;
    const kind = this.speech.current?.purpose === 'reengagement' ? 'reengaging' : 'busy';
    return { customer: this.#turns.isCustomerActive, assistant: isBusy ? kind : 'silent' };
  }

  /** The customer waits in vain for words of the assistant. */
  get isTroubled(): boolean {
    return this.#trouble.isOpen || this.speech.isLate(this.#call.nowMs());
  }

  get floor(): Floor {
    if (this.speech.isUnderWay) return 'assistant';
    return this.#turns.isCustomerActive ? 'customer' : 'nobody';
  }

  /** From now on what the customer says is answered. */
  listen(): void {
    this.#isListening = true;
    this.#takeLeaveIfLost();
  }

  /** Nothing is answered and nothing said; the engine hears the customer all the same. */
  stopListening(): void {
    this.#isListening = false;
    this.speech.cut();
    this.#turns.takeTurn();
  }

  greet(): void {
    this.listen();
    if (!this.#isLeaving) this.#answers.greet();
  }

  /** Lets the customer speak first. */
  greetOnTurn(): void {
    this.listen();
    this.#answers.greetOnTurn();
  }

  /** Says it at once, and nobody can interrupt it. */
  sayLocked(text: string): Promise<SpeechOutcome> {
    return this.#lock.during(() => {
      this.speech.cut();
      return this.speech.say(text);
    });
  }

  reengage(): void {
    this.#call.tell({ type: 'reengaged' });
    if (this.#answers.isGreetingWaiting) this.greet();
    else void this.speech.prompt(reengagementOf(this.assistant), 'reengagement');
  }

  /** What was done with the call is over, and the conversation goes on. */
  unlock(): void {
    this.#lock.release();
  }

  hear(frame: Int16Array): void {
    this.#turns.hear(frame);
  }

  heardSpeech(change: SpeechChange): void {
    this.begins.heard(change);
    if (this.#isListening) this.#turns.speech(change);
    else if (change.type === 'started') this.#engine.speechStarted();
    else this.#engine.speechStopped();
  }

  /** Words in place of spoken ones: they end the customer's turn. */
  typed(text: string): void {
    // What they interrupt is told before them: it began before.
    if (this.#isListening && this.#mayInterrupt()) this.#interruptForTyped();
    this.begins.forget();
    this.#engine.read(text);
    if (!this.#isListening) return;
    this.#typed = text;
    if (this.#mayInterrupt()) this.#answerTyped(text);
  }

  /** Words of what is being said aloud: they stand in for a transcriber, and the sound ends the turn as ever. */
  worded(text: string): void {
    if (this.#engine.isDeaf === true) this.#engine.read(text);
  }

  pressed(digit: string): void {
    this.#orders.pressed(digit);
  }

  tick(): void {
    const nowMs = this.#call.nowMs();
    if (this.#isListening) this.#turns.tick();
    this.#fillers.tick({
      nowMs,
      reply: this.speech.current,
      bufferedMs: this.speech.bufferedMs,
      customerText: this.#answers.customerText,
      fillers: this.assistant.settings.fillers,
      oneMoment: this.#orders.isCollecting ? null : this.phrases.oneMoment,
      isRealtime: this.#engine.findsTurns,
    });
    const isFree = !this.speech.isUnderWay && !this.#lock.isLocked;
    if (this.#typed !== null && isFree) this.#answerTyped(this.#typed);
    this.#tellLateResults();
    const keys = this.#orders.looseKeys(this.speech.isPlaying);
    if (keys !== null) this.typed(notePressedKeys(keys));
    this.speech.tick(nowMs);
    this.#obeyOrders();
  }

  /** In place of `tick` while the call is on hold: whatever waits for one of the two to speak, or to press keys, goes on waiting. */
  standStill(): void {
    this.#turns.standStill();
    this.#orders.standStill();
    this.speech.standStill(this.#call.nowMs());
  }

  /** Ends what is said; what was heard of it is told before. */
  async close(): Promise<void> {
    this.#isListening = false;
    this.#orders.close();
    this.speech.cut();
    await this.#engine.close();
  }

  #turnHooks(): ConstructorParameters<typeof TurnTaking>[0] {
    return {
      nowMs: this.#call.nowMs,
      engine: () => this.#engine,
      settings: () => this.assistant.settings,
      isAnswering: () => this.speech.isUnderWay,
      isNearlyOver: () => this.speech.isNearlyOver && !this.#orders.isActive,
      isGreeting: () => this.speech.isGreeting,
      isAtWork: () => this.speech.isAtWork,
      mayInterrupt: () => this.#mayInterrupt(),
      isIgnored: (text) => this.#orders.isEnding && isGoodbye(text),
      pause: () => this.speech.pause(),
      resume: () => this.speech.resume(),
      interrupted: (sinceMs) => this.#interrupted(sinceMs),
      turnOver: (turn, endedMs) => this.#turnOver(turn, endedMs),
      unanswered: () => this.#unanswered(),
      judgeTurn: (turn) => judgeTurn(this.#deps, turn, this.#language.code),
    };
  }

  /** Before the first sound of an answer nothing is interrupted: the customer goes on with their sentence. */
  #mayInterrupt(): boolean {
    if (this.#lock.isLocked) return false;
    return this.assistant.settings.allowInterruptions || !this.speech.isSounding;
  }

  #answerTyped(text: string): void {
    const nowMs = this.#call.nowMs();
    this.#typed = null;
    this.#interruptForTyped();
    this.#turns.takeTurn();
    this.#late.answering();
    this.#answers.answer({ sinceMs: nowMs, lastVoicedMs: nowMs, text }, nowMs);
  }

  #interruptForTyped(): void {
    this.#orders.cancel();
    this.speech.interrupt(null);
  }

  #interrupted(sinceMs: number): void {
    this.#orders.cancel();
    const { current } = this.speech;
    this.#answers.interrupted(current, this.speech.interrupt(sinceMs));
    if (current?.text == null || current.firstSoundMs === null) this.#late.untold();
  }

  #turnOver(turn: CustomerTurn, endedMs: number): void {
    this.#orders.cancel();
    if (turn.text !== '') this.#orders.forget();
    this.#late.answering();
    this.#answers.answer(turn, endedMs);
  }

  /** Whatever was interrupted for a noise goes on, unless something else is said meanwhile. */
  #unanswered(): void {
    if (this.speech.isUnderWay || this.#lock.isLocked) return;
    if (this.#answers.unanswered() === 'asked') this.#late.answering();
  }

  #played(reply: Reply, heardMs: number): void {
    if (heardMs === 0) {
      this.#playedNothing(reply);
      return;
    }
    this.#answers.heard();
    this.#orders.forget();
    this.#orders.spoke();
    if (reply.turn !== null && !reply.hasFailed) this.#trouble.isOver();
  }

  #playedNothing(reply: Reply): void {
    const meaning = this.#answers.silent(reply);
    if (meaning === 'answered') return;
    this.#orders.restore();
    this.#late.unanswered();
    const isToAsk = meaning === 'not-understood' && this.#isListening && !this.#orders.isSet;
    // An engine that finds turns hears more than words, and one that only reads hears none.
    const { findsTurns, isDeaf = false } = this.#engine;
    if (isToAsk && reply.turn !== null && !findsTurns && !isDeaf) this.#notUnderstood.happened(reply.turn);
  }

  /** Nobody is asked to say again what is about to be done, or what nobody listens to. */
  #troubled(): void {
    if (this.#isListening && !this.#orders.isSet) this.#trouble.happened();
  }

  /** What a tool brought whose answer was interrupted: nobody else is going to begin with it. */
  #tellLateResults(): void {
    const isTaken = this.floor !== 'nobody' || this.#lock.isLocked || this.#orders.isActive;
    if (isTaken || !this.#isListening || this.#isLeaving) return;
    const instruction = this.#late.take();
    if (instruction !== null) void this.speech.prompt(instruction, 'conversation');
  }

  #obeyOrders(): void {
    const isOutspoken = this.#orders.isEnding && this.#turns.isCustomerActive;
    if (this.speech.isUnderWay || isOutspoken) return;
    const due = this.#orders.take(this.#engine.findsTurns);
    if (due !== null) this.#deps.act(due.action, due.spoke);
  }

  #receive(event: EngineEvent): void {
    if (event.type === 'tool-finished') this.#toolFinished(event);
    receiveFromEngine(event, {
      call: this.#call,
      speech: this.speech,
      understood: (text, isFinal) => this.#understood(text, isFinal),
      spokeIn: (language) => this.#spokeIn(language),
      saidSince: () => this.begins.understood(this.#call.nowMs()),
      speechStarted: () => {
        if (this.#isListening) this.#turns.engineHeardSpeech();
      },
      speechStopped: () => {
        if (this.#isListening) this.#turns.engineHeardSilence();
      },
      replyStarted: (replyId) => this.#replyStarted(replyId),
      failed: (reason) => {
        this.#lost ??= reason;
        this.#takeLeaveIfLost();
      },
    });
  }

  /** What an account's tool brings to an answer that is over is to be told later; what the call itself does is not. */
  #toolFinished({ replyId, functionCall }: Extract<EngineEvent, { type: 'tool-finished' }>): void {
    if (!this.assistant.tools.some(({ description }) => description.name === functionCall.name)) return;
    if (this.speech.isOpen(replyId)) this.#late.told(functionCall);
    else this.#late.finished(functionCall);
  }

  /** Says so, where anything can still speak; who is not listened to is being connected, or talks with somebody else. */
  #takeLeaveIfLost(): void {
    const reason = this.#lost;
    if (reason !== null) this.#takeLeave(reason);
  }

  #takeLeave(reason: string): void {
    if (!this.#isListening || this.#isLeaving) return;
    this.#isLeaving = true;
    void this.sayLocked(this.phrases.failure).then(() => this.#deps.failed(reason));
  }

  #spokeIn(language: string | null): void {
    this.#language.heard(language);
    this.phrases = stockPhrases(this.#language.code);
  }

  #understood(text: string, isFinal: boolean): void {
    this.#deps.understood(text, isFinal);
    if (!this.#isListening) return;
    this.#turns.text(text, isFinal);
    this.#deps.ear.understood(isFinal);
    if (!isFinal) return;
    this.#answers.understood(text);
    this.#notUnderstood.understood(text, this.#turns.isCustomerActive);
    this.#orders.forget();
  }

  #replyStarted(replyId: string): void {
    const turn = this.#turns.takeTurn();
    // What may have been a noise was a turn to the engine: nothing waits for that any more, whatever is said now.
    this.speech.unpause();
    const isRefused = !this.#isListening || (this.#lock.isLocked && !this.#orders.isSet);
    if (isRefused) this.#answers.refuse(replyId);
    else {
      this.#late.answering();
      this.#answers.answeredByEngine(replyId, turn, this.#call.nowMs());
    }
  }
}
