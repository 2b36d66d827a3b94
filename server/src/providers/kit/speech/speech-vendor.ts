import type { Clock } from '../../../core/clock.ts';
import type { SttProvider } from '../../interfaces/stt-provider.ts';
import type { SpeechProtocol } from './speech-protocol.ts';
import type { VendorVoice } from './voice-offers.ts';

/** Everything about a vendor of speech: its settings, offers and typical latency follow from it. */
export type SpeechVendor = SttVendor | TtsVendor;

interface VendorFacts {
  /** Code of its offers, and the vendor part of its voices' codes. Never change it. */
  code: string;
  name: string;
  /** Environment variables; `docs/configuration.md` explains them. */
  variables: { key: string; baseUrl: string; model: string; voices?: string };
  /** With the API version, if any. */
  baseUrl: string;
  /** The model used by default. */
  model: string;
  /** The catalog's languages that the default model supports, as ISO 639-1 codes. */
  languages: readonly string[];
  /** Typical latency over a network: from the end of a turn to its last word, or from the first words to the first sound. */
  typicalMs: number;
}

export interface SttVendor extends VendorFacts {
  kind: 'transcriber';
  open(access: VendorAccess, clock: Clock): Promise<SttProvider>;
}

export interface TtsVendor extends VendorFacts {
  kind: 'synthesizer';
  voices: {
    /** Path of the account's voices, below the base URL. */
    path: string;
    read(answer: Record<string, unknown>): VendorVoice[];
    /** Voices to offer if the account's are unknown. */
    defaults: readonly VendorVoice[];
  };
  protocol(access: VendorAccess): Promise<SpeechProtocol>;
}

export interface VendorAccess {
  apiKey: string;
  /** The base URL with `ws` or `wss`. */
  socketUrl: string;
  model: string;
}
