import { randomBytes } from 'node:crypto';
import { LinkedAbort } from '../../../agent/linked-abort.ts';
import { ProviderError } from '../../../providers/interfaces/provider-error.ts';
import type { RealtimeEvent, RealtimeModel } from '../../../providers/interfaces/realtime-model.ts';
import { FRAME_MS } from '../../legs/media-leg.ts';
import type { Engine, Heard } from '../engine.ts';
import type { EngineOptions } from '../engine-options.ts';
import type { EventGate } from '../event-gate.ts';
import { HeardHistory } from '../history/heard-history.ts';
import type { LanguageInUse } from '../language-in-use.ts';
import { sayExactly } from '../spoken-notes.ts';
import type { AfterLoss } from './after-loss.ts';
import { AnswerWatch } from './answer-watch.ts';
import { CustomerWords } from './customer-words.ts';
import { Patience } from './patience.ts';
import { RealtimeLine } from './realtime-line.ts';
import { RealtimeReplies } from './realtime-replies.ts';
import type { RealtimeReply } from './realtime-reply.ts';
import { RealtimeTools } from './realtime-tools.ts';
import { receiveFromModel } from './receive-from-model.ts';
import { repairCall } from './repair-call.ts';
import type { ReplyOutput } from './reply-output.ts';
import { realtimeTools, sessionOptions } from './session-options.ts';
import { ToolCalls, toolOutput } from './tool-calls.ts';

export interface RealtimeEngineDeps {
  options: EngineOptions;
  gate: EventGate;
  language: LanguageInUse;
  model: RealtimeModel;
  /** Who speaks: the model itself, or a voice of ours what the model writes. */
  speaker: 'model' | 'voice';
  /** How a reply of this name becomes sound. @param model who speaks just now */
  output(replyId: string, signal: AbortSignal, model: () => RealtimeModel): ReplyOutput;
  /** The same for words of ours once a model that speaks itself is lost for good; null: nobody can say them. */
  lastWords: RealtimeEngineDeps['output'] | null;
}

/** The longest that a model which judges by what is said waits for somebody to go on. */
const LONGEST_JUDGEMENT_MS = 8_000;

/** A realtime model that hears and finds the customer's turns; it speaks itself (multimodal) or writes (dualplex). */
export class RealtimeEngine implements Engine {
  readonly findsTurns = true;
  readonly #deps: RealtimeEngineDeps;
  readonly #history: HeardHistory;
  readonly #stop: LinkedAbort;
  readonly #line: RealtimeLine;
  readonly #watch: AnswerWatch;
  readonly #tools: RealtimeTools;
  readonly #replies: RealtimeReplies;
  readonly #words: CustomerWords;
  readonly #patience = new Patience();
  readonly #work = new Set<Promise<void>>();

  constructor(deps: RealtimeEngineDeps) {
    this.#deps = deps;
    const { options, gate, model } = deps;
    const { clock } = options;
    this.#history = new HeardHistory(options.history);
    this.#stop = new LinkedAbort(options.signal);
    const { signal } = this.#stop;
    this.#replies = new RealtimeReplies({
      output: (replyId, isOwnWords) => this.#output(replyId, isOwnWords),
      begun: (replyId) => this.#history.begin(replyId),
      unasked: (replyId) => gate.emit({ type: 'reply-started', replyId }),
    });
    this.#words = new CustomerWords({
      ...{ history: this.#history, language: deps.language, emit: gate.emit },
      understood: () => this.#line.understood(),
    });
    const tools = realtimeTools(options);
    const own = new Set(tools.map(({ description }) => description.name));
    const dataCode = randomBytes(8).toString('hex');
    this.#line = new RealtimeLine({
      ...{ model, callRateHz: options.sampleRateHz, clock, signal },
      options: (of) => sessionOptions(options, of, { tools, dataCode }),
      heard: () => this.#history.messages(),
      toolOutput: (call) => (own.has(call.name) ? toolOutput(call, dataCode) : null),
      listener: (event) => this.#hear(event),
      reopened: () => this.#reopened(),
      broke: (error, then) => this.#broke(error, then),
      replaced: (model, by) => {
        this.#patience.renew();
        gate.emit({ type: 'model-replaced', model: model.id, by: by.id });
      },
    });
    const { endpointSilenceMs, endpointType } = options.assistant.settings;
    this.#watch = new AnswerWatch({
      ...{ clock, signal },
      patienceMs: endpointSilenceMs + (endpointType === 'ai' ? LONGEST_JUDGEMENT_MS : 0),
      isPatient: () => !this.#line.hasNext && this.#line.isFirst,
      connectingMs: () => this.#line.connectingMs,
      mute: () => this.#mute(),
      deaf: () => this.#line.replace(),
    });
    const repair = {
      options,
      tools,
      history: this.#history,
      signal,
      emit: gate.emit,
      untold: () => this.#tools.untold(),
    };
    this.#tools = new RealtimeTools({
      calls: new ToolCalls({ tools, clock, signal, dataCode }),
      line: this.#line,
      emit: gate.emit,
      called: (replyId, functionCall, key) => this.#history.addCall(replyId, functionCall, key),
      untold: () => this.#history.untoldCalls(),
      repair: (call, problem) => repairCall(repair, call, problem),
    });
  }

  hear(frame: Int16Array): void {
    this.#watch.heard(FRAME_MS);
    this.#line.hear(frame);
  }

  speechStarted(): void {
    this.#watch.speechStarted();
    this.#line.speechStarted();
  }

  speechStopped(): void {
    this.#watch.speechStopped();
    this.#line.speechStopped();
  }

  read(text: string): void {
    const words = text.trim();
    if (words === '' || !this.#deps.gate.isOpen) return;
    this.#words.typed(words);
    this.#line.session?.read(words);
  }

  answer(replyId: string): void {
    this.#endBridged();
    this.#ask(replyId, null);
  }

  prompt(replyId: string, instruction: string): void {
    this.#endBridged();
    this.#ask(replyId, instruction);
  }

  say(replyId: string, text: string, isBridge = false): void {
    const { speaker, gate, lastWords } = this.#deps;
    const isLost = this.#line.isLost || isBridge;
    if (speaker === 'model' && !isLost) {
      this.#replies.setAside();
      this.#ask(replyId, sayExactly(text));
      return;
    }
    if (!gate.isOpen) return;
    if (isLost && speaker === 'model' && lastWords === null) {
      gate.emit({ type: 'reply-ended', replyId, text: '', functionCalls: [] });
      return;
    }
    const reply = this.#replies.begin(replyId, 'own-words');
    reply.output.itemStarted(replyId);
    reply.output.text(replyId, text);
    this.#finish(reply);
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
    this.#line.close();
    for (const reply of this.#replies.all) reply.interrupt({ text: '', audioMs: 0 });
    this.#stop[Symbol.dispose]();
    while (this.#work.size > 0) await Promise.all(this.#work);
    this.#deps.gate.close();
  }

  /** @param isOwnWords the model is not the voice: it is silent, lost, or only writes */
  #output(replyId: string, isOwnWords: boolean): ReplyOutput {
    const { output, lastWords } = this.#deps;
    const chosen = isOwnWords || this.#line.isLost ? (lastWords ?? output) : output;
    return chosen(replyId, this.#stop.signal, () => this.#line.model);
  }

  #hear(event: RealtimeEvent): void {
    if (event.type === 'audio' || event.type === 'text-delta') this.#patience.spoke();
    receiveFromModel(event, {
      ...{ model: this.#line.model.id, replies: this.#replies, words: this.#words, watch: this.#watch },
      emit: this.#deps.gate.emit,
      itemEnded: (itemId) => this.#itemEnded(itemId),
      toolCalled: (call) => this.#keepWorking(this.#runTool(call)),
      toolCancelled: (callId) => this.#tools.cancel(callId),
      failed: (error) => this.#failed(error),
    });
  }

  #respond(instruction: string | null): void {
    this.#line.session?.respond(instruction);
    this.#watch.expect();
  }

  /** Asks the model for something that the loop named; what was under way ends. */
  #ask(replyId: string, instruction: string | null): void {
    if (!this.#deps.gate.isOpen) return;
    const before = this.#replies.ask(replyId, { instruction });
    if (before !== null) {
      this.#history.giveUp(before.replyId);
      this.#cutAt(before, { text: '', audioMs: 0 }, true);
    }
    this.#respond(instruction);
  }

  #itemEnded(itemId: string): void {
    const reply = this.#replies.ofItem(itemId);
    if (reply === null) return;
    reply.itemEnded(itemId);
    if (reply.output.hasBegun) this.#patience.answered();
    if (!reply.hasOpenCalls) this.#finish(reply);
  }

  async #runTool(call: Extract<RealtimeEvent, { type: 'tool-call' }>): Promise<void> {
    const reply = this.#replies.open();
    // It was refused as it began: nobody has asked for what the tool would do.
    if (reply.isInterrupted) {
      this.#tools.refuse(call);
      return;
    }
    if (!this.#patience.bearsCall()) {
      this.#tools.refuse(call, 'calls-without-end');
      const { id } = this.#line.model;
      this.#failed(
        new ProviderError('malformed', `The model ${id} calls tools without end and says nothing.`),
      );
      return;
    }
    const isTold = await this.#tools.run(call, reply);
    if (isTold && reply.isOpen && !reply.hasOpenCalls) this.#watch.expect();
    // The model took the call back: it does not go on from it.
    if (!isTold && this.#replies.current === reply && !reply.hasOpenCalls) this.#finish(reply);
  }

  /** The loop asks once more what it says then; a model that fails at that, too, is lost, and whoever takes over is asked the same. */
  #failed(error: ProviderError): void {
    if (!this.#patience.bearsFailure()) {
      this.#line.giveUp(error);
      return;
    }
    const reply = this.#replies.current;
    const replyId = reply?.replyId ?? null;
    this.#deps.gate.emit({ type: 'failed', replyId, error, fatal: false });
    if (reply !== null) this.#finish(reply);
  }

  #finish(reply: RealtimeReply): void {
    this.#replies.leave(reply);
    this.#keepWorking(this.#endOf(reply));
  }

  async #endOf(reply: RealtimeReply): Promise<void> {
    await reply.end();
    if (reply.isInterrupted) return;
    const { replyId, functionCalls, output } = reply;
    const text = output.saidText;
    this.#deps.gate.emit({ type: 'reply-ended', replyId, text, functionCalls: [...functionCalls] });
    if (text === '') this.#settle(replyId, '');
  }

  /** Ends a reply of which so much was heard, here and at the model's. */
  #cut(reply: RealtimeReply, heard: Heard): void {
    if (reply.isInterrupted) return;
    const isUnderWay = this.#replies.leave(reply);
    if (isUnderWay) this.#watch.settled();
    const isTaken = this.#cutAt(reply, heard, isUnderWay);
    // With the wish for words in between, the wish for what follows a tool may have gone.
    const after = this.#replies.current;
    if (isTaken && after?.isAwaited === true && !after.hasOpenCalls) this.#respond(null);
  }

  /** @returns whether a wish was taken back */
  #cutAt(reply: RealtimeReply, heard: Heard, isUnderWay: boolean): boolean {
    const isTaken = isUnderWay && reply.isAwaited;
    const unheard = reply.interrupt(heard);
    const { session } = this.#line;
    if (isTaken) session?.interrupt(null, { audioMs: 0, text: '' });
    for (const { itemId, audioMs, text } of unheard) session?.interrupt(itemId, { audioMs, text });
    return isTaken;
  }

  /** A new answer ends the one that waits behind words of ours. */
  #endBridged(): void {
    const bridged = this.#replies.takeAside();
    if (bridged === null || !this.#deps.gate.isOpen) return;
    this.#history.giveUp(bridged.replyId);
    this.#cutAt(bridged, { text: '', audioMs: 0 }, false);
  }

  #settle(replyId: string, heard: string): void {
    this.#history.settle(replyId, heard);
    const reply = this.#replies.find(replyId);
    if (reply?.isUnknown === true && heard !== '') this.#line.session?.addAssistantText(heard);
    this.#replies.forget(replyId);
  }

  #reopened(): void {
    for (const one of this.#replies.all) one.sessionLost();
    const reply = this.#replies.current;
    if (reply === null) {
      if (this.#history.isSettled && this.#history.conversation().question !== null) {
        this.#replies.open();
        this.#answerAgain();
      }
      return;
    }
    if (reply.hasOpenCalls) return;
    if (reply.wish !== null) this.#respond(reply.wish.instruction);
    else if (reply.output.hasBegun) this.#finish(reply);
    else this.#answerAgain();
  }

  /** What the session hears again, it answers by itself; behind words that were understood that may be a cough, which nobody answers. */
  #answerAgain(): void {
    const isAsked = this.#history.conversation().question !== null && !this.#line.isCustomerSpeaking;
    if (this.#line.isQuestionKept && !isAsked) this.#watch.expect();
    else this.#respond(null);
  }

  /** A model that waits for its tools owes nothing. */
  #mute(): void {
    if (this.#replies.current?.hasOpenCalls === true) return;
    const { id } = this.#line.model;
    this.#line.giveUp(new ProviderError('timeout', `The model ${id} said nothing for too long.`));
  }

  #broke(error: ProviderError, then: AfterLoss): void {
    this.#watch.settled();
    // Who speaks on is heard again from the beginning.
    this.#words.sessionLost(this.#line.isCustomerSpeaking && then !== 'give-up');
    this.#deps.gate.emit({ type: 'failed', replyId: null, error, fatal: then === 'give-up' });
  }

  #keepWorking(work: Promise<void>): void {
    this.#work.add(work);
    work.then(() => this.#work.delete(work));
  }
}
