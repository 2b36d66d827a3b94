import { bandPass, filtered, filteredLoop, highPass, lowPass } from './filters.ts';
import type { SoundLoop } from './sound-loop.ts';

/** Seamlessly looping band-limited noise with an RMS level of 1. */
export function steadyNoise(loop: SoundLoop, fromHz: number, toHz: number): Float32Array {
  const low = filteredLoop(loop.noise(), lowPass(toHz, loop.sampleRateHz));
  return normalized(filteredLoop(low, highPass(fromHz, loop.sampleRateHz)));
}

/** A gain curve around 1 that loops seamlessly and rises and falls about `cycles` times. */
export function swell(loop: SoundLoop, cycles: number, depth: number): Float32Array {
  const waves = [cycles, cycles + 1, 2 * cycles + 1].map((periods) => ({ periods, phase: loop.random() }));
  return loop.samples.map((_, index) => {
    const position = index / loop.samples.length;
    const sum = waves.reduce(
      (total, { periods, phase }) => total + Math.sin(2 * Math.PI * (periods * position + phase)),
      0,
    );
    return Math.max(0, 1 + (depth * sum) / waves.length);
  });
}

/** Multiplies a sound by a gain curve of the same length. */
export function shaped(sound: Float32Array, curve: Float32Array): Float32Array {
  return sound.map((value, index) => value * (curve[index] ?? 1));
}

/** A knock, click or hiss: decaying noise around a frequency. */
export function burst(loop: SoundLoop, { hz, q, ms }: { hz: number; q: number; ms: number }): Float32Array {
  const noise = silence(loop, 4 * ms).map((_, index) => decay(loop, index, ms) * (2 * loop.random() - 1));
  return peaked(filtered(noise, bandPass(hz, q, loop.sampleRateHz)));
}

/** A struck object: decaying partials. */
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

/** A whistle gliding between two frequencies, faded in and out. */
export function whistle(loop: SoundLoop, [fromHz, toHz]: [number, number], ms: number): Float32Array {
  let phase = 0;
  return silence(loop, ms).map((_, index, all) => {
    const position = index / all.length;
    phase += (2 * Math.PI * (fromHz + (toHz - fromHz) * position)) / loop.sampleRateHz;
    return Math.sin(Math.PI * position) * Math.sin(phase);
  });
}

/** Noise that fades in and out, such as a passing car. */
export function passingNoise(loop: SoundLoop, hz: number, ms: number): Float32Array {
  const noise = silence(loop, ms).map((_, index, all) => {
    const position = index / all.length;
    return Math.sin(Math.PI * position) ** 2 * (2 * loop.random() - 1);
  });
  return peaked(filtered(noise, bandPass(hz, 0.7, loop.sampleRateHz)));
}

export function silence(loop: SoundLoop, ms: number): Float32Array {
  return new Float32Array(Math.round((ms * loop.sampleRateHz) / 1000));
}

/** Scales a sound to an RMS level of 1. */
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
  // Fade in over the first millisecond to avoid a click.
  return Math.min(1, seconds * 1000) * Math.exp((-1000 * seconds) / ms);
}
