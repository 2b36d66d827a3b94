import type { ToolCall } from '../../spec/language-model.ts';
import { ProviderError } from '../../spec/provider-error.ts';
import type { RealtimeEvent, RealtimeOptions, RealtimeSession } from '../../spec/realtime-model.ts';
import type { TranscriberSession, TranscriptEvent } from '../../spec/transcriber.ts';
import { EnergyTurns } from './energy-turns.ts';
import { KeptMessages } from './kept-messages.ts';
import { giveAnswer, type OfflineAnswerParts } from './offline-answer.ts';
import type { OfflineRealtimeParts } from './offline-realtime-parts.ts';

export const INPUT_RATE_HZ = 8_000;

/** Calls of one round and whoever waits for all of them. */
interface OpenCalls {
  waiting: Map<string, ToolCall>;
  isAwaited: boolean;
  goOn(isToGoOn: boolean): void;
}

/** One conversation with the offline stand-in for a realtime model. */
export class OfflineSession implements RealtimeSession {
  readonly #parts: OfflineAnswerParts;
  readonly #listener: (event: RealtimeEvent) => void;
  readonly #messages = new KeptMessages();
  readonly #turns: EnergyTurns;
  readonly #ears: TranscriberSession | null;
  #answer: AbortController | null = null;
  #calls: OpenCalls[] = [];
  #ids = 0;
  #isSpeaking = false;
  /** The customer said something that nothing answers yet. */
  #isAsked = false;
  #isClosed = false;

  constructor(
    { languageModel, synthesizer, transcriber }: OfflineRealtimeParts,
    options: RealtimeOptions,
    listener: (event: RealtimeEvent) => void,
  ) {
    this.#listener = listener;
    this.#turns = new EnergyTurns(options.turnDetectionThreshold, options.endpointSilenceMs);
    this.#parts = {
      options,
      languageModel,
      synthesizer,
      messages: this.#messages,
      newId: () => this.#newId(),
      tell: (event) => this.#tell(event),
      callTools: (calls, signal) => this.#callTools(calls, signal),
    };
    const { languages } = options;
    const asked = { sampleRateHz: INPUT_RATE_HZ, languages, hints: [] } as const;
    this.#ears = transcriber?.open(asked, (event) => this.#transcribed(event)) ?? null;
    queueMicrotask(() => this.#tell({ type: 'ready' }));
  }

  hear(samples: Int16Array): void {
    // Without ears a noise is as good as speech: then it is nobody's turn.
    if (this.#isClosed || this.#ears === null) return;
    this.#ears.write(samples);
    const found = this.#turns.hear(samples, (samples.length / INPUT_RATE_HZ) * 1000);
    if (found === null) return;
    this.#isSpeaking = found === 'started';
    if (found === 'started') this.#ears.speechStarted();
    else this.#ears.speechStopped();
    this.#tell({ type: found === 'started' ? 'customer-speech-started' : 'customer-speech-stopped' });
    if (found === 'stopped' && this.#isAsked) this.respond(null);
  }

  read(text: string): void {
    this.#messages.customer(text);
  }

  respond(instruction: string | null): void {
    if (this.#isClosed) return;
    this.#end();
    this.#isAsked = false;
    const answer = new AbortController();
    this.#answer = answer;
    void this.#give(answer, instruction);
  }

  addAssistantText(text: string): void {
    this.#messages.assistant(text);
  }

  toolResult(callId: string, output: unknown, isAwaited: boolean): void {
    const open = this.#calls.find(({ waiting }) => waiting.has(callId));
    const call = open?.waiting.get(callId);
    if (open === undefined || call === undefined) return;
    this.#messages.result(call, output);
    open.waiting.delete(callId);
    open.isAwaited &&= isAwaited;
    if (open.waiting.size > 0) return;
    this.#calls = this.#calls.filter((one) => one !== open);
    open.goOn(open.isAwaited);
  }

  interrupt(itemId: string | null, heard: { text: string }): void {
    this.#end();
    if (itemId !== null) this.#messages.cut(itemId, heard.text);
  }

  close(): void {
    this.#isClosed = true;
    this.#end();
    this.#ears?.close();
  }

  async #give(answer: AbortController, instruction: string | null): Promise<void> {
    const own: OfflineAnswerParts = {
      ...this.#parts,
      // What an answer still says that was ended is nobody's.
      tell: (event) => !answer.signal.aborted && this.#tell(event),
    };
    try {
      await giveAnswer(own, instruction, answer.signal);
    } catch (error) {
      if (!answer.signal.aborted) this.#tell({ type: 'failed', error: asProviderError(error), fatal: false });
    }
    if (this.#answer === answer) this.#answer = null;
  }

  #newId(): string {
    this.#ids += 1;
    return `offline_${this.#ids}`;
  }

  #end(): void {
    this.#answer?.abort(new ProviderError('aborted', 'The answer is not wanted any more.'));
    this.#answer = null;
  }

  #callTools(calls: ToolCall[], signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const waiting = new Map(calls.map((call) => [call.id, call]));
      this.#calls.push({ waiting, isAwaited: true, goOn: resolve });
      signal.addEventListener('abort', () => resolve(false), { once: true });
      for (const { id, name, arguments: given } of calls) {
        this.#tell({ type: 'tool-call', callId: id, name, arguments: given });
      }
    });
  }

  #transcribed(event: TranscriptEvent): void {
    if (event.type === 'interim') this.#tell({ type: 'customer-interim', text: event.text });
    if (event.type !== 'final' || event.text.trim() === '') return;
    this.#messages.customer(event.text.trim());
    this.#tell({ type: 'customer-text', text: event.text.trim(), language: event.language });
    this.#isAsked = true;
    if (!this.#isSpeaking) this.respond(null);
  }

  #tell(event: RealtimeEvent): void {
    if (!this.#isClosed) this.#listener(event);
  }
}

function asProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  return new ProviderError('malformed', 'The offline model failed in an unexpected way.', error);
}
