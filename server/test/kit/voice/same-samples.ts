import { decodeUlaw, encodeUlaw } from '../../../src/core/g711.ts';

/** Maximum difference between samples that count as equal. */
export type Rounding = (sample: number) => number;

/** Decoders round the smallest µ-law steps differently. */
export const ofOneCode: Rounding = () => 8;
/** Between µ-law and A-law: half a step of each, 1/32 of the sample or 8 if that is less. */
export const ofTwoCodes: Rounding = (sample) => 16 + Math.abs(sample) / 16;
const AUDIBLE = 1000;

/** The audio after G.711 µ-law encoding and decoding. */
export const asHeard = (samples: Int16Array): Int16Array => decodeUlaw(encodeUlaw(samples));

/** True if a sound contains a segment, sample by sample. */
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
 * Share of a sound's non-silent packets that another sound contains, sample by sample.
 * @param samples packet length; half of the shorter one if both sides cut packets differently
 */
export function shareContained(
  sound: Int16Array,
  whole: ArrayLike<number>,
  { samples = PACKET_SAMPLES, rounding = ofOneCode }: { samples?: number; rounding?: Rounding } = {},
): number {
  return shareOf(packetsOf(sound, samples), whole, rounding);
}

/**
 * Like `shareContained`, but begins a new packet after each gap. Late packets leave gaps of any length; a packet that is cut
 * across the end of one is not in the other sound.
 */
export function shareBetweenGaps(
  sound: Int16Array,
  whole: ArrayLike<number>,
  { samples }: { samples: number },
): number {
  const packets = stretchesOf(sound).flatMap((stretch) => packetsOf(stretch, samples));
  return shareOf(packets, whole, ofOneCode);
}

function shareOf(packets: readonly Int16Array[], whole: ArrayLike<number>, rounding: Rounding): number {
  const found = packets.filter((packet) => contains(whole, packet, rounding));
  return packets.length === 0 ? 0 : found.length / packets.length;
}

function packetsOf(sound: Int16Array, samples: number): Int16Array[] {
  return Array.from({ length: Math.floor(sound.length / samples) }, (_, index) =>
    sound.subarray(index * samples, (index + 1) * samples),
  ).filter((packet) => packet.some((sample) => Math.abs(sample) > AUDIBLE));
}

/** More zeros in a row than a noise has. */
const GAP_SAMPLES = 8;

function stretchesOf(sound: Int16Array): Int16Array[] {
  const stretches: Int16Array[] = [];
  let begin = 0;
  let zeros = 0;
  for (const [index, sample] of sound.entries()) {
    zeros = sample === 0 ? zeros + 1 : 0;
    if (zeros === GAP_SAMPLES) stretches.push(sound.subarray(begin, index + 1 - GAP_SAMPLES));
    if (zeros >= GAP_SAMPLES) begin = index + 1;
  }
  stretches.push(sound.subarray(begin));
  return stretches;
}

const PACKET_SAMPLES = 160;
