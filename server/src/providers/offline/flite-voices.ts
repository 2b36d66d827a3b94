/** What a code of ours means to flite. */
export interface FliteVoice {
  /** flite's own name for it. */
  name: string;
  sampleRateHz: number;
  /** How far its pitch goes from the middle (standard deviation); null: its model alone decides. */
  pitchSpreadHz: number | null;
}

/**
 * The voices compiled into the package, by the part of the voice's code after `flite/`; all speak English.
 * `awb_time` is left out: it can tell the time and nothing else.
 */
export const FLITE_VOICES: ReadonlyMap<string, FliteVoice> = new Map([
  ['slt', { name: 'slt', sampleRateHz: 16_000, pitchSpreadHz: 24 }],
  ['rms', { name: 'rms', sampleRateHz: 16_000, pitchSpreadHz: null }],
  ['awb', { name: 'awb', sampleRateHz: 16_000, pitchSpreadHz: 24 }],
  ['kal16', { name: 'kal16', sampleRateHz: 16_000, pitchSpreadHz: 11 }],
  ['kal', { name: 'kal', sampleRateHz: 8_000, pitchSpreadHz: 11 }],
  ['any', { name: 'slt', sampleRateHz: 16_000, pitchSpreadHz: 24 }],
]);
