import type { ToolCall } from '../../interfaces/language-model.ts';
import { ProviderError } from '../../interfaces/provider-error.ts';
import type { RealtimeEvent, RealtimeOptions, RealtimeSession } from '../../interfaces/realtime-model.ts';
import type { TranscriberSession, TranscriptEvent } from '../../interfaces/transcriber.ts';
import { EnergyTurns } from './energy-turns.ts';
import { KeptMessages } from './kept-messages.ts';
import { giveAnswer, type OfflineAnswerDeps } from './offline-answer.ts';
import type { OfflineRealtimeDeps } from './offline-realtime-deps.ts';

export const INPUT_RATE_HZ = 8_000;

/** Calls of one round and whoever waits for all of them. */
interface OpenCalls {
  waiting: Map<string, ToolCall>;
  isAwaited: boolean;
  goOn(isToGoOn: boolean): void;
}

/** An answer from its question to its last sound. */
interface RunningAnswer {
  abort: AbortController;
  items: Set<string>;
  /** What it is in the middle of saying. */
  openItemId: string | null;
  /** What it says next depends on tools. */
  isWaiting: boolean;
  done: Promise<void>;
}

/** One conversation with the offline stand-in for a realtime model. */
export class OfflineSession implements RealtimeSession {
  readonly #deps: OfflineAnswerDeps;
  readonly #listener: (event: RealtimeEvent) => void;
  readonly #messages = new KeptMessages();
  readonly #turns: EnergyTurns;
  readonly #ears: TranscriberSession | null;
  /** Under way, the newest last; more than one only where tools are waited for. */
  #answers: RunningAnswer[] = [];
  #calls: OpenCalls[] = [];
  #ids = 0;
  #isSpeaking = false;
  /** The customer said something that nothing answers yet. */
  #isAsked = false;
  #isClosed = false;

  constructor(
    { languageModel, synthesizer, transcriber }: OfflineRealtimeDeps,
    options: RealtimeOptions,
    listener: (event: RealtimeEvent) => void,
  ) {
    this.#listener = listener;
    this.#turns = new EnergyTurns(options.turnDetectionThreshold, options.endpointSilenceMs);
    this.#deps = {
      options,
      languageModel,
      synthesizer,
      messages: this.#messages,
      newId: () => this.#newId(),
      tell: (event) => this.#tell(event),
      callTools: async () => false,
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
    for (const answer of this.#answers) if (!answer.isWaiting) end(answer);
    this.#isAsked = false;
    const answer: RunningAnswer = {
      abort: new AbortController(),
      items: new Set(),
      openItemId: null,
      isWaiting: false,
      done: Promise.resolve(),
    };
    this.#answers = [...this.#answers.filter(({ abort }) => !abort.signal.aborted), answer];
    answer.done = this.#give(answer, instruction);
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
    const meant =
      itemId === null ? this.#answers.at(-1) : this.#answers.find(({ items }) => items.has(itemId));
    if (meant !== undefined) {
      // Whoever has asked for that need not be told.
      meant.openItemId = null;
      end(meant);
    }
    this.#answers = this.#answers.filter((answer) => answer !== meant);
    if (itemId !== null) this.#messages.cut(itemId, heard.text);
  }

  close(): void {
    this.#isClosed = true;
    for (const answer of this.#answers) end(answer);
    this.#ears?.close();
  }

  async #give(answer: RunningAnswer, instruction: string | null): Promise<void> {
    const { signal } = answer.abort;
    const own: OfflineAnswerDeps = {
      ...this.#deps,
      // What an answer still says that was ended is nobody's.
      tell: (event) => {
        if (signal.aborted) return;
        if (event.type === 'reply-started') answer.items.add(event.itemId);
        if (event.type === 'reply-started') answer.openItemId = event.itemId;
        if (event.type === 'reply-ended') answer.openItemId = null;
        this.#tell(event);
      },
      callTools: (calls) => this.#waitForTools(calls, answer),
    };
    try {
      await giveAnswer(own, instruction, signal);
    } catch (error) {
      if (!signal.aborted) this.#tell({ type: 'failed', error: asProviderError(error), fatal: false });
      else if (answer.openItemId !== null) this.#tell({ type: 'reply-ended', itemId: answer.openItemId });
    }
    this.#answers = this.#answers.filter((one) => one !== answer);
  }

  /** What was said meanwhile, to bridge the wait, is said to its end. */
  async #waitForTools(calls: ToolCall[], answer: RunningAnswer): Promise<boolean> {
    answer.isWaiting = true;
    const isToGoOn = await this.#callTools(calls, answer.abort.signal);
    await Promise.all(this.#answers.filter((one) => !one.isWaiting).map(({ done }) => done));
    answer.isWaiting = false;
    return isToGoOn && !answer.abort.signal.aborted;
  }

  #newId(): string {
    this.#ids += 1;
    return `offline_${this.#ids}`;
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
    if (event.type !== 'final') return;
    if (event.text.trim() === '') {
      if (!this.#isSpeaking && !this.#isAsked) this.#tell({ type: 'customer-wordless' });
      return;
    }
    this.#messages.customer(event.text.trim());
    this.#tell({ type: 'customer-text', text: event.text.trim(), language: event.language });
    this.#isAsked = true;
    if (!this.#isSpeaking) this.respond(null);
  }

  #tell(event: RealtimeEvent): void {
    if (!this.#isClosed) this.#listener(event);
  }
}

function end({ abort }: RunningAnswer): void {
  abort.abort(new ProviderError('aborted', 'The answer is not wanted any more.'));
}

function asProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  return new ProviderError('malformed', 'The offline model failed in an unexpected way.', error);
}
