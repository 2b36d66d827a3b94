import { randomBytes } from 'node:crypto';
import { retryWaitMs } from '../../../agent/ask-model.ts';
import { LinkedAbort } from '../../../agent/linked-abort.ts';
import { ProviderError } from '../../../providers/interfaces/provider-error.ts';
import type { RealtimeEvent, RealtimeModel } from '../../../providers/interfaces/realtime-model.ts';
import { FRAME_MS } from '../../legs/media-leg.ts';
import type { CurrentLanguage } from '../current-language.ts';
import type { Engine, EngineEvent, Heard } from '../engine.ts';
import type { EngineOptions } from '../engine-options.ts';
import type { EventGate } from '../event-gate.ts';
import { HeardHistory } from '../history/heard-history.ts';
import { CALL_LIMITS } from '../pipeline/turn-inputs.ts';
import { instructionMessage, sayExactly, supervisorNote } from '../spoken-notes.ts';
import type { AfterLoss } from './after-loss.ts';
import { CustomerWords } from './customer-words.ts';
import { FailureBudget } from './failure-budget.ts';
import { type ConnectionEvent, RealtimeConnection } from './realtime-connection.ts';
import { RealtimeReplies } from './realtime-replies.ts';
import type { RealtimeReply, ReplyRequest } from './realtime-reply.ts';
import { RealtimeTools } from './realtime-tools.ts';
import type { ReplyOutput } from './reply-output.ts';
import { type MissingResponse, ResponseWatchdog } from './response-watchdog.ts';
import { realtimeTools, replayedTexts, sessionOptions } from './session-options.ts';
import { ToolCalls } from './tool-calls.ts';

export interface RealtimeEngineDeps {
  options: EngineOptions;
  gate: EventGate;
  language: CurrentLanguage;
  model: RealtimeModel;
  /** `model`: the model speaks (multimodal). `voice`: TTS speaks what the model writes (dualplex). */
  speaker: 'model' | 'voice';
  /** Creates the output of a reply. @param model the current model */
  output(replyId: string, signal: AbortSignal, model: () => RealtimeModel): ReplyOutput;
  /** Output for our own text after a speaking model has failed permanently, or null. */
  fallbackOutput: RealtimeEngineDeps['output'] | null;
}

/** Maximum endpointing delay of semantic turn detection. */
const MAX_SEMANTIC_ENDPOINTING_MS = 8_000;
const FRAME_SENT = { type: 'audio-sent', ms: FRAME_MS } as const;

/** Engine for realtime models with their own turn detection; the model speaks (multimodal) or writes (dualplex). */
export class RealtimeEngine implements Engine {
  readonly hasTurnDetection = true;
  readonly #deps: RealtimeEngineDeps;
  readonly #history: HeardHistory;
  readonly #stop: LinkedAbort;
  readonly #connection: RealtimeConnection;
  readonly #watchdog: ResponseWatchdog;
  readonly #tools: RealtimeTools;
  readonly #replies: RealtimeReplies;
  readonly #words: CustomerWords;
  readonly #budget = new FailureBudget();
  readonly #work = new Set<Promise<void>>();
  /** True while unnoticed speech waits for another session. */
  #isReplaying = false;
  /** Instructions of supervisors, for sessions that are opened later. */
  readonly #notes: string[] = [];

  constructor(deps: RealtimeEngineDeps) {
    this.#deps = deps;
    const { options, gate, model } = deps;
    const { clock } = options;
    this.#history = new HeardHistory(options.history, options.earlierCalls);
    this.#stop = new LinkedAbort(options.signal);
    const { signal } = this.#stop;
    this.#replies = new RealtimeReplies({
      history: this.#history,
      output: (replyId, isOwnWords) => this.#output(replyId, isOwnWords),
      emit: gate.emit,
    });
    this.#words = new CustomerWords({
      history: this.#history,
      language: deps.language,
      emit: gate.emit,
      understood: () => this.#connection.understood(),
    });
    const tools = realtimeTools(options);
    const dataCode = randomBytes(8).toString('hex');
    this.#connection = new RealtimeConnection({
      model,
      callRateHz: options.sampleRateHz,
      clock,
      signal,
      brief: (of) => ({
        options: sessionOptions(options, of, { tools, dataCode, supervisorNotes: this.#notes }),
        replayed: replayedTexts(this.#history.messages(), { tools, dataCode }),
      }),
      listener: (event) => this.#receive(event),
    });
    const { endpointSilenceMs, endpointType } = options.assistant.settings;
    this.#watchdog = new ResponseWatchdog({
      clock,
      signal,
      endpointingMs: endpointSilenceMs + (endpointType === 'ai' ? MAX_SEMANTIC_ENDPOINTING_MS : 0),
      connection: this.#connection,
      listener: (missing) => this.#responseMissing(missing),
    });
    this.#tools = new RealtimeTools({
      options,
      tools,
      history: this.#history,
      emit: gate.emit,
      calls: new ToolCalls({
        tools,
        clock,
        journal: options.journal,
        signal,
        effectsSignal: options.signal,
        dataCode,
      }),
      connection: this.#connection,
    });
  }

  get hasRunningEffects(): boolean {
    return this.#tools.hasRunningEffects;
  }

  pushAudio(frame: Int16Array): void {
    this.#watchdog.take(FRAME_SENT);
    this.#connection.pushAudio(frame);
  }

  speechStarted(): void {
    this.#watchdog.take({ type: 'speech-started' });
    this.#connection.speechStarted();
  }

  speechStopped(): void {
    this.#watchdog.take({ type: 'speech-stopped' });
    this.#connection.speechStopped();
  }

  read(text: string): void {
    const words = text.trim();
    if (words === '' || !this.#deps.gate.isOpen) return;
    this.#words.typed(words);
    this.#connection.session?.read(words);
  }

  answer(replyId: string): void {
    this.#endSuspended();
    this.#ask(replyId, { instruction: null });
  }

  prompt(replyId: string, instruction: string): void {
    this.#endSuspended();
    this.#ask(replyId, { instruction });
  }

  say(replyId: string, text: string, isBridge = false): void {
    const { speaker, gate, fallbackOutput } = this.#deps;
    const isLost = this.#connection.isLost || isBridge;
    if (speaker === 'model' && !isLost) {
      this.#replies.suspend();
      this.#ask(replyId, { instruction: sayExactly(text), isFixedText: true });
      return;
    }
    if (!gate.isOpen) return;
    if (isLost && speaker === 'model' && fallbackOutput === null) {
      gate.emit({ type: 'reply-ended', replyId, text: '', functionCalls: [] });
      return;
    }
    const reply = this.#replies.begin(replyId, 'own-words');
    reply.output.itemStarted(replyId);
    reply.output.text(replyId, text);
    this.#finish(reply);
  }

  note(text: string): void {
    this.#notes.push(text);
    this.#connection.session?.read(instructionMessage(supervisorNote(text)));
  }

  async drain(): Promise<void> {
    await Promise.all([...this.#replies.all].map(({ output }) => output.drain()));
  }

  interrupt(replyId: string, heard: Heard): void {
    const reply = this.#replies.find(replyId);
    if (reply !== undefined) this.#cut(reply, heard);
    this.#settle(replyId, heard.text);
  }

  played(replyId: string): void {
    const reply = this.#replies.find(replyId);
    if (reply !== undefined) this.#settle(replyId, reply.output.saidText);
  }

  async close(): Promise<void> {
    this.#deps.gate.startClosing();
    this.#connection.close();
    for (const reply of this.#replies.all) reply.interrupt({ text: '', audioMs: 0 });
    this.#tools.close();
    this.#stop[Symbol.dispose]();
    while (this.#work.size > 0) await Promise.all(this.#work);
    this.#deps.gate.close();
  }

  /** @param isOwnWords whether the text is ours and the model cannot speak it: it is unresponsive, lost, or only writes */
  #output(replyId: string, isOwnWords: boolean): ReplyOutput {
    const { output, fallbackOutput } = this.#deps;
    const chosen = isOwnWords || this.#connection.isLost ? (fallbackOutput ?? output) : output;
    return chosen(replyId, this.#stop.signal, () => this.#connection.model);
  }

  #receive(event: ConnectionEvent): void {
    switch (event.type) {
      case 'session-lost':
        this.#sessionLost(event.error, event.next);
        break;
      case 'session-reopened':
        this.#reopened();
        break;
      case 'model-replaced':
        this.#budget.reset();
        for (const reply of this.#replies.all) reply.retries = 0;
        this.#deps.gate.emit({
          type: 'model-replaced',
          model: event.model.id,
          by: event.by.id,
          ...(event.error !== undefined && { reason: event.error.message }),
        });
        break;
      default:
        this.#watchdog.take(event);
        this.#receiveFromModel(event);
    }
  }

  #receiveFromModel(event: RealtimeEvent): void {
    const { emit } = this.#deps.gate;
    switch (event.type) {
      case 'ready':
        break;
      case 'customer-wordless':
      case 'customer-speech-started':
      case 'customer-speech-stopped':
        emit(event);
        break;
      case 'customer-interim':
        this.#words.interim(event.text);
        break;
      case 'customer-text':
        this.#words.said(event.text, event.language);
        break;
      case 'reply-started':
        this.#replies.open().itemStarted(event.itemId);
        break;
      case 'audio':
        this.#budget.spoke();
        this.#replies.ofItem(event.itemId)?.audio(event.itemId, event.samples);
        break;
      case 'text-delta':
        this.#budget.spoke();
        this.#replies.ofItem(event.itemId)?.text(event.itemId, event.text);
        break;
      case 'reply-ended':
        this.#itemEnded(event.itemId);
        break;
      case 'tool-call':
        this.#track(this.#runTool(event));
        break;
      case 'tool-call-canceled':
        this.#tools.cancel(event.callId);
        break;
      case 'usage':
        emit(usageOf(event, this.#connection.model.id));
        break;
      case 'failed':
        this.#responseFailed(event.error);
    }
  }

  #respond(instruction: string | null): void {
    this.#connection.session?.respond(instruction);
    this.#watchdog.take({ type: 'response-requested' });
  }

  /** Requests a reply from the model; ends the current one. */
  #ask(replyId: string, request: ReplyRequest): void {
    if (!this.#deps.gate.isOpen) return;
    const before = this.#replies.ask(replyId, request);
    if (before !== null) {
      this.#history.giveUp(before.replyId);
      this.#cutAt(before, { text: '', audioMs: 0 }, true);
    }
    this.#respond(request.instruction);
  }

  #itemEnded(itemId: string): void {
    const reply = this.#replies.ofItem(itemId);
    if (reply === null) return;
    reply.itemEnded(itemId);
    if (reply.output.hasBegun) this.#budget.answered();
    if (!reply.hasOpenCalls) this.#finish(reply);
  }

  async #runTool(call: Extract<RealtimeEvent, { type: 'tool-call' }>): Promise<void> {
    const reply = this.#replies.open();
    // The reply was refused when it started, so the tool must not run.
    if (reply.isInterrupted) {
      this.#tools.refuse(call);
      return;
    }
    if (!this.#budget.allowsToolCall()) {
      this.#tools.refuse(call, 'calls-without-end');
      const { id } = this.#connection.model;
      this.#answerFailed(
        new ProviderError('malformed', `The model ${id} keeps calling tools without saying anything.`),
      );
      return;
    }
    const wasSent = await this.#tools.run(call, reply);
    if (reply.isAnswered) {
      if (reply.isComplete && this.#replies.current === reply) this.#finish(reply);
      return;
    }
    if (wasSent && reply.isOpen && !reply.hasOpenCalls) this.#watchdog.take({ type: 'response-requested' });
    // The model canceled the call and does not continue from it.
    if (!wasSent && this.#replies.current === reply && !reply.hasOpenCalls) this.#finish(reply);
  }

  /** Asks a model that failed before any output again. After two retries, its replacement gets the request. */
  #responseFailed(error: ProviderError): void {
    // A response to the customer that failed before its first item has no reply yet.
    const reply = this.#replies.open();
    if (reply.isInterrupted) return;
    if (!reply.isUnanswered) {
      this.#answerFailed(error);
      return;
    }
    const { hasNext } = this.#connection;
    const waitMs = retryWaitMs({
      error,
      retries: reply.retries,
      hasBegun: true,
      tookMs: 0,
      leftMs: CALL_LIMITS.turnMs,
      hasFallback: hasNext,
      limits: CALL_LIMITS,
      random: Math.random(),
    });
    if (waitMs !== null) {
      reply.retries += 1;
      this.#deps.gate.emit({ type: 'failed', replyId: null, error, fatal: false });
      this.#track(this.#askAgain(reply, waitMs));
    } else if (hasNext && error.retryable) this.#connection.giveUp(error, true);
    else this.#answerFailed(error);
  }

  async #askAgain(reply: RealtimeReply, waitMs: number): Promise<void> {
    const { generation } = this.#connection;
    try {
      await this.#deps.options.clock.sleep(waitMs, this.#stop.signal);
    } catch {
      return;
    }
    const isCurrent = this.#replies.current === reply && this.#connection.generation === generation;
    if (isCurrent && reply.isUnanswered) this.#respond(reply.request?.instruction ?? null);
  }

  /**
   * Reports the first failure, after which the conversation asks again. A model that fails again is given up, and its
   * replacement gets the same request.
   */
  #answerFailed(error: ProviderError): void {
    if (!this.#budget.allowsFailure()) {
      this.#connection.giveUp(error);
      return;
    }
    const reply = this.#replies.current;
    const replyId = reply?.replyId ?? null;
    this.#deps.gate.emit({ type: 'failed', replyId, error, fatal: false });
    if (reply !== null) this.#finish(reply);
  }

  #finish(reply: RealtimeReply): void {
    this.#replies.end(reply);
    this.#track(this.#complete(reply));
  }

  async #complete(reply: RealtimeReply): Promise<void> {
    await reply.end();
    if (reply.isInterrupted) return;
    const { replyId, functionCalls, output } = reply;
    const text = output.saidText;
    this.#deps.gate.emit({ type: 'reply-ended', replyId, text, functionCalls: [...functionCalls] });
    if (text === '') this.#settle(replyId, '');
  }

  /** Ends a reply and tells the model how much of it was heard. */
  #cut(reply: RealtimeReply, heard: Heard): void {
    if (reply.isInterrupted) return;
    const isUnderWay = this.#replies.end(reply);
    if (isUnderWay) this.#watchdog.take({ type: 'response-canceled' });
    const wasCanceled = this.#cutAt(reply, heard, isUnderWay);
    // Canceling our request may have canceled the one that follows a tool result.
    const after = this.#replies.current;
    if (wasCanceled && after?.isAwaited === true && !after.hasOpenCalls) this.#respond(null);
  }

  /** @returns whether a pending request was canceled */
  #cutAt(reply: RealtimeReply, heard: Heard, isUnderWay: boolean): boolean {
    const wasCanceled = isUnderWay && reply.isAwaited;
    const unheard = reply.interrupt(heard);
    const { session } = this.#connection;
    if (wasCanceled) session?.interrupt(null, { audioMs: 0, text: '' });
    for (const { itemId, audioMs, text } of unheard) session?.interrupt(itemId, { audioMs, text });
    return wasCanceled;
  }

  /** A new request ends a suspended reply. */
  #endSuspended(): void {
    const suspended = this.#replies.takeSuspended();
    if (suspended === null || !this.#deps.gate.isOpen) return;
    this.#history.giveUp(suspended.replyId);
    this.#cutAt(suspended, { text: '', audioMs: 0 }, false);
  }

  #settle(replyId: string, heard: string): void {
    this.#history.settle(replyId, heard);
    const reply = this.#replies.find(replyId);
    if (reply?.isUnknownToSession === true && heard !== '') this.#connection.session?.addAssistantText(heard);
    this.#replies.forget(replyId);
  }

  #reopened(): void {
    for (const one of this.#replies.all) one.sessionLost();
    const reply = this.#replies.current;
    const isReplaying = this.#isReplaying;
    this.#isReplaying = false;
    if (isReplaying && reply === null) this.#watchdog.take({ type: 'speech-replayed' });
    if (reply === null) {
      if (this.#hasOpenQuestion) {
        this.#replies.open();
        this.#requestAgain();
      }
      return;
    }
    if (reply.hasOpenCalls) return;
    if (reply.request !== null) this.#respond(reply.request.instruction);
    else if (reply.output.hasBegun) this.#finish(reply);
    else this.#requestAgain();
  }

  /**
   * The model answers replayed audio by itself. But if the question is already transcribed, the audio after it may be
   * just a cough, which the model would not answer, so a response is requested.
   */
  #requestAgain(): void {
    const isAsked = this.#history.conversation().question !== null && !this.#connection.isCustomerSpeaking;
    if (this.#connection.hasBufferedSpeech && !isAsked) this.#watchdog.take({ type: 'response-requested' });
    else this.#respond(null);
  }

  #responseMissing(missing: MissingResponse): void {
    const { emit } = this.#deps.gate;
    if (missing === 'unnoticed-again') {
      emit({ type: 'customer-wordless', isOverdue: true });
      return;
    }
    // A model waiting for tool results owes no response.
    if (this.#replies.current?.hasOpenCalls === true) return;
    if (this.#replies.current === null) this.#bridgeReplacement();
    if (missing === 'unnoticed') {
      this.#connection.replace();
      return;
    }
    const { id } = this.#connection.model;
    this.#connection.giveUp(new ProviderError('timeout', `The model ${id} said nothing for too long.`));
  }

  /** Announces the reply to an open question. Without a question, the next session may answer the customer's audio. */
  #bridgeReplacement(): void {
    if (this.#hasOpenQuestion) {
      this.#replies.open();
      return;
    }
    this.#isReplaying = true;
    this.#deps.gate.emit({ type: 'customer-waits' });
  }

  get #hasOpenQuestion(): boolean {
    return this.#history.isSettled && this.#history.conversation().question !== null;
  }

  #sessionLost(error: ProviderError, next: AfterLoss): void {
    this.#watchdog.take({ type: 'response-canceled' });
    // Ongoing speech is replayed from its beginning.
    this.#words.sessionLost(this.#connection.isCustomerSpeaking && next !== 'give-up');
    this.#deps.gate.emit({ type: 'failed', replyId: null, error, fatal: next === 'give-up' });
  }

  #track(work: Promise<void>): void {
    this.#work.add(work);
    work.then(() => this.#work.delete(work));
  }
}

function usageOf(
  { usage, audioMs }: Extract<RealtimeEvent, { type: 'usage' }>,
  provider: string,
): EngineEvent {
  const { inputTokens, outputTokens } = usage;
  const audio = audioMs === null ? {} : { audioMs };
  return { type: 'speech-usage', usage: { kind: 'realtime', provider, ...audio, inputTokens, outputTokens } };
}
