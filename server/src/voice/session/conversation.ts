import type { CallAssistant } from '../call-host.ts';
import { CurrentLanguage } from '../engines/current-language.ts';
import type { Engine, EngineEvent } from '../engines/engine.ts';
import type { VoiceSettings } from '../settings.ts';
import type { StockPhrases } from '../speaking/stock-phrase-texts.ts';
import { stockPhrases } from '../speaking/stock-phrases.ts';
import type { CustomerTurn, TurnEffect, TurnEvent } from '../turns/customer-turn.ts';
import { isGoodbye } from '../turns/goodbyes.ts';
import type { TurnHolder } from '../turns/primary-speaker.ts';
import type { SilenceFacts } from '../turns/silence.ts';
import type { SpeechChange } from '../turns/speech-segments.ts';
import { wordsOf } from '../turns/words.ts';
import { fillersOf, greetingOf, noticeOf, reengagementOf } from './assistant-texts.ts';
import { builtInTools } from './built-in-tools.ts';
import { CallActions } from './call-actions.ts';
import type { CallContext } from './call-context.ts';
import type { CallAction, CallControl, ToolOf } from './call-control.ts';
import type { ConversationDeps } from './conversation-deps.ts';
import {
  type AnswerEffect,
  type AnswerEvent,
  type AnswerState,
  answeredTurn,
  decideAnswer,
  initialAnswerState,
  REPEATABLE_SPEECH_MS,
} from './decide-answer.ts';
import { EngineReports } from './engine-reports.ts';
import { Keypad } from './keypad.ts';
import { LateResults } from './late-results.ts';
import { performEffect } from './perform-effect.ts';
import type { AnsweredTurn, Reply, ReplyPurpose, SpeechOutcome } from './reply.ts';
import { ReplyFailures } from './reply-failures.ts';
import { isShortOpening } from './short-opening.ts';
import { Speech } from './speech.ts';
import { SpeechStarts } from './speech-starts.ts';
import { SupervisorOrders } from './supervisor-orders.ts';
import { TurnLock } from './turn-lock.ts';
import { TurnTaking } from './turn-taking.ts';
import { WaitFillers } from './wait-fillers.ts';

/** The conversation of one assistant with the customer on one leg. */
export class Conversation implements CallControl {
  readonly assistant: CallAssistant;
  /** In the current language. */
  phrases: StockPhrases;
  readonly speech: Speech;
  readonly #deps: ConversationDeps;
  readonly #call: CallContext;
  readonly #engine: Engine;
  readonly #turns: TurnTaking;
  readonly #fillers: WaitFillers;
  readonly #actions: CallActions;
  readonly #keypad: Keypad;
  readonly orders: SupervisorOrders;
  readonly #failures = new ReplyFailures();
  readonly #reports: EngineReports;
  readonly #lock = new TurnLock();
  readonly #language: CurrentLanguage;
  readonly speechStarts = new SpeechStarts();
  readonly #late = new LateResults();
  #answers: AnswerState;
  /** Typed text to answer when the assistant has finished. */
  #typed: string | null = null;
  /**
   * `silent`: only the engine receives the customer's audio. `ending`: says goodbye and then fails, because it cannot
   * continue.
   */
  #phase: 'silent' | 'listening' | 'ending' = 'silent';
  /** The called party's short words that begin before this are their own greeting, which ours answers. */
  #helloUntilMs = 0;
  /** The last opening that nothing may interrupt, if it was heard to its end. */
  #uninterrupted: { sinceMs: number; untilMs: number } | null = null;
  /** Why the engine failed; null if it works. */
  #failure: string | null = null;

  constructor(deps: ConversationDeps) {
    const { assistant, call, leg, speaker, audioInput, nextReplyId } = deps;
    this.#deps = deps;
    this.#call = call;
    this.assistant = assistant;
    this.#language = new CurrentLanguage(assistant.settings.voice);
    this.phrases = stockPhrases(this.#language.code);
    this.#actions = new CallActions(call);
    this.#reports = new EngineReports(call, assistant);
    this.#engine = call.services.openEngine({
      assistant,
      sampleRateHz: leg.sampleRateHz,
      listener: (event) => this.#receive(event),
      extraTools: builtInTools(assistant, this),
      history: deps.history,
      journal: call.journal,
      earlierCalls: call.host.earlierCalls,
      replacedSpeech: call.replacedSpeech,
      clock: call.services.clock,
      signal: call.toolSignal,
    });
    const engine = this.#engine;
    this.speech = new Speech({ call, assistant, playback: speaker.playback, engine, nextReplyId });
    this.#keypad = new Keypad({ call, assistant, leg, engine, playback: speaker.playback });
    this.orders = new SupervisorOrders(engine);
    this.#answers = initialAnswerState({
      greetingText: greetingOf(assistant),
      noticeText: noticeDue(deps),
      unclearSpeechAction: unclearSpeechActionOf(assistant),
    });
    this.#fillers = new WaitFillers(this.speech.fillerSpeech, fillersOf(assistant), Math.random);
    const { speech } = this;
    const [actions, keypad, lock] = [this.#actions, this.#keypad, this.#lock];
    this.#turns = new TurnTaking({ call, assistant, engine, audioInput, speech, actions, keypad, lock });
  }

  /** True if the customer is answered. */
  get #isListening(): boolean {
    return this.#phase !== 'silent';
  }

  /** True if it is, or may become, the customer's turn. */
  get isCustomerActive(): boolean {
    return this.#turns.isCustomerActive;
  }

  get assistantActivity(): SilenceFacts['assistant'] {
    if (!this.speech.isUnderWay && !this.#actions.isScheduled && !this.#keypad.isActive) return 'silent';
    return this.speech.current?.purpose === 'reengagement' ? 'reengaging' : 'busy';
  }

  /** True if an answer failed or is overdue. */
  get isFailing(): boolean {
    return this.#failures.isFailing || this.speech.isLate(this.#call.nowMs());
  }

  /** True while tools with effects run. */
  get hasRunningEffects(): boolean {
    return this.#engine.hasRunningEffects === true;
  }

  get turnHolder(): TurnHolder {
    if (this.speech.isUnderWay) return 'assistant';
    return this.#turns.isCustomerActive ? 'customer' : 'nobody';
  }

  /** Answers the customer from now on. */
  listen(): void {
    if (this.#phase === 'silent') this.#phase = 'listening';
    this.#endIfFailed();
  }

  /** Stops answering and speaking; the engine still receives audio. */
  stopListening(): void {
    if (this.#phase === 'listening') this.#phase = 'silent';
    this.speech.cut();
    this.#take({ type: 'turn-taken' });
  }

  greet(): void {
    this.listen();
    if (this.#phase === 'listening') this.#decide({ type: 'greet' });
  }

  /** Lets the greeting answer short words over it that began before `untilMs`, such as "John speaking". */
  answerHelloWithGreeting(untilMs: number): void {
    this.#helloUntilMs = untilMs;
  }

  /** Speaks first, by an internal instruction instead of the greeting. */
  continueWith(instruction: string): void {
    this.listen();
    if (this.#phase === 'listening') this.#decide({ type: 'prompt', instruction });
  }

  /** Waits for the customer to speak first. */
  greetOnTurn(): void {
    this.listen();
    this.#decide({ type: 'greet-on-turn' });
  }

  /** Says the text immediately; it cannot be interrupted. */
  sayLocked(text: string): Promise<SpeechOutcome> {
    return this.#lock.during(() => {
      this.speech.cut();
      return this.speech.say(text);
    });
  }

  /** True if the call is about to end or to be transferred. */
  get isLeaving(): boolean {
    return this.#phase === 'ending' || this.#actions.isScheduled;
  }

  /**
   * Says a text as the assistant, in the next pause of both sides or at once.
   * @returns false if the call is about to end or to be transferred
   */
  dictate(text: string, interrupts: boolean): boolean {
    if (this.isLeaving) return false;
    const isProtected = this.#lock.isLocked || this.speech.protection === 'always';
    if (!interrupts || !this.#isListening || isProtected) {
      this.orders.sayInPause(text);
      return true;
    }
    this.#cancelActions();
    this.speech.cut();
    this.#take({ type: 'turn-taken' });
    void this.speech.say(text);
    return true;
  }

  reengage(): void {
    this.#call.emit({ type: 'reengaged' });
    if (this.#answers.greeting === 'waiting') this.greet();
    else void this.speech.prompt(reengagementOf(this.assistant), 'reengagement');
  }

  /** Ends the lock of a call action: the conversation continues. */
  unlock(): void {
    this.#lock.release();
  }

  pushAudio(frame: Int16Array): void {
    this.#turns.pushAudio(frame);
  }

  speechChanged(change: SpeechChange): void {
    this.speechStarts.update(change);
    if (this.#isListening) this.#take(change);
    else if (change.type === 'speech-started') this.#engine.speechStarted();
    else this.#engine.speechStopped();
  }

  /** Handles typed text, which ends the customer's turn. */
  typed(text: string): void {
    // Report the interrupted reply first: it started earlier.
    if (this.#isListening && this.#turns.mayInterrupt) this.#interruptForTyped();
    this.speechStarts.forget();
    this.#engine.read(text);
    if (!this.#isListening) return;
    this.#typed = text;
    if (this.#turns.mayInterrupt) this.#answerTyped(text);
  }

  /** Handles a transcript for engines without STT; the turn ends by silence as usual. */
  transcribed(text: string): void {
    if (this.#engine.isTextOnly === true) this.#engine.read(text);
  }

  pressed(digit: string): void {
    this.#keypad.pressed(digit);
  }

  /** The engine may still call tools while an action is running; those are refused. */
  afterReply(action: CallAction): boolean {
    const isScheduled = this.#isListening && this.#actions.schedule(action);
    if (isScheduled && action.type !== 'end-call') this.#lock.lock();
    return isScheduled;
  }

  readonly collectDigits: CallControl['collectDigits'] = (wanted, signal) =>
    this.#keypad.collect(wanted, signal);

  readonly sendDigits: CallControl['sendDigits'] = (digits, signal) => this.#keypad.send(digits, signal);

  tick(): void {
    const nowMs = this.#call.nowMs();
    if (this.#isListening) this.#performAll(this.#turns.tick());
    if (this.speech.isUnderWay) this.#bridgeWait(nowMs);
    else this.#fillers.reset();
    const isFree = !this.speech.isUnderWay && !this.#lock.isLocked;
    if (this.#typed !== null && isFree) this.#answerTyped(this.#typed);
    this.#sayDictated();
    this.#reportLateResults();
    const keys = this.#keypad.typed(this.speech.isPlaying);
    if (keys !== null) this.typed(keys);
    this.#followSpeech(nowMs);
    this.#keypad.sendDue();
    this.#runPendingAction();
  }

  /** Replaces `tick` while on hold: pauses everything that waits for speech or keys. */
  tickOnHold(): void {
    this.#turns.tickOnHold();
    this.#keypad.tickOnHold();
    this.speech.tickOnHold();
    this.#followSpeech(this.#call.nowMs());
  }

  /** Stops speaking and closes the engine, after reporting what was heard. Running tools with effects finish first. */
  async close(): Promise<void> {
    if (this.#phase === 'listening') this.#phase = 'silent';
    this.#keypad.close();
    this.speech.cut();
    await this.#engine.close();
  }

  #take(event: TurnEvent): void {
    this.#performAll(this.#turns.take(event));
  }

  #decide(event: AnswerEvent): void {
    const { state, effects } = decideAnswer(this.#answers, event);
    this.#answers = state;
    this.#performAll(effects);
  }

  #performAll(effects: readonly (TurnEffect | AnswerEffect)[]): void {
    for (const effect of effects) this.#perform(effect);
  }

  #perform(effect: TurnEffect | AnswerEffect): void {
    switch (effect.type) {
      case 'interrupt':
        this.#interrupted(effect.sinceMs);
        break;
      case 'answer':
        this.#answerTurn(effect.turn, effect.endedMs);
        break;
      case 'recover-unanswered':
        this.#unanswered();
        break;
      case 'predict':
        void this.#predict(effect);
        break;
      case 'ask-to-repeat':
        this.#askToRepeat(effect.turn);
        break;
      case 'hand-over':
        this.#handOver();
        break;
      case 'give-up':
        this.#sayFailureAndEnd('the customer could not be understood');
        break;
      default:
        if (ANSWERS.has(effect.type)) this.orders.followed();
        performEffect(effect, { engine: this.#engine, speech: this.speech, turns: this.#turns });
    }
  }

  async #predict({ turn, asked }: Extract<TurnEffect, { type: 'predict' }>): Promise<void> {
    const prediction = await this.#turns.predict(turn, this.#language.code);
    this.#take({ type: 'predicted', asked, prediction });
  }

  #answerTyped(text: string): void {
    const nowMs = this.#call.nowMs();
    this.#typed = null;
    this.#interruptForTyped();
    this.#take({ type: 'turn-taken' });
    this.#late.answering();
    const turn: CustomerTurn = { sinceMs: nowMs, lastVoicedMs: nowMs, voicedMs: 0, text };
    this.#decide({ type: 'turn-ended', turn, endedMs: nowMs });
  }

  /** Cancels the hang-up and the key entry, because the conversation continues. */
  #cancelActions(): void {
    this.#actions.cancel();
    this.#keypad.stopCollecting();
  }

  #interruptForTyped(): void {
    this.#cancelActions();
    this.speech.interrupt(null);
  }

  #interrupted(sinceMs: number): void {
    this.#cancelActions();
    const { current } = this.speech;
    // Words over an opening count only if nothing interrupted the words after it.
    this.#uninterrupted = null;
    const unheard = this.speech.interrupt(sinceMs);
    this.#decide({ type: 'interrupted', reply: current, unheard });
    if (current?.text == null || current.firstSoundMs === null) this.#late.replyInterrupted();
    this.#deps.listener({ type: 'interrupted' });
  }

  #answerTurn(turn: CustomerTurn, endedMs: number): void {
    // A "bye" over the end of our goodbye needs no other goodbye.
    if (this.#actions.isEnding && isGoodbye(turn.text)) return;
    if (this.#isOwnGreeting(turn)) return;
    this.#cancelActions();
    if (turn.text !== '') this.#actions.forget();
    this.#late.answering();
    this.#decide({ type: 'turn-ended', turn, endedMs });
  }

  /** True if the called party only answered the phone, over an opening that nothing may interrupt. */
  #isOwnGreeting(turn: CustomerTurn): boolean {
    const { sinceMs } = turn;
    if (this.#answers.greeting !== 'none' || sinceMs >= this.#helloUntilMs) return false;
    const span = this.#uninterrupted;
    const isOverHeard = span !== null && sinceMs >= span.sinceMs && sinceMs < span.untilMs;
    return (isOverHeard || this.speech.isProtectedSince(sinceMs)) && isShortOpening(turn);
  }

  /** Resumes after a false interruption, unless another reply is active. */
  #unanswered(): void {
    if (this.speech.isUnderWay || this.#lock.isLocked) return;
    this.#actions.restore();
    if (this.#answers.unansweredTurn !== null) this.#late.answering();
    this.#decide({ type: 'unanswered' });
  }

  /** Handles the ends of replies. */
  #followSpeech(nowMs: number): void {
    for (let event = this.speech.takeEvent(nowMs); event !== null; event = this.speech.takeEvent(nowMs)) {
      if (event.type === 'stalled') this.#replyFailed(event.purpose);
      else {
        const { reply, heardMs } = event;
        if (heardMs === 0) this.#playedSilently(reply);
        else this.#heard(reply);
        if (reply.hasFailed) this.#replyFailed(reply.purpose);
      }
    }
  }

  #heard(reply: Reply): void {
    const isNoticeCutOff = reply.purpose === 'notice' && reply.hasFailed;
    if (!reply.hasFailed && this.speech.protectionOf(reply) === 'always') this.#protectedHeard(reply);
    if (!isNoticeCutOff) this.#decide({ type: 'reply-heard', purpose: reply.purpose });
    this.#actions.forget();
    this.#actions.spoke();
    if (reply.turn !== null && !reply.hasFailed) this.#failures.reset();
  }

  /** A first message continues the notice before it. */
  #protectedHeard({ begunMs, lastSoundMs }: Reply): void {
    this.#uninterrupted = { sinceMs: this.#uninterrupted?.sinceMs ?? begunMs, untilMs: lastSoundMs };
  }

  /** Handles a reply without sound, which says that the turn was wordless unless it has text, tool calls or a failure. */
  #playedSilently({ purpose, turn, text, functionCalls, hasFailed }: Reply): void {
    // A notice without spoken words must not hold back what follows it.
    if (purpose === 'notice' && !hasFailed) {
      this.#decide({ type: 'reply-heard', purpose });
      return;
    }
    if (turn === null || text !== '' || functionCalls.length > 0 || hasFailed) return;
    this.#actions.restore();
    this.#late.unanswered();
    // Engines with their own turn detection also react to noise, and text-only engines get no audio.
    const { hasTurnDetection, isTextOnly = false } = this.#engine;
    const isFree = this.#isListening && !this.#actions.isScheduled;
    const mayAsk = isFree && !hasTurnDetection && !isTextOnly;
    this.#decide({ type: 'wordless', turn, mayAsk });
  }

  /** Handles clear speech in which an engine with its own turn detection recognized no words. */
  #customerWordless(): void {
    const turn = this.#turns.current;
    const isClear = turn !== null && turn.text === '' && turn.voicedMs >= REPEATABLE_SPEECH_MS;
    if (!this.#isListening || !isClear || this.#answers.unansweredTurn !== null) return;
    this.#take({ type: 'turn-taken' });
    this.#actions.restore();
    const mayAsk = !this.#actions.isScheduled && !this.#lock.isLocked;
    this.#decide({ type: 'wordless', turn: answeredTurn(turn, this.#call.nowMs()), mayAsk });
  }

  /** True if the assistant may speak by itself. */
  get #isFree(): boolean {
    const isBusy = this.#actions.isScheduled || this.#keypad.isActive;
    const isOccupied = this.speech.isUnderWay || this.#lock.isLocked || isBusy;
    return this.#phase === 'listening' && !isOccupied;
  }

  /** Bridges a realtime model's silence before its reply has started. */
  #customerWaits(): void {
    const isQuiet = !this.#deps.audioInput.segments.speaking;
    if (this.#isFree && isQuiet) void this.speech.say(this.phrases.oneMoment, { isBridge: true });
  }

  /** Two realtime sessions in a row did not notice clear speech. */
  #unnoticed(): void {
    const nowMs = this.#call.nowMs();
    const turn = { voicedMs: REPEATABLE_SPEECH_MS, lastVoicedMs: nowMs, endedMs: nowMs, transcribedMs: null };
    if (this.#isFree && !this.isCustomerActive) this.#decide({ type: 'wordless', turn, mayAsk: true });
  }

  #askToRepeat(turn: AnsweredTurn): void {
    void this.speech.say(this.phrases.notUnderstood);
    this.#decide({ type: 'asked-to-repeat', replyId: this.speech.current?.id ?? null, turn });
  }

  /** Transfers a customer who is not understood, as if the model had requested it. */
  #handOver(): void {
    const tool = transferToolOf(this.assistant);
    if (tool === null) return;
    void this.speech.say(this.phrases.connecting);
    this.afterReply({ type: 'transfer', tool, target: tool.phone_number });
  }

  /**
   * Does not apologize while an action is pending or the customer is not being answered. A notice is repeated instead,
   * and precedes what follows it.
   */
  #replyFailed(purpose: ReplyPurpose | null): void {
    if (!this.#isListening || this.#actions.isScheduled) return;
    const reason = 'the assistant could not answer';
    switch (this.#failures.add()) {
      case 'apologize':
        if (purpose === 'notice') this.#decide({ type: 'notice-failed' });
        else void this.speech.say(this.phrases.answerFailed);
        break;
      case 'say-goodbye':
        void this.sayLocked(this.phrases.failure).then(() => this.#deps.listener({ type: 'failed', reason }));
        break;
      case 'end':
        this.#deps.listener({ type: 'failed', reason });
    }
  }

  #bridgeWait(nowMs: number): void {
    this.#fillers.tick({
      nowMs,
      reply: this.speech.current,
      bufferedMs: this.speech.bufferedMs,
      customerText: this.#answers.customerText,
      oneMoment: this.#keypad.isUsedByTool ? null : this.phrases.oneMoment,
      isRealtime: this.#engine.hasTurnDetection,
    });
  }

  #sayDictated(): void {
    if (!this.orders.hasText || !this.#isFree || this.isCustomerActive) return;
    void this.speech.say(this.orders.takeText() ?? '');
  }

  /** Reports results of tools whose reply was interrupted, since no other reply mentions them. */
  #reportLateResults(): void {
    if (!this.#isFree || this.isCustomerActive) return;
    const instruction = this.#late.take();
    if (instruction !== null) void this.speech.prompt(instruction, 'conversation');
  }

  #runPendingAction(): void {
    const isBeingInterrupted = this.#actions.isEnding && this.#turns.isCustomerActive;
    if (this.speech.isUnderWay || isBeingInterrupted) return;
    const due = this.#actions.take(this.#engine.hasTurnDetection);
    if (due !== null) this.#deps.listener({ type: 'action-due', action: due.action, spoke: due.spoke });
  }

  #receive(event: EngineEvent): void {
    if (event.type === 'tool-finished') this.#toolFinished(event);
    this.#reports.report(event);
    switch (event.type) {
      case 'customer-interim':
        if (event.text === '') break;
        this.#call.emitPartial({ sender: 'human', text: event.text });
        this.#understood(event.text, false);
        break;
      case 'customer-text':
        this.#customerSaid(event);
        break;
      case 'customer-speech-started':
        if (this.#isListening) this.#take({ type: 'engine-speech-started' });
        break;
      case 'customer-speech-stopped':
        if (this.#isListening) this.#take({ type: 'engine-speech-stopped' });
        break;
      case 'customer-wordless':
        if (event.isOverdue === true) this.#unnoticed();
        else this.#customerWordless();
        break;
      case 'customer-waits':
        this.#customerWaits();
        break;
      case 'reply-started':
        this.#replyStarted(event.replyId);
        break;
      default:
        this.speech.receive(event);
    }
    if (event.type === 'failed' && event.fatal) {
      this.#failure ??= event.error.message;
      this.#endIfFailed();
    }
  }

  #customerSaid({ text, language }: Extract<EngineEvent, { type: 'customer-text' }>): void {
    const nowMs = this.#call.nowMs();
    this.speech.transcribed(nowMs);
    if (text === '') return;
    this.#language.update(language);
    this.phrases = stockPhrases(this.#language.code);
    this.#understood(text, true);
    // Reported after the reply it interrupted, which started earlier.
    const sinceMs = this.speechStarts.understood(nowMs);
    this.#call.emit({ type: 'customer-said', sinceMs, text, language });
  }

  /** Results of account tools for finished replies are reported later; those of built-in tools are not. */
  #toolFinished({ replyId, functionCall }: Extract<EngineEvent, { type: 'tool-finished' }>): void {
    if (!this.assistant.tools.some(({ description }) => description.name === functionCall.name)) return;
    if (this.speech.isOpen(replyId)) this.#late.finishedInReply(functionCall);
    else this.#late.finished(functionCall);
  }

  /** Says goodbye if the engine failed, unless the customer is being transferred or bridged. */
  #endIfFailed(): void {
    if (this.#failure !== null) this.#sayFailureAndEnd(this.#failure);
  }

  #sayFailureAndEnd(reason: string): void {
    if (this.#phase !== 'listening') return;
    this.#phase = 'ending';
    void this.sayLocked(this.phrases.failure).then(() => this.#deps.listener({ type: 'failed', reason }));
  }

  #understood(text: string, isFinal: boolean): void {
    this.#deps.listener({ type: 'transcribed', text, isFinal });
    if (!this.#isListening) return;
    this.#take({ type: 'text', text, isFinal });
    this.#deps.audioInput.understood(isFinal);
    if (!isFinal) return;
    const { isCustomerActive } = this.#turns;
    this.#decide({ type: 'transcribed', text, current: this.speech.current, isCustomerActive });
    this.#actions.forget();
  }

  #replyStarted(replyId: string): void {
    const turn = this.#turns.current;
    this.#take({ type: 'turn-taken' });
    // The engine treated the possible noise as a turn, so playback need not wait for a decision.
    this.speech.unpause();
    const isAnswered = turn !== null && this.#isOwnGreeting(turn);
    const isRefused = !this.#isListening || isAnswered || (this.#lock.isLocked && !this.#actions.isScheduled);
    if (isRefused) this.#perform({ type: 'refuse-reply', replyId });
    else {
      this.#late.answering();
      this.#decide({ type: 'reply-started', replyId, turn, endedMs: this.#call.nowMs() });
    }
  }
}

/** Effects with which the model answers, and follows its instructions. */
const ANSWERS: ReadonlySet<AnswerEffect['type'] | TurnEffect['type']> = new Set([
  ...(['request-answer', 'prompt', 'accept-reply'] as const),
]);

/** The tool that transfers calls to a fixed target; null without one. */
function transferToolOf({ builtInTools }: CallAssistant): ToolOf<'call_transfer'> | null {
  return builtInTools.find((tool) => tool.type === 'call_transfer') ?? null;
}

/** A transfer needs its tool. */
function unclearSpeechActionOf(assistant: CallAssistant): VoiceSettings['unclearSpeechAction'] {
  const { unclearSpeechAction } = assistant.settings;
  return unclearSpeechAction === 'transfer' && transferToolOf(assistant) === null
    ? 'end_call'
    : unclearSpeechAction;
}

/** The notice, unless an earlier assistant of the call has spoken it. */
function noticeDue({ assistant, history }: ConversationDeps): string | null {
  const notice = noticeOf(assistant);
  if (notice === null) return null;
  // Spoken texts have no Markdown, and models may change punctuation.
  const words = wordsOf(notice).join(' ');
  const isSaid = history.some(
    ({ role, content }) => role === 'assistant' && wordsOf(content).join(' ') === words,
  );
  return isSaid ? null : notice;
}
