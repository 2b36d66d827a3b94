/** A catalog voice's settings in flite. */
export interface FliteVoice {
  /** flite's own name. */
  name: string;
  /** Standard deviation of its pitch; null if fixed by its model. */
  pitchSpreadHz: number | null;
  /** Mean pitch; null if fixed by its model. */
  pitchHz: number | null;
}

/** Between the pitch of men and women. */
export const NEUTRAL_PITCH_HZ = 150;

/**
 * The voices compiled into the package, by their code without `flite/`; all speak English. Without `awb_time`, which
 * can only tell the time.
 */
export const FLITE_VOICES: ReadonlyMap<string, FliteVoice> = new Map([
  ['slt', { name: 'slt', pitchSpreadHz: 24, pitchHz: 172 }],
  ['rms', { name: 'rms', pitchSpreadHz: null, pitchHz: null }],
  ['awb', { name: 'awb', pitchSpreadHz: 24, pitchHz: 130 }],
  ['kal16', { name: 'kal16', pitchSpreadHz: 11, pitchHz: 92 }],
  ['kal', { name: 'kal', pitchSpreadHz: 11, pitchHz: 92 }],
  ['any', { name: 'slt', pitchSpreadHz: 24, pitchHz: 172 }],
]);
