import { decodeUlaw, encodeUlaw } from '../../../src/core/g711.ts';

/** How far two samples may lie apart that count as the same. */
export type Rounding = (sample: number) => number;

/** Decoders round the quietest steps of µ-law differently. */
export const ofOneCode: Rounding = () => 8;
/** Of one sound in µ-law and in A-law: half a step of each, which is a thirty-second of the sample, or 8 where that is less. */
export const ofTwoCodes: Rounding = (sample) => 16 + Math.abs(sample) / 16;
const AUDIBLE = 1000;

/** As it comes out of a telephone: G.711 µ-law on its way. */
export const asHeard = (samples: Int16Array): Int16Array => decodeUlaw(encodeUlaw(samples));

/** Whether a part is somewhere in a sound, sample by sample. */
export function contains(
  whole: ArrayLike<number>,
  part: ArrayLike<number>,
  rounding: Rounding = ofOneCode,
): boolean {
  if (part.length === 0) return false;
  for (let start = 0; start + part.length <= whole.length; start += 1) {
    if (isAt(whole, part, { start, rounding })) return true;
  }
  return false;
}

function isAt(
  whole: ArrayLike<number>,
  part: ArrayLike<number>,
  { start, rounding }: { start: number; rounding: Rounding },
): boolean {
  for (let index = 0; index < part.length; index += 1) {
    const sample = part[index] ?? 0;
    if (Math.abs((whole[start + index] ?? 0) - sample) > rounding(sample)) return false;
  }
  return true;
}

/**
 * The share of a sound's packets, the silent ones left out, that are somewhere in another sound, sample by sample.
 * @param samples of a packet: where the sound was cut into other pieces on its way, half of the shorter one finds all that is there
 */
export function shareContained(
  sound: Int16Array,
  whole: ArrayLike<number>,
  { samples = PACKET_SAMPLES, rounding = ofOneCode }: { samples?: number; rounding?: Rounding } = {},
): number {
  const packets = Array.from({ length: Math.floor(sound.length / samples) }, (_, index) =>
    sound.subarray(index * samples, (index + 1) * samples),
  ).filter((packet) => packet.some((sample) => Math.abs(sample) > AUDIBLE));
  const found = packets.filter((packet) => contains(whole, packet, rounding));
  return packets.length === 0 ? 0 : found.length / packets.length;
}

const PACKET_SAMPLES = 160;
