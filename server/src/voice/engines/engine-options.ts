import type { CallJournal, MadeCall } from '../../agent/made-calls.ts';
import type { AgentTool } from '../../agent/tool.ts';
import type { HistoryMessage } from '../../agent/turn.ts';
import type { Clock } from '../../core/clock.ts';
import type { RealtimeModel } from '../../providers/interfaces/realtime-model.ts';
import type { SttProvider } from '../../providers/interfaces/stt-provider.ts';
import type { TtsProvider } from '../../providers/interfaces/tts-provider.ts';
import type { CallAssistant } from '../call-host.ts';
import type { SampleRateHz } from '../legs/media-leg.ts';
import type { Engine, EngineEvent } from './engine.ts';

export interface EngineServices {
  /** By provider code. */
  sttProviders: ReadonlyMap<string, SttProvider>;
  ttsProviders: ReadonlyMap<string, TtsProvider>;
  /** A placeholder for a TTS provider that is not configured; by default, one without a fallback. */
  missingTts?(code: string): TtsProvider;
  /** By `vendor/model`. */
  realtimeModels: ReadonlyMap<string, RealtimeModel>;
}

/** Codes of the replacements, by the code of the failed provider. */
export interface ReplacedSpeech {
  voices: Map<string, string>;
  transcribers: Map<string, string>;
}

export interface EngineOptions {
  assistant: CallAssistant;
  sampleRateHz: SampleRateHz;
  /** Receives events, never before `openEngine` has returned. Must not throw. */
  listener(event: EngineEvent): void;
  /** Built-in tools, in addition to the account's tools. */
  extraTools: readonly AgentTool[];
  /** Conversation of this call so far, held by other assistants. */
  history: readonly HistoryMessage[];
  /** Stores the calls of tools that have effects. */
  journal?: CallJournal;
  /** Tool calls of earlier calls with this customer that broke off. */
  earlierCalls?: readonly MadeCall[];
  /**
   * Speech providers that failed in this call, with what replaced them, by code. Shared by all engines of the call, so
   * that a failed provider is not tried again.
   */
  replacedSpeech?: ReplacedSpeech;
  /** Transcribe only: nothing is answered and no answer is prepared. Default: false. */
  transcribeOnly?: boolean;
  clock: Clock;
  /** Aborts all work, including running tools. Closing the engine lets tools with effects finish. */
  signal: AbortSignal;
}

/** Opens the engine of the assistant's mode. Never throws: a missing provider is reported as a fatal `failed` event. */
export type OpenEngine = (options: EngineOptions) => Engine;
