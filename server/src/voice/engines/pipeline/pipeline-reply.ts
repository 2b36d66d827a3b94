import { LinkedAbort } from '../../../agent/linked-abort.ts';
import type { UnreportedCall } from '../../../agent/made-calls.ts';
import type { FunctionCall } from '../../../agent/tool.ts';
import type { TurnEvent } from '../../../agent/turn.ts';
import { ProviderError } from '../../../providers/interfaces/provider-error.ts';
import type { EngineEvent } from '../engine.ts';
import type { AssistantVoice } from '../speech/assistant-voice.ts';
import type { ReplySpeech } from '../speech/reply-speech.ts';
import type { ModelTurn } from './model-turn.ts';

export interface PipelineReplyDeps {
  replyId: string;
  voice: AssistantVoice;
  signal: AbortSignal;
  emit(event: EngineEvent): void;
  /** A tool finished, whether or not the reply is heard. */
  called(functionCall: FunctionCall, key: string): void;
}

/** One reply: fixed text, or a model turn, spoken by TTS. */
export class PipelineReply {
  readonly #deps: PipelineReplyDeps;
  readonly #stop: LinkedAbort;
  readonly #speech: ReplySpeech;
  readonly #functionCalls: FunctionCall[] = [];
  #turn: ModelTurn | null = null;
  #isInterrupted = false;
  #isTooLong = false;
  #voiceFailed = false;
  /** Resolves when all its work has ended. */
  readonly done: Promise<void>;

  constructor(deps: PipelineReplyDeps, source: ModelTurn | string) {
    this.#deps = deps;
    this.#stop = new LinkedAbort(deps.signal);
    this.#speech = deps.voice.speak({
      signal: this.#stop.signal,
      audio: (samples) => this.#emit({ type: 'reply-audio', replyId: deps.replyId, samples }),
      words: (words) => this.#emit({ type: 'reply-words', replyId: deps.replyId, words }),
      failed: (error) => this.#failVoice(error),
    });
    if (typeof source !== 'string') this.#turn = source;
    this.done = this.#run(source);
  }

  get replyId(): string {
    return this.#deps.replyId;
  }

  /** Text that the customer has heard once the reply was played completely. */
  get text(): string {
    return this.#voiceFailed ? this.#speech.spokenSoFar : this.#speech.text;
  }

  get runningCalls(): UnreportedCall[] {
    return this.#turn?.runningCalls ?? [];
  }

  get runningTools(): string[] {
    return this.#turn?.runningTools ?? [];
  }

  get hasRunningEffects(): boolean {
    return this.#turn?.hasRunningEffects === true;
  }

  /** Speaks the text so far; resolves when its audio has been emitted. Never rejects. */
  async drain(): Promise<void> {
    await this.#turn?.handled();
    await this.#speech.drain();
  }

  /** Interrupts the reply; running tools finish only if they have effects. */
  close(): void {
    this.interrupt();
    this.#turn?.close();
  }

  /** From now on only finished tools and usage are emitted. */
  interrupt(): void {
    this.#isInterrupted = true;
    this.#turn?.cancel();
    this.#stop.abort(new ProviderError('aborted', 'The customer interrupted.'));
  }

  async #run(source: ModelTurn | string): Promise<void> {
    // Emit nothing before the constructor has returned.
    await Promise.resolve();
    try {
      if (typeof source === 'string') this.#speech.write(source);
      else for await (const event of source.events) this.#take(event);
      await this.#speech.end();
    } catch {
      // The failure was reported by the voice; an abort needs no report.
    }
    this.#emitUsage();
    const { replyId } = this.#deps;
    this.#emit({ type: 'reply-ended', replyId, text: this.text, functionCalls: [...this.#functionCalls] });
    this.#stop[Symbol.dispose]();
  }

  #take(event: TurnEvent): void {
    const { replyId, emit } = this.#deps;
    if (event.type === 'text-delta') this.#write(event.text);
    else if (event.type === 'text-withdrawn') this.#speech.withdraw();
    else if (event.type === 'tool-started') {
      this.#speech.flush();
      this.#emit({ type: 'tool-started', replyId, callId: event.callId, name: event.name });
    } else if (event.type === 'tool-finished') {
      const { callId, functionCall, key, failed, durationMs, isRepeat } = event;
      if (!isRepeat) this.#functionCalls.push(functionCall);
      if (!isRepeat) this.#deps.called(functionCall, key);
      emit({ type: 'tool-finished', replyId, callId, functionCall, key, failed, durationMs, isRepeat });
    } else {
      for (const call of event.result.modelCalls) emit({ type: 'model-call', call });
      if (event.type === 'failed') this.#failModel(event.error);
    }
  }

  #write(text: string): void {
    if (this.#isInterrupted || this.#isTooLong || this.#voiceFailed) return;
    if (this.#speech.write(text)) return;
    this.#isTooLong = true;
    this.#turn?.cancel();
  }

  #failModel(error: ProviderError): void {
    if (this.#isTooLong || this.#voiceFailed || this.#deps.signal.aborted) return;
    this.#emit({ type: 'failed', replyId: this.#deps.replyId, error, fatal: false });
  }

  #failVoice(error: ProviderError): void {
    this.#voiceFailed = true;
    this.#turn?.cancel();
    this.#emit({ type: 'failed', replyId: this.#deps.replyId, error, fatal: false });
  }

  #emitUsage(): void {
    const { characters } = this.#speech;
    if (characters === 0) return;
    const usage = { kind: 'text-to-speech' as const, provider: this.#deps.voice.code, characters };
    this.#deps.emit({ type: 'speech-usage', usage });
  }

  #emit(event: EngineEvent): void {
    if (!this.#isInterrupted) this.#deps.emit(event);
  }
}
