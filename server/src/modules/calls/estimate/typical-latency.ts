import { SPEECH_VENDORS } from '../../../providers/speech-vendors.ts';

/** Typical milliseconds of a provider kind: by vendor, and for all others. */
interface TypicalLatency {
  vendors: Readonly<Record<string, number>>;
  others: number;
}

/**
 * Typical latency, for parts that were not measured. We measured local providers ourselves. Figures of vendors are
 * published, to the first word or sound, over a network:
 * - Agora, "Optimize conversation latency": last word of a transcript 400–700 ms, language model 250–1,000 ms, speech
 * 100–350 ms. We take the slower half for non-streaming requests and the middle for models.
 * - Bolna, "Latency in Real-Time Voice AI": streaming transcription 50–150 ms after the end, speech 80–200 ms.
 * - Vendors that only offer speech: their `speech-vendor.ts`.
 */
export const TYPICAL_LATENCY = {
  /** From the end of the turn to the last word. `offline` receives typed words. */
  transcript: { vendors: { ...typicalOf('transcriber'), offline: 0 }, others: 550 },
  /** To the first word. Source for `offline`: `bench/README.md`, agent. */
  model: { vendors: { offline: 20 }, others: 600 },
  /**
   * From the end of the wait to the first sound, in `dualplex` mode to the first word. Vendors state 300–500 ms; `offline`
   * speaks with flite.
   */
  realtime: { vendors: { offline: 150 }, others: 500 },
  /** From the first words to the first sound. For flite and espeak-ng the median of 15 sentences on two busy cores. */
  speech: { vendors: { ...typicalOf('synthesizer'), flite: 130, espeak: 35 }, others: 300 },
} as const satisfies Record<string, TypicalLatency>;

function typicalOf(kind: 'transcriber' | 'synthesizer'): Record<string, number> {
  const ofKind = SPEECH_VENDORS.filter((vendor) => vendor.kind === kind);
  return Object.fromEntries(ofKind.map(({ code, typicalMs }) => [code, typicalMs]));
}

/**
 * Time until the turn detector ends a turn. For ours the mean at the default sensitivity (`bench/README.md`,
 * end-of-turn); for realtime models, which publish none, their default silence.
 */
export const TYPICAL_TURN_WAIT_MS = { pipeline: 527, realtime: 500 };

/** @param code a catalog code: `vendor` or `vendor/model` */
export function typicalLatency(kind: keyof typeof TYPICAL_LATENCY, code: string): number {
  const { vendors, others }: TypicalLatency = TYPICAL_LATENCY[kind];
  const [vendor = ''] = code.split('/');
  return vendors[vendor] ?? others;
}
