import { bandPass, filtered, filteredRound, highPass, lowPass } from './filters.ts';
import type { SoundLoop } from './sound-loop.ts';

/** Noise between two frequencies that never ends, with a mean level of 1. */
export function steadyNoise(loop: SoundLoop, fromHz: number, toHz: number): Float32Array {
  const low = filteredRound(loop.noise(), lowPass(toHz, loop.sampleRateHz));
  return normalized(filteredRound(low, highPass(fromHz, loop.sampleRateHz)));
}

/** A curve around 1 that comes back to where it began; `rounds` times up and down, more or less. */
export function swell(loop: SoundLoop, rounds: number, depth: number): Float32Array {
  const waves = [rounds, rounds + 1, 2 * rounds + 1].map((cycles) => ({ cycles, phase: loop.random() }));
  return loop.samples.map((_, index) => {
    const place = index / loop.samples.length;
    const sum = waves.reduce(
      (total, { cycles, phase }) => total + Math.sin(2 * Math.PI * (cycles * place + phase)),
      0,
    );
    return Math.max(0, 1 + (depth * sum) / waves.length);
  });
}

/** A sound, louder and softer as a curve of the same length says. */
export function shaped(sound: Float32Array, curve: Float32Array): Float32Array {
  return sound.map((value, index) => value * (curve[index] ?? 1));
}

/** A knock, click or hiss: noise around a frequency that dies away. */
export function burst(loop: SoundLoop, { hz, q, ms }: { hz: number; q: number; ms: number }): Float32Array {
  const noise = silence(loop, 4 * ms).map((_, index) => decay(loop, index, ms) * (2 * loop.random() - 1));
  return peaked(filtered(noise, bandPass(hz, q, loop.sampleRateHz)));
}

/** A struck thing: partials that die away. */
export function chime(loop: SoundLoop, partialsHz: readonly number[], ms: number): Float32Array {
  const audible = partialsHz.filter((hz) => hz < 0.45 * loop.sampleRateHz);
  return peaked(
    silence(loop, 4 * ms).map((_, index) =>
      audible.reduce((sum, hz, rank) => {
        const fade = decay(loop, index, ms / (1 + rank / 2));
        return sum + (fade * Math.sin((2 * Math.PI * hz * index) / loop.sampleRateHz)) / (1 + rank);
      }, 0),
    ),
  );
}

/** A whistle from one frequency to another, with soft ends. */
export function whistle(loop: SoundLoop, [fromHz, toHz]: [number, number], ms: number): Float32Array {
  let phase = 0;
  return silence(loop, ms).map((_, index, all) => {
    const place = index / all.length;
    phase += (2 * Math.PI * (fromHz + (toHz - fromHz) * place)) / loop.sampleRateHz;
    return Math.sin(Math.PI * place) * Math.sin(phase);
  });
}

/** Noise that comes, stays and goes. */
export function passingNoise(loop: SoundLoop, hz: number, ms: number): Float32Array {
  const noise = silence(loop, ms).map((_, index, all) => {
    const place = index / all.length;
    return Math.sin(Math.PI * place) ** 2 * (2 * loop.random() - 1);
  });
  return peaked(filtered(noise, bandPass(hz, 0.7, loop.sampleRateHz)));
}

/** So many milliseconds of nothing. */
export function silence(loop: SoundLoop, ms: number): Float32Array {
  return new Float32Array(Math.round((ms * loop.sampleRateHz) / 1000));
}

/** The same sound with a mean level of 1. */
export function normalized(sound: Float32Array): Float32Array {
  const level = Math.sqrt(sound.reduce((sum, value) => sum + value * value, 0) / sound.length);
  return level === 0 ? sound : sound.map((value) => value / level);
}

function peaked(sound: Float32Array): Float32Array {
  const peak = sound.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return peak === 0 ? sound : sound.map((value) => value / peak);
}

function decay(loop: SoundLoop, index: number, ms: number): number {
  const seconds = index / loop.sampleRateHz;
  // The first millisecond swells: a jump would be a crack of its own.
  return Math.min(1, seconds * 1000) * Math.exp((-1000 * seconds) / ms);
}
