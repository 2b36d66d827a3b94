import { seededRandom } from '../../server/src/core/seeded-random.ts';
import { backgroundLoop } from '../../server/src/voice/audio/background/background-loop.ts';
import { gainOf } from '../../server/src/voice/audio/level.ts';
import { bandPass, filtered, lowPass } from './filters.ts';

const RATE_HZ = 8000;

/** Sounds without speech: mono PCM at 8 kHz, all at the same level. */
export function noises(seconds: number, levelDbfs: number): Map<string, Int16Array> {
  const random = seededRandom(11);
  const length = seconds * RATE_HZ;
  const white = new Float32Array(length).map(() => 2 * random() - 1);
  const made = new Map<string, Float32Array>([
    ['white', white],
    ['pink', pink(white)],
    ['brown', filtered(white, lowPass(120, RATE_HZ))],
    ['hum of 50 Hz', sines(length, [50, 100, 150, 200])],
    ['a tone of 440 Hz', sines(length, [440])],
    ['keys', gated(sines(length, [770, 1336]), { onMs: 100, offMs: 150 })],
    ['ringing', gated(sines(length, [425]), { onMs: 1000, offMs: 4000 })],
    ['coughs', coughs(length, random)],
    ['knocks', gated(white, { onMs: 30, offMs: 970 })],
    ['keyboard and air', Float32Array.from(repeated(backgroundLoop('office', RATE_HZ), length))],
    ['traffic', Float32Array.from(repeated(backgroundLoop('city', RATE_HZ), length))],
    ['murmur of a room', Float32Array.from(repeated(backgroundLoop('crowded_room', RATE_HZ), length))],
  ]);
  return new Map([...made].map(([name, sound]) => [name, atLevel(sound, levelDbfs)]));
}

/** Scales a sound to a level; full scale is 0. */
export function atLevel(sound: Float32Array, levelDbfs: number): Int16Array {
  const level = 32_768 * gainOf(levelDbfs);
  return Int16Array.from(normalized(sound), (value) => Math.max(-32_768, Math.min(32_767, value * level)));
}

/** Scales a sound to an RMS level of 1. */
export function normalized(sound: Float32Array): Float32Array {
  const level = Math.sqrt(sound.reduce((sum, value) => sum + value * value, 0) / sound.length);
  return level === 0 ? sound : sound.map((value) => value / level);
}

/** Pink noise by Paul Kellet's three-pole filter. */
function pink(white: Float32Array): Float32Array {
  let [slow, middle, fast] = [0, 0, 0];
  return white.map((value) => {
    slow = 0.99765 * slow + value * 0.099046;
    middle = 0.963 * middle + value * 0.2965164;
    fast = 0.57 * fast + value * 1.0526913;
    return slow + middle + fast + value * 0.1848;
  });
}

function sines(length: number, frequenciesHz: readonly number[]): Float32Array {
  return new Float32Array(length).map((_, index) =>
    frequenciesHz.reduce((sum, hz) => sum + Math.sin((2 * Math.PI * hz * index) / RATE_HZ), 0),
  );
}

function gated(sound: Float32Array, { onMs, offMs }: { onMs: number; offMs: number }): Float32Array {
  return sound.map((value, index) => ((index / 8) % (onMs + offMs) < onMs ? value : 0));
}

/** Coughs: two noise bursts every three seconds. */
function coughs(length: number, random: () => number): Float32Array {
  const breath = new Float32Array(length).map((_, index) => {
    const atMs = (index / 8) % 3000;
    const sinceMs = atMs < 350 ? atMs : atMs - 350;
    return atMs < 700 ? Math.exp(-sinceMs / 70) * (2 * random() - 1) : 0;
  });
  const low = filtered(breath, bandPass(600, 1, RATE_HZ));
  const high = filtered(breath, bandPass(1700, 1.5, RATE_HZ));
  return low.map((value, index) => value + 0.7 * (high[index] ?? 0));
}

function repeated(samples: Int16Array, length: number): number[] {
  return Array.from({ length }, (_, index) => samples[index % samples.length] ?? 0);
}
