import { randomBytes } from 'node:crypto';
import { LinkedAbort } from '../../../agent/linked-abort.ts';
import type { ProviderError } from '../../../providers/spec/provider-error.ts';
import type { RealtimeEvent, RealtimeModel } from '../../../providers/spec/realtime-model.ts';
import type { Engine, Heard } from '../engine.ts';
import type { EngineOptions } from '../engine-options.ts';
import type { EventGate } from '../event-gate.ts';
import { HeardHistory } from '../history/heard-history.ts';
import type { LanguageInUse } from '../language-in-use.ts';
import { sayExactly } from '../spoken-notes.ts';
import { RateChange } from './rate-change.ts';
import { RealtimeLine } from './realtime-line.ts';
import { RealtimeReplies } from './realtime-replies.ts';
import type { RealtimeReply } from './realtime-reply.ts';
import { RealtimeTools } from './realtime-tools.ts';
import { repairCall } from './repair-call.ts';
import type { ReplyOutput } from './reply-output.ts';
import { realtimeTools, sessionOptions } from './session-options.ts';
import { ToolCalls } from './tool-calls.ts';

export interface RealtimeEngineParts {
  options: EngineOptions;
  gate: EventGate;
  language: LanguageInUse;
  model: RealtimeModel;
  /** Who speaks: the model itself, or a voice of ours what the model writes. */
  speaker: 'model' | 'voice';
  /** How a reply of this name becomes sound. */
  output(replyId: string, signal: AbortSignal): ReplyOutput;
}

/** A realtime model that hears and finds the customer's turns; it speaks itself (multimodal) or writes (dualplex). */
export class RealtimeEngine implements Engine {
  readonly findsTurns = true;
  readonly #parts: RealtimeEngineParts;
  readonly #history: HeardHistory;
  readonly #toModel: RateChange;
  readonly #stop: LinkedAbort;
  readonly #line: RealtimeLine;
  readonly #tools: RealtimeTools;
  readonly #replies: RealtimeReplies;
  readonly #work = new Set<Promise<void>>();

  constructor(parts: RealtimeEngineParts) {
    this.#parts = parts;
    const { options, gate, model } = parts;
    const { clock } = options;
    this.#history = new HeardHistory(options.history);
    const { inputRateHz } = model.rates(options.sampleRateHz);
    this.#toModel = new RateChange(options.sampleRateHz, inputRateHz);
    this.#stop = new LinkedAbort(options.signal);
    const { signal } = this.#stop;
    this.#replies = new RealtimeReplies({
      output: (replyId) => parts.output(replyId, signal),
      begun: (replyId) => this.#history.begin(replyId),
      unasked: (replyId) => gate.emit({ type: 'reply-started', replyId }),
    });
    const tools = realtimeTools(options);
    const dataCode = randomBytes(8).toString('hex');
    this.#line = new RealtimeLine({
      model,
      clock,
      signal,
      options: () => sessionOptions(options, tools, dataCode),
      heard: () => this.#history.messages(),
      listener: (event) => this.#hear(event),
      reopened: () => this.#reopened(),
      lost: (error) => gate.emit({ type: 'failed', replyId: null, error, fatal: true }),
    });
    const repair = { options, tools, history: this.#history, signal, emit: gate.emit };
    this.#tools = new RealtimeTools({
      calls: new ToolCalls({ tools, clock, signal, dataCode }),
      line: this.#line,
      emit: gate.emit,
      called: (replyId, functionCall) => this.#history.addCall(replyId, functionCall),
      repair: (call, problem) => repairCall(repair, call, problem),
    });
  }

  hear(frame: Int16Array): void {
    const samples = this.#toModel.process(frame);
    if (samples.length > 0) this.#line.session?.hear(samples);
  }

  speechStarted(): void {}

  speechStopped(): void {}

  read(text: string): void {
    const words = text.trim();
    if (words === '' || !this.#parts.gate.isOpen) return;
    this.#history.addCustomer(words);
    this.#parts.gate.emit({ type: 'customer-text', text: words, language: null });
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

  say(replyId: string, text: string): void {
    if (this.#parts.speaker === 'model') {
      this.#replies.setAside();
      this.#ask(replyId, sayExactly(text));
      return;
    }
    if (!this.#parts.gate.isOpen) return;
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
    this.#parts.gate.startClosing();
    this.#line.close();
    for (const reply of this.#replies.all) reply.interrupt({ text: '', audioMs: 0 });
    this.#stop[Symbol.dispose]();
    while (this.#work.size > 0) await Promise.all(this.#work);
    this.#parts.gate.close();
  }

  #hear(event: RealtimeEvent): void {
    const { gate, language, model } = this.#parts;
    if (event.type === 'reply-started') this.#replies.open().itemStarted(event.itemId);
    else if (event.type === 'audio')
      this.#replies.ofItem(event.itemId)?.output.audio(event.itemId, event.samples);
    else if (event.type === 'text-delta')
      this.#replies.ofItem(event.itemId)?.output.text(event.itemId, event.text);
    else if (event.type === 'reply-ended') this.#itemEnded(event.itemId);
    else if (event.type === 'tool-call') this.#keepWorking(this.#runTool(event));
    else if (event.type === 'tool-call-cancelled') this.#tools.cancel(event.callId);
    else if (event.type === 'failed') this.#failed(event.error);
    else if (event.type === 'usage') {
      const { inputTokens, outputTokens } = event.usage;
      const audio = event.audioMs === null ? {} : { audioMs: event.audioMs };
      const usage = { kind: 'realtime' as const, provider: model.id, ...audio, inputTokens, outputTokens };
      gate.emit({ type: 'speech-usage', usage });
    } else if (event.type === 'customer-text') {
      const text = event.text.trim();
      if (text === '') return;
      language.heard(event.language);
      this.#history.addLateCustomer(text);
      gate.emit({ ...event, text });
    } else if (event.type !== 'ready') gate.emit(event);
  }

  /** Asks the model for something that the loop named; what was under way ends. */
  #ask(replyId: string, instruction: string | null): void {
    if (!this.#parts.gate.isOpen) return;
    const before = this.#replies.ask(replyId, { instruction });
    if (before !== null) {
      this.#history.giveUp(before.replyId);
      this.#cutAt(before, { text: '', audioMs: 0 }, true);
    }
    this.#line.session?.respond(instruction);
  }

  #itemEnded(itemId: string): void {
    const reply = this.#replies.ofItem(itemId);
    if (reply === null) return;
    reply.itemEnded(itemId);
    if (!reply.hasOpenCalls) this.#finish(reply);
  }

  async #runTool(call: Extract<RealtimeEvent, { type: 'tool-call' }>): Promise<void> {
    const reply = this.#replies.open();
    const isTold = await this.#tools.run(call, reply);
    // The model took the call back: it does not go on from it.
    if (!isTold && this.#replies.current === reply && !reply.hasOpenCalls) this.#finish(reply);
  }

  #failed(error: ProviderError): void {
    const reply = this.#replies.current;
    const replyId = reply?.replyId ?? null;
    this.#parts.gate.emit({ type: 'failed', replyId, error, fatal: false });
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
    this.#parts.gate.emit({ type: 'reply-ended', replyId, text, functionCalls: [...functionCalls] });
    if (text === '') this.#settle(replyId, '');
  }

  /** Ends a reply of which so much was heard, here and at the model's. */
  #cut(reply: RealtimeReply, heard: Heard): void {
    if (reply.isInterrupted) return;
    const isUnderWay = this.#replies.leave(reply);
    const isTaken = this.#cutAt(reply, heard, isUnderWay);
    // With the wish for words in between, the wish for what follows a tool may have gone.
    const after = this.#replies.current;
    if (isTaken && after?.isAwaited === true && !after.hasOpenCalls) this.#line.session?.respond(null);
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
    if (bridged === null || !this.#parts.gate.isOpen) return;
    this.#history.giveUp(bridged.replyId);
    this.#cutAt(bridged, { text: '', audioMs: 0 }, false);
  }

  #settle(replyId: string, heard: string): void {
    this.#history.settle(replyId, heard);
    const reply = this.#replies.find(replyId);
    // Words that the model did not write itself, it has to be told of.
    if (reply?.isOwnWords === true && heard !== '') this.#line.session?.addAssistantText(heard);
    this.#replies.forget(replyId);
  }

  #reopened(): void {
    const reply = this.#replies.current;
    if (reply === null) {
      if (this.#history.isSettled && this.#history.conversation().question !== null) {
        this.#replies.open();
        this.#line.session?.respond(null);
      }
      return;
    }
    if (reply.hasOpenCalls) return;
    if (reply.wish !== null) this.#line.session?.respond(reply.wish.instruction);
    else if (reply.output.hasBegun) this.#finish(reply);
    else this.#line.session?.respond(null);
  }

  #keepWorking(work: Promise<void>): void {
    this.#work.add(work);
    work.then(() => this.#work.delete(work));
  }
}
