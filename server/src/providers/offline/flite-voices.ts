/** What a code of ours means to flite. */
export interface FliteVoice {
  /** flite's own name for it. */
  name: string;
  sampleRateHz: number;
  /** How far its pitch goes from the middle (standard deviation); null: its model alone decides. */
  pitchSpreadHz: number | null;
  /** The middle of its pitch; null: as above. */
  pitchHz: number | null;
}

/** Between those of men and of women. */
export const NOBODYS_PITCH_HZ = 150;

/**
 * The voices compiled into the package, by the part of the voice's code after `flite/`; all speak English.
 * `awb_time` is left out: it can tell the time and nothing else.
 */
export const FLITE_VOICES: ReadonlyMap<string, FliteVoice> = new Map([
  ['slt', { name: 'slt', sampleRateHz: 16_000, pitchSpreadHz: 24, pitchHz: 172 }],
  ['rms', { name: 'rms', sampleRateHz: 16_000, pitchSpreadHz: null, pitchHz: null }],
  ['awb', { name: 'awb', sampleRateHz: 16_000, pitchSpreadHz: 24, pitchHz: 130 }],
  ['kal16', { name: 'kal16', sampleRateHz: 16_000, pitchSpreadHz: 11, pitchHz: 92 }],
  ['kal', { name: 'kal', sampleRateHz: 8_000, pitchSpreadHz: 11, pitchHz: 92 }],
  ['any', { name: 'slt', sampleRateHz: 16_000, pitchSpreadHz: 24, pitchHz: 172 }],
]);
