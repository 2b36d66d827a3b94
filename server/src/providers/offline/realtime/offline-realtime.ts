import type { LanguageModel, ToolCall } from '../../interfaces/language-model.ts';
import { ProviderError } from '../../interfaces/provider-error.ts';
import type {
  RealtimeEvent,
  RealtimeModel,
  RealtimeOptions,
  RealtimeSession,
} from '../../interfaces/realtime-model.ts';
import type { SttProvider, SttSession, TranscriptEvent } from '../../interfaces/stt-provider.ts';
import type { TtsProvider } from '../../interfaces/tts-provider.ts';
import { giveAnswer, type OfflineAnswerDeps, OUTPUT_RATE_HZ } from './offline-answer.ts';
import { SessionMessages } from './session-messages.ts';

/**
 * The built-in realtime model, which needs no key and no network: turn detection by level, the offline language model
 * and a TTS voice. Speech is only transcribed with an STT provider.
 */
export function offlineRealtimeModel(deps: OfflineRealtimeDeps): RealtimeModel {
  return {
    id: 'offline/realtime',
    rates: () => ({ inputRateHz: INPUT_RATE_HZ, outputRateHz: OUTPUT_RATE_HZ }),
    open: (options, listener) => new OfflineSession(deps, options, listener),
  };
}

const INPUT_RATE_HZ = 8_000;

/** Open calls of one round, and the reply that waits for them. */
interface OpenCalls {
  waiting: Map<string, ToolCall>;
  isAwaited: boolean;
  resume(continues: boolean): void;
}

/** A reply from request to last audio. */
interface RunningAnswer {
  abort: AbortController;
  items: Set<string>;
  /** The current item. */
  openItemId: string | null;
  /** Continues after tool results. */
  isWaiting: boolean;
  done: Promise<void>;
}

/** One conversation with the built-in realtime model. */
class OfflineSession implements RealtimeSession {
  readonly #deps: OfflineAnswerDeps;
  readonly #listener: (event: RealtimeEvent) => void;
  readonly #messages = new SessionMessages();
  readonly #turns: EnergyTurns;
  readonly #stt: SttSession | null;
  /** Running replies, the newest last; more than one only while tools run. */
  #answers: RunningAnswer[] = [];
  #calls: OpenCalls[] = [];
  #ids = 0;
  #isSpeaking = false;
  /** The customer has spoken and no reply has started. */
  #awaitsReply = false;
  #isClosed = false;

  constructor(
    { languageModel, tts, stt }: OfflineRealtimeDeps,
    options: RealtimeOptions,
    listener: (event: RealtimeEvent) => void,
  ) {
    this.#listener = listener;
    this.#turns = new EnergyTurns(options.turnDetectionThreshold, options.endpointSilenceMs);
    this.#deps = {
      options,
      languageModel,
      tts,
      messages: this.#messages,
      newId: () => this.#newId(),
      emit: (event) => this.#emit(event),
      callTools: async () => false,
    };
    const { languages, keywords: hints } = options;
    const asked = { sampleRateHz: INPUT_RATE_HZ, languages, hints } as const;
    this.#stt = stt?.open(asked, (event) => this.#transcribed(event)) ?? null;
    queueMicrotask(() => this.#emit({ type: 'ready' }));
  }

  sendAudio(samples: Int16Array): void {
    // Without STT, speech and noise are indistinguishable, so audio starts no turn.
    if (this.#isClosed || this.#stt === null) return;
    this.#stt.write(samples);
    const found = this.#turns.push(samples, (samples.length / INPUT_RATE_HZ) * 1000);
    if (found === null) return;
    this.#isSpeaking = found === 'started';
    if (found === 'started') this.#stt.speechStarted();
    else this.#stt.speechStopped();
    this.#emit({ type: found === 'started' ? 'customer-speech-started' : 'customer-speech-stopped' });
    if (found === 'stopped' && this.#awaitsReply) this.respond(null);
  }

  read(text: string): void {
    this.#messages.customer(text);
  }

  respond(instruction: string | null): void {
    if (this.#isClosed) return;
    for (const answer of this.#answers) if (!answer.isWaiting) end(answer);
    this.#awaitsReply = false;
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
    open.resume(open.isAwaited);
  }

  interrupt(itemId: string | null, heard: { text: string }): void {
    const target =
      itemId === null ? this.#answers.at(-1) : this.#answers.find(({ items }) => items.has(itemId));
    if (target !== undefined) {
      // The caller requested the interruption, so it gets no event.
      target.openItemId = null;
      end(target);
    }
    this.#answers = this.#answers.filter((answer) => answer !== target);
    if (itemId !== null) this.#messages.truncate(itemId, heard.text);
  }

  close(): void {
    this.#isClosed = true;
    for (const answer of this.#answers) end(answer);
    this.#stt?.close();
  }

  async #give(answer: RunningAnswer, instruction: string | null): Promise<void> {
    const { signal } = answer.abort;
    const own: OfflineAnswerDeps = {
      ...this.#deps,
      // Drops events of an ended reply.
      emit: (event) => {
        if (signal.aborted) return;
        if (event.type === 'reply-started') answer.items.add(event.itemId);
        if (event.type === 'reply-started') answer.openItemId = event.itemId;
        if (event.type === 'reply-ended') answer.openItemId = null;
        this.#emit(event);
      },
      callTools: (calls) => this.#waitForTools(calls, answer),
    };
    try {
      await giveAnswer(own, instruction, signal);
    } catch (error) {
      if (!signal.aborted) this.#emit({ type: 'failed', error: asProviderError(error), fatal: false });
      else if (answer.openItemId !== null) this.#emit({ type: 'reply-ended', itemId: answer.openItemId });
    }
    this.#answers = this.#answers.filter((one) => one !== answer);
  }

  /** A filler reply during the wait is finished first. */
  async #waitForTools(calls: ToolCall[], answer: RunningAnswer): Promise<boolean> {
    answer.isWaiting = true;
    const continues = await this.#callTools(calls, answer.abort.signal);
    await Promise.all(this.#answers.filter((one) => !one.isWaiting).map(({ done }) => done));
    answer.isWaiting = false;
    return continues && !answer.abort.signal.aborted;
  }

  #newId(): string {
    this.#ids += 1;
    return `offline_${this.#ids}`;
  }

  #callTools(calls: ToolCall[], signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const waiting = new Map(calls.map((call) => [call.id, call]));
      this.#calls.push({ waiting, isAwaited: true, resume: resolve });
      signal.addEventListener('abort', () => resolve(false), { once: true });
      for (const { id, name, arguments: given } of calls) {
        this.#emit({ type: 'tool-call', callId: id, name, arguments: given });
      }
    });
  }

  #transcribed(event: TranscriptEvent): void {
    if (event.type === 'interim') this.#emit({ type: 'customer-interim', text: event.text });
    if (event.type !== 'final') return;
    if (event.text.trim() === '') {
      if (!this.#isSpeaking && !this.#awaitsReply) this.#emit({ type: 'customer-wordless' });
      return;
    }
    this.#messages.customer(event.text.trim());
    this.#emit({ type: 'customer-text', text: event.text.trim(), language: event.language });
    this.#awaitsReply = true;
    if (!this.#isSpeaking) this.respond(null);
  }

  #emit(event: RealtimeEvent): void {
    if (!this.#isClosed) this.#listener(event);
  }
}

function end({ abort }: RunningAnswer): void {
  abort.abort(new ProviderError('aborted', 'The reply was canceled.'));
}

function asProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  return new ProviderError('malformed', 'The offline model failed unexpectedly.', error);
}

/** Speech starts after this much sound, so that a click does not count. */
const START_MS = 120;
const DEFAULT_SILENCE_MS = 500;
/** Anything quieter is never speech, in dB below full scale. */
const QUIETEST_DBFS = -48;
const QUIETEST_FLOOR_DBFS = -80;
/** Level of speech above the noise floor: at a threshold of 0, and at 1. */
const MARGIN_DB = [6, 24] as const;
/** The noise floor follows quieter audio immediately and louder audio slowly. */
const FLOOR_RISE_DB_PER_SECOND = 3;

type EnergyEvent = 'started' | 'stopped' | null;

/** Detects speech by its level above the noise floor, without a model. */
export class EnergyTurns {
  readonly #marginDb: number;
  readonly #silenceMs: number;
  #floorDbfs = -60;
  #voicedMs = 0;
  #silentMs = 0;
  #isSpeaking = false;

  /** @param threshold 0 to 1; null for medium */
  constructor(threshold: number | null, silenceMs: number | null) {
    const [least, most] = MARGIN_DB;
    this.#marginDb = least + (most - least) * (threshold ?? 0.5);
    this.#silenceMs = silenceMs ?? DEFAULT_SILENCE_MS;
  }

  /** @param durationMs duration of the samples */
  push(samples: Int16Array, durationMs: number): EnergyEvent {
    const level = levelDbfs(samples);
    const isVoiced = level > QUIETEST_DBFS && level > this.#floorDbfs + this.#marginDb;
    // The noise floor also rises during speech, because sound without pauses is noise.
    const risen = this.#floorDbfs + (FLOOR_RISE_DB_PER_SECOND * durationMs) / 1000;
    this.#floorDbfs = Math.max(QUIETEST_FLOOR_DBFS, Math.min(level, risen));
    this.#voicedMs = isVoiced ? this.#voicedMs + durationMs : 0;
    this.#silentMs = isVoiced ? 0 : this.#silentMs + durationMs;
    if (!this.#isSpeaking && this.#voicedMs >= START_MS) {
      this.#isSpeaking = true;
      return 'started';
    }
    if (this.#isSpeaking && this.#silentMs >= this.#silenceMs) {
      this.#isSpeaking = false;
      return 'stopped';
    }
    return null;
  }
}

function levelDbfs(samples: Int16Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  if (sum === 0) return -100;
  return 10 * Math.log10(sum / samples.length / 32_768 ** 2);
}

interface OfflineRealtimeDeps {
  /** Writes the replies and requests tool calls. */
  languageModel: LanguageModel;
  /** Speaks in `multimodal`; its voices are those of `offline-realtime/…`. */
  tts: TtsProvider;
  /** Transcribes speech; null if the machine has no STT provider, so that customers type. */
  stt: SttProvider | null;
}
