import type { CallTool } from '#contract/built-in-tools.ts';
import type { TurnKnowledge } from '../agent/knowledge.ts';
import type { CallJournal, MadeCall } from '../agent/made-calls.ts';
import type { AgentTool } from '../agent/tool.ts';
import type { Persona } from '../agent/turn.ts';
import type { LanguageModel } from '../providers/interfaces/language-model.ts';
import type { CallEvent, PartialSpeech } from './call-event.ts';
import type { SampleRateHz } from './legs/media-leg.ts';
import type { DialEvent, Dialing } from './legs/outbound-route.ts';
import type { RequestHeaders } from './legs/request-headers.ts';
import type { VoiceSettings } from './settings.ts';

/** A TTS provider and one of its voices, as catalog codes. */
export interface FallbackVoice {
  synthesizer: string;
  /** `vendor/voice` */
  voice: string;
}

export interface CallAssistant {
  /** The assistant's id, as text. */
  id: string;
  name: string;
  settings: VoiceSettings;
  persona: Persona;
  /** 0 to 1. */
  temperature: number;
  /**
   * Answers in `pipeline`. In the other modes `chat_llm_fallback_id` or the default, which takes over if the realtime
   * model cannot answer.
   */
  model: LanguageModel;
  fallback: LanguageModel | null;
  /** Catalog code of the realtime model, `vendor/model`; null in `pipeline`. */
  realtimeModel: string | null;
  /** Catalog code of the STT provider; null if the realtime model transcribes. */
  transcriber: string | null;
  /** Catalog code of the TTS provider; null if the realtime model speaks. */
  synthesizer: string | null;
  /** TTS voice used when a speaking realtime model fails; null without one. */
  fallbackVoice: FallbackVoice | null;
  knowledge: TurnKnowledge | null;
  /** The account's mid-call tools. */
  tools: readonly AgentTool[];
  /** Built-in tools that act on the call itself. */
  builtInTools: readonly CallTool[];
}

/** Sink for a stereo recording: customer left, sent audio right. */
export interface RecordingSink {
  /** Interleaved G.711 µ-law in order, about once per second. The buffer is reused after the return. Never throws. */
  append(chunk: Uint8Array): void;
}

export interface TransferRequest {
  /** E.164, or a SIP address if the outbound route accepts one. */
  to: string;
  /** Caller ID in E.164; null for the number whose route is used. */
  from: string | null;
  /**
   * Id of the phone number whose route is used; null for that of `from` if the account owns it, otherwise the call's
   * own.
   */
  line: number | null;
  ringingTimeMs: number;
  headers?: RequestHeaders;
}

/** Services and event sink that the product provides to a call. */
export interface CallHost {
  /** Never throws. */
  onEvent(event: CallEvent): void;
  /** Never throws. */
  onPartial?(partial: PartialSpeech): void;
  /** Opens the recording, once per call, when the first recording assistant starts; null if recording is refused. */
  recording(sampleRateHz: SampleRateHz): RecordingSink | null;
  /** Dials another party for a transfer of this call. */
  dial(request: TransferRequest, listener: (event: DialEvent) => void): Dialing;
  /** Another assistant of the account; null if it no longer exists. */
  assistant(id: number, signal: AbortSignal): Promise<CallAssistant | null>;
  /** True if the target is one of the account's own extensions, which only we can reach, not a carrier. */
  isExtension(target: string, signal: AbortSignal): Promise<boolean>;
  /** Number of one of the account's phone numbers, E.164; null if it no longer exists. */
  phoneNumber(id: number, signal: AbortSignal): Promise<string | null>;
  /** The customer's number, E.164; null if withheld or absent. */
  readonly customerNumber: string | null;
  /** Stores the calls of tools that have effects. Never rejects: tools also run while the database is unavailable. */
  readonly journal: CallJournal;
  /** Tool calls of earlier calls with this customer that broke off, oldest first. */
  readonly earlierCalls: readonly MadeCall[];
}
