import type { BuiltInTool } from '#contract/built-in-tools.ts';
import type { TurnKnowledge } from '../agent/knowledge.ts';
import type { AgentTool } from '../agent/tool.ts';
import type { Persona } from '../agent/turn.ts';
import type { LanguageModel } from '../providers/interfaces/language-model.ts';
import type { CallEvent } from './call-event.ts';
import type { SampleRateHz } from './legs/media-leg.ts';
import type { DialEvent, Dialing } from './legs/outbound-route.ts';
import type { VoiceSettings } from './settings.ts';

/** Catalogue codes: of a synthesizer, and of one of its voices. */
export interface StandInVoice {
  synthesizer: string;
  /** `vendor/voice` */
  voice: string;
}

/** Everything that a call needs to know of the assistant that speaks in it. */
export interface CallAssistant {
  /** The assistant's id, in text. */
  id: string;
  name: string;
  settings: VoiceSettings;
  persona: Persona;
  /** 0 to 1. */
  temperature: number;
  /** Of `pipeline`: answers. Of the other modes: `chat_llm_fallback_id`, else the default; takes over where the realtime model cannot. */
  model: LanguageModel;
  fallback: LanguageModel | null;
  /** Catalogue code of the realtime model, `vendor/model`; null in `pipeline`. */
  realtimeModel: string | null;
  /** Catalogue code of the transcriber; null where the realtime model hears. */
  transcriber: string | null;
  /** Catalogue code of the synthesizer; null where the realtime model speaks. */
  synthesizer: string | null;
  /** Says what a realtime model that speaks itself cannot say any more; null: nobody does. */
  standInVoice: StandInVoice | null;
  knowledge: TurnKnowledge | null;
  /** The account's own mid-call tools. */
  tools: readonly AgentTool[];
  /** What the assistant may do with the call itself. */
  builtInTools: readonly BuiltInTool[];
}

/** Where what was said is kept while it is said: stereo, the customer left, what was really sent right. */
export interface RecordingSink {
  /** G.711 µ-law, interleaved left and right, in order, about every second; the bytes are the sink's until it returns. Never throws. */
  append(piece: Uint8Array): void;
}

export interface TransferRequest {
  /** E.164, or a SIP address where the line takes one. */
  to: string;
  /** The caller ID that is shown, E.164; null: the number whose line is used. */
  from: string | null;
  /** Id of the account's phone number whose line is used; null: that of `from` where it is one of the account, else the call's own. */
  line: number | null;
  ringingTimeMs: number;
}

/** The world around a call: what the voice loop may ask of the product, and whom it tells. */
export interface CallHost {
  /** Never throws. */
  happened(event: CallEvent): void;
  /** Asked for once, when an assistant speaks who records; null: nothing is. */
  recording(sampleRateHz: SampleRateHz): RecordingSink | null;
  /** Dials somebody else for a transfer of this call. */
  dial(request: TransferRequest, listener: (event: DialEvent) => void): Dialing;
  /** Another assistant of the same account that takes the call over; null: it cannot be found any more. */
  assistant(id: number, signal: AbortSignal): Promise<CallAssistant | null>;
  /** Whether somebody is a telephone of the account's own: only we can call it, and no carrier can send a call there. */
  isExtension(target: string, signal: AbortSignal): Promise<boolean>;
  /** Number of one of the account's phone numbers, E.164; null: gone. */
  phoneNumber(id: number, signal: AbortSignal): Promise<string | null>;
  /** The customer's number, E.164; null: withheld or none. */
  readonly customerNumber: string | null;
}
