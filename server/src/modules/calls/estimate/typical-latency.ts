/** What one kind of provider typically takes, in milliseconds: by the vendor of its code, and for all others. */
interface TypicalLatency {
  vendors: Readonly<Record<string, number>>;
  others: number;
}

/**
 * For what was never measured here. Of what runs in this installation the figures are our own; of vendors those that are
 * published, to the first word or sound over a network:
 * - Agora, "Optimize conversation latency": last word of a transcript 400–700 ms, language model 250–1,000 ms, speech
 *   100–350 ms; ranges of their tests, of which requests for whole texts or sounds take the slower half, a model the middle.
 * - Bolna, "Latency in Real-Time Voice AI": streaming transcription 50–150 ms after the end, speech 80–200 ms.
 * - Deepgram, "Latency Report": 120 ms in its example. ElevenLabs, "Latency optimization": 75 ms without the network.
 */
export const TYPICAL_LATENCY = {
  /** From the end of the turn to the last word. `offline` is told words that are typed. */
  transcript: { vendors: { offline: 0, deepgram: 120 }, others: 550 },
  /** To the first word. Offline: `bench/README.md`, agent. */
  model: { vendors: { offline: 20 }, others: 600 },
  /** From the end of the wait to the first sound, or word where another voice speaks; vendors' 300–500 ms. Offline: with flite. */
  realtime: { vendors: { offline: 150 }, others: 500 },
  /** From the first words to the first sound. flite and espeak-ng: the median of 15 sentences on two cores that others used too. */
  speech: { vendors: { flite: 130, espeak: 35, elevenlabs: 150, cartesia: 150 }, others: 300 },
} as const satisfies Record<string, TypicalLatency>;

/**
 * Until a judgement ends a turn. Ours: the mean at the degree that calls take, `bench/README.md`, end-of-turn. Of realtime
 * models none is published: the silence that they wait for where nobody sets another.
 */
export const TYPICAL_JUDGED_WAIT_MS = { pipeline: 527, realtime: 500 };

/** @param code of the catalogue: a vendor's, or `vendor/model` */
export function typicalLatency(kind: keyof typeof TYPICAL_LATENCY, code: string): number {
  const { vendors, others }: TypicalLatency = TYPICAL_LATENCY[kind];
  const [vendor = ''] = code.split('/');
  return vendors[vendor] ?? others;
}
