import { LinkedAbort } from '../../../agent/linked-abort.ts';
import type { UntoldCall } from '../../../agent/made-calls.ts';
import type { FunctionCall } from '../../../agent/tool.ts';
import type { TurnEvent } from '../../../agent/turn.ts';
import { ProviderError } from '../../../providers/interfaces/provider-error.ts';
import type { EngineEvent } from '../engine.ts';
import type { AssistantVoice } from '../speech/assistant-voice.ts';
import type { ReplySpeech } from '../speech/reply-speech.ts';
import type { ModelTurn } from './model-turn.ts';

export interface ReplyDeps {
  replyId: string;
  voice: AssistantVoice;
  /** Ends everything of it. */
  signal: AbortSignal;
  emit(event: EngineEvent): void;
  /** A tool of it has done its work, heard or not. */
  called(functionCall: FunctionCall, key: string): void;
}

/** One thing that the assistant says: fixed words, or an answer of the model on its way through the voice. */
export class Reply {
  readonly #deps: ReplyDeps;
  readonly #stop: LinkedAbort;
  readonly #speech: ReplySpeech;
  readonly #functionCalls: FunctionCall[] = [];
  #turn: ModelTurn | null = null;
  #isInterrupted = false;
  #isFull = false;
  #voiceFailed = false;
  /** Resolves when nothing of it is at work any more. */
  readonly done: Promise<void>;

  constructor(deps: ReplyDeps, source: ModelTurn | string) {
    this.#deps = deps;
    this.#stop = new LinkedAbort(deps.signal);
    this.#speech = deps.voice.speak({
      signal: this.#stop.signal,
      audio: (samples) => this.#tell({ type: 'reply-audio', replyId: deps.replyId, samples }),
      words: (words) => this.#tell({ type: 'reply-words', replyId: deps.replyId, words }),
      failed: (error) => this.#failVoice(error),
    });
    if (typeof source !== 'string') this.#turn = source;
    this.done = this.#run(source);
  }

  get replyId(): string {
    return this.#deps.replyId;
  }

  /** What the customer has heard once it was played to its end. */
  get text(): string {
    return this.#voiceFailed ? this.#speech.soundedText : this.#speech.text;
  }

  get runningCalls(): UntoldCall[] {
    return this.#turn?.runningCalls ?? [];
  }

  get runningTools(): string[] {
    return this.#turn?.runningTools ?? [];
  }

  /** Nothing of it is told any more but what its tools did and what it cost. */
  interrupt(): void {
    this.#isInterrupted = true;
    this.#turn?.cancel();
    this.#stop.abort(new ProviderError('aborted', 'The customer interrupted.'));
  }

  async #run(source: ModelTurn | string): Promise<void> {
    // What is told before the caller has its reply would find nobody.
    await Promise.resolve();
    try {
      if (typeof source === 'string') this.#speech.write(source);
      else for await (const event of source.events) this.#take(event);
      await this.#speech.end();
    } catch {
      // The voice has told of its failure; an abort needs no words.
    }
    this.#tellUsage();
    const { replyId } = this.#deps;
    this.#tell({ type: 'reply-ended', replyId, text: this.text, functionCalls: [...this.#functionCalls] });
    this.#stop[Symbol.dispose]();
  }

  #take(event: TurnEvent): void {
    const { replyId, emit } = this.#deps;
    if (event.type === 'text-delta') this.#write(event.text);
    else if (event.type === 'text-withdrawn') this.#speech.withdraw();
    else if (event.type === 'tool-started') {
      this.#speech.flush();
      this.#tell({ type: 'tool-started', replyId, callId: event.callId, name: event.name });
    } else if (event.type === 'tool-finished') {
      const { callId, functionCall, key, failed, durationMs, isRepeat } = event;
      if (!isRepeat) this.#functionCalls.push(functionCall);
      if (!isRepeat) this.#deps.called(functionCall, key);
      emit({ type: 'tool-finished', replyId, callId, functionCall, failed, durationMs });
    } else {
      for (const call of event.result.modelCalls) emit({ type: 'model-call', call });
      if (event.type === 'failed') this.#failModel(event.error);
    }
  }

  #write(text: string): void {
    if (this.#isInterrupted || this.#isFull || this.#voiceFailed) return;
    if (this.#speech.write(text)) return;
    this.#isFull = true;
    this.#turn?.cancel();
  }

  #failModel(error: ProviderError): void {
    if (this.#isFull || this.#voiceFailed || this.#deps.signal.aborted) return;
    this.#tell({ type: 'failed', replyId: this.#deps.replyId, error, fatal: false });
  }

  #failVoice(error: ProviderError): void {
    this.#voiceFailed = true;
    this.#turn?.cancel();
    this.#tell({ type: 'failed', replyId: this.#deps.replyId, error, fatal: false });
  }

  #tellUsage(): void {
    const { characters } = this.#speech;
    if (characters === 0) return;
    const usage = { kind: 'text-to-speech' as const, provider: this.#deps.voice.code, characters };
    this.#deps.emit({ type: 'speech-usage', usage });
  }

  #tell(event: EngineEvent): void {
    if (!this.#isInterrupted) this.#deps.emit(event);
  }
}
