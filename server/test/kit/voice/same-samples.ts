import { decodeUlaw, encodeUlaw } from '../../../src/core/g711.ts';

/** Decoders round the quietest steps of µ-law differently. */
const ROUNDING = 8;
const AUDIBLE = 1000;

/** As it comes out of a telephone: G.711 µ-law on its way. */
export const asHeard = (samples: Int16Array): Int16Array => decodeUlaw(encodeUlaw(samples));

/** Whether a part is somewhere in a sound, sample by sample. */
export function contains(whole: ArrayLike<number>, part: ArrayLike<number>): boolean {
  if (part.length === 0) return false;
  for (let start = 0; start + part.length <= whole.length; start += 1) {
    if (isAt(whole, part, start)) return true;
  }
  return false;
}

function isAt(whole: ArrayLike<number>, part: ArrayLike<number>, start: number): boolean {
  for (let index = 0; index < part.length; index += 1) {
    if (Math.abs((whole[start + index] ?? 0) - (part[index] ?? 0)) > ROUNDING) return false;
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
  samples: number = PACKET_SAMPLES,
): number {
  const packets = Array.from({ length: Math.floor(sound.length / samples) }, (_, index) =>
    sound.subarray(index * samples, (index + 1) * samples),
  ).filter((packet) => packet.some((sample) => Math.abs(sample) > AUDIBLE));
  const found = packets.filter((packet) => contains(whole, packet));
  return packets.length === 0 ? 0 : found.length / packets.length;
}

const PACKET_SAMPLES = 160;
