import { afterEach, expect, test } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { ModelVoiceActivityDetector } from './model-detector.ts';

const opened: ModelVoiceActivityDetector[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((detector) => detector.close()));
});

function detector(module?: string) {
  const logged: string[] = [];
  const write = (_: object, message: string): void => {
    logged.push(message);
  };
  const log: Log = { debug: write, info: write, warn: write, error: write };
  const file = module === undefined ? {} : { module: new URL(`./fixtures/${module}`, import.meta.url) };
  const made = new ModelVoiceActivityDetector({ clock: systemClock, log, ...file });
  opened.push(made);
  return { detector: made, logged };
}

/** A synthetic voice: a buzz through three formants with syllables. */
function voice(ms: number): Int16Array {
  const formants = [
    [500, 60],
    [1500, 90],
    [2500, 120],
  ] as const;
  const states = formants.map((): [number, number] => [0, 0]);
  return Int16Array.from({ length: ms * 8 }, (_, index) => {
    const pitchHz = 120 + 20 * Math.sin(index / 3000);
    const pulse = (index * pitchHz) % 8000 < pitchHz ? 1 : 0;
    const swell = Math.max(0, Math.sin((2 * Math.PI * index) / 2400));
    const sum = formants.reduce((total, [hz, width], one) => {
      const state = states[one] ?? [0, 0];
      const radius = Math.exp((-Math.PI * width) / 8000);
      const value =
        pulse + 2 * radius * Math.cos((2 * Math.PI * hz) / 8000) * state[0] - radius ** 2 * state[1];
      states[one] = [value, state[0]];
      return total + value;
    }, 0);
    return Math.max(-32_768, Math.min(32_767, Math.round(3000 * swell * sum)));
  });
}

/** Pushes 20 ms frames starting at `fromMs`; returns the end of the last one. */
function play(push: (samples: Int16Array, endMs: number) => void, samples: Int16Array, fromMs = 0): number {
  for (let start = 0; start < samples.length; start += 160) {
    push(samples.slice(start, start + 160), fromMs + start / 8 + 20);
  }
  return fromMs + samples.length / 8;
}

function listening() {
  const heard: { probability: number; endMs: number }[] = [];
  return { heard, listener: (probability: number, endMs: number) => void heard.push({ probability, endMs }) };
}

test('detects speech but not noise, per stream and in order', async () => {
  const { detector: model } = detector();
  expect(await model.start()).toBe('model');
  const [speaker, noise] = [listening(), listening()];
  const [one, other] = [model.open(speaker.listener), model.open(noise.listener)];
  let seed = 1;
  const random = Int16Array.from({ length: 8000 }, () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return (seed % 6000) - 3000;
  });
  // The detector queues at most a second, and the test clock does not wait.
  play((samples, endMs) => one.push(samples, endMs), voice(960));
  play((samples, endMs) => other.push(samples, endMs), random);
  await expect.poll(() => [speaker.heard.length, noise.heard.length]).toEqual([30, 31]);
  expect(Math.max(...speaker.heard.map(({ probability }) => probability))).toBeGreaterThan(0.8);
  expect(Math.max(...noise.heard.map(({ probability }) => probability))).toBeLessThan(0.35);
  expect(speaker.heard.map(({ endMs }) => endMs)).toEqual(
    Array.from({ length: 30 }, (_, index) => 32 * (index + 1)),
  );
});

test('reports silence immediately without the model', async () => {
  const { detector: model } = detector('mortal-vad.worker-module.ts');
  const { heard, listener } = listening();
  const stream = model.open(listener);
  play((samples, endMs) => stream.push(samples, endMs), new Int16Array(1600));
  expect(heard.map(({ probability }) => probability)).toEqual([0, 0, 0, 0, 0, 0]);
});

test('reports silence in order and never as speech', async () => {
  const { detector: model } = detector('mortal-vad.worker-module.ts');
  await model.start();
  const { heard, listener } = listening();
  const stream = model.open(listener);
  const endMs = play((samples, at) => stream.push(samples, at), new Int16Array(256).fill(3000));
  play((samples, at) => stream.push(samples, at), new Int16Array(256 * 10), endMs);
  await expect.poll(() => heard.length).toBe(11);
  play((samples, at) => stream.push(samples, at), new Int16Array(256 * 3), endMs + 320);
  await expect.poll(() => heard.length).toBe(14);
  expect(heard.map(({ probability }) => probability)).toEqual([0.75, ...new Array<number>(13).fill(0)]);
  const ends = heard.map(({ endMs: at }) => at);
  expect(ends).toEqual(ends.toSorted((one, other) => one - other));
});

test.each([666, 667])(
  'replaces a worker that fails on sample %i, and classifies pending frames by energy',
  async (poison) => {
    const { detector: model, logged } = detector('mortal-vad.worker-module.ts');
    await model.start();
    const { heard, listener } = listening();
    const stream = model.open(listener);
    stream.push(new Int16Array(256).fill(poison), 32);
    await expect.poll(() => heard.length).toBe(1);
    expect(heard[0]?.probability).not.toBe(0.75);
    expect(logged).toEqual(['The voice activity model stopped and was restarted.']);
    stream.push(new Int16Array(256).fill(3000), 64);
    await expect.poll(() => heard.at(-1)).toEqual({ probability: 0.75, endMs: 64 });
  },
);

test('falls back to energy after repeated failures, and logs it', async () => {
  const { detector: model, logged } = detector('mortal-vad.worker-module.ts');
  const { heard, listener } = listening();
  const stream = model.open(listener);
  for (let index = 1; index <= 3; index += 1) {
    stream.push(new Int16Array(256).fill(666), 32 * index);
    await expect.poll(() => heard.length).toBe(index);
  }
  expect(logged.at(-1)).toContain('Falling back to loudness');
  stream.push(new Int16Array(256).fill(20_000), 128);
  expect(heard.length).toBe(4);
});

test('falls back to energy and logs it when the model cannot run', async () => {
  const { detector: model, logged } = detector('unavailable-vad.worker-module.ts');
  const { heard, listener } = listening();
  const stream = model.open(listener);
  expect(await model.start()).toBe('loudness');
  expect(logged).toEqual([expect.stringContaining('Falling back to loudness')]);
  play((samples, endMs) => stream.push(samples, endMs), voice(640));
  expect(heard.length).toBe(20);
  expect(Math.max(...heard.map(({ probability }) => probability))).toBeGreaterThan(0.9);
});

test('limits frames pending at a hanging worker', async () => {
  const { detector: model } = detector('mortal-vad.worker-module.ts');
  await model.start();
  const { heard, listener } = listening();
  const stream = model.open(listener);
  stream.push(new Int16Array(256).fill(777), 32);
  play((samples, endMs) => stream.push(samples, endMs), new Int16Array(256 * 100).fill(3000), 32);
  await model.close();
  expect(heard).toEqual([]);
});

test('reports nothing after a stream is closed', async () => {
  const { detector: model } = detector('mortal-vad.worker-module.ts');
  await model.start();
  const [closed, open] = [listening(), listening()];
  const [one, other] = [model.open(closed.listener), model.open(open.listener)];
  one.push(new Int16Array(256).fill(3000), 32);
  other.push(new Int16Array(256).fill(3000), 32);
  one.close();
  one.push(new Int16Array(256).fill(3000), 64);
  await expect.poll(() => open.heard.length).toBe(1);
  expect(closed.heard).toEqual([]);
});

test('a detector can be closed while it works, and twice', async () => {
  const { detector: model } = detector();
  await model.start();
  const stream = model.open(() => undefined);
  play((samples, endMs) => stream.push(samples, endMs), voice(960));
  await Promise.all([model.close(), model.close()]);
  stream.push(new Int16Array(256).fill(3000), 992);
});
