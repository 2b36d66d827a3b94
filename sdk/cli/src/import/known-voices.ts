/** Stock voices of the products by the id that exports contain, with the name and gender under which they are published. */
export const STOCK_VOICES: Readonly<Record<string, { name: string; gender: 'female' | 'male' }>> = {
  '9BWtsMINqrJLrRacOk9x': { name: 'Aria', gender: 'female' },
  CwhRBWXzGAHq8TQ4Fs17: { name: 'Roger', gender: 'male' },
  EXAVITQu4vr4xnSDxMaL: { name: 'Sarah', gender: 'female' },
  FGY2WhTYpPnrIDTdsKH5: { name: 'Laura', gender: 'female' },
  IKne3meq5aSn9XLyUdCD: { name: 'Charlie', gender: 'male' },
  JBFqnCBsd6RMkjVDRZzb: { name: 'George', gender: 'male' },
  N2lVS1w4EtoT3dr4eOWO: { name: 'Callum', gender: 'male' },
  TX3LPaxmHKxFdv7VOQHJ: { name: 'Liam', gender: 'male' },
  XB0fDUnXU5powFXDhCwa: { name: 'Charlotte', gender: 'female' },
  Xb7hH8MSUJpSbSDYk0k2: { name: 'Alice', gender: 'female' },
  XrExE9yKIg1WjnnlVkGX: { name: 'Matilda', gender: 'female' },
  bIHbv24MWmeRgasZH58o: { name: 'Will', gender: 'male' },
  cgSgspJ2msm6clMCkdW9: { name: 'Jessica', gender: 'female' },
  cjVigY5qzO86Huf0OWal: { name: 'Eric', gender: 'male' },
  iP95p4xoKVk53GoZ742B: { name: 'Chris', gender: 'male' },
  nPczCjzI2devNBz1zQrb: { name: 'Brian', gender: 'male' },
  onwK4e9ZLuTAKqWW03F9: { name: 'Daniel', gender: 'male' },
  pFZP5JQG7iQjIQuC4Bku: { name: 'Lily', gender: 'female' },
  pqHfZKP75CvOlQylNhV4: { name: 'Bill', gender: 'male' },
  '21m00Tcm4TlvDq8ikWAM': { name: 'Rachel', gender: 'female' },
  pNInz6obpgDQGcFmaJgB: { name: 'Adam', gender: 'male' },
};

const FEMALE =
  'alloy nova shimmer coral sage kylie lily savannah hana neha paige anna cimo monika kate myra dorothy marissa andrea jenny grace sarah rachel paula asteria luna stella athena hera';
const MALE =
  'echo onyx fable ash elliot rohan cole harry spencer adrian brian nico max joe andrew burt phillip steve ryan orion arcas perseus angus orpheus helios zeus';

/** The usual gender of voices with this first name. */
export function genderOf(name: string): 'female' | 'male' | null {
  const word = name.toLowerCase();
  if (FEMALE.split(' ').includes(word)) return 'female';
  return MALE.split(' ').includes(word) ? 'male' : null;
}
