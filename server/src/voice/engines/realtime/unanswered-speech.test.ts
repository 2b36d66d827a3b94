import { beforeEach, expect, test } from 'vitest';
import { UnansweredSpeech } from './unanswered-speech.ts';

let speech: UnansweredSpeech;
let said: number;

beforeEach(() => {
  speech = new UnansweredSpeech();
  said = 0;
});

/** Pushes 20 ms frames, numbered consecutively. */
function push(count: number): void {
  for (let frame = 0; frame < count; frame += 1) {
    said += 1;
    speech.push(new Int16Array(160).fill(said));
  }
}

/** Numbers of the first and last buffered frame. */
const kept = (): (number | undefined)[] => [speech.frames[0]?.[0], speech.frames.at(-1)?.[0]];

test('does not buffer silence', () => {
  push(1_000);
  expect(speech.frames).toEqual([]);
});

test('buffers speech from shortly before its detected start to shortly after its end', () => {
  push(100);
  speech.started();
  push(50);
  speech.stopped();
  push(100);
  expect(kept()).toEqual([81, 175]);
});

test('keeps speech before and after a pause', () => {
  speech.started();
  push(50);
  speech.stopped();
  push(200);
  speech.started();
  push(10);
  // Of the long pause, only the audio after the end and before the start of speech is kept.
  expect(speech.frames).toHaveLength(50 + 25 + 20 + 10);
  expect(kept()).toEqual([1, 260]);
});

test('drops transcribed speech', () => {
  speech.started();
  push(50);
  speech.stopped();
  speech.understood();
  expect(speech.frames).toEqual([]);
  push(5);
  expect(speech.frames).toEqual([]);
});

/**
 * Frames of silence between two sentences, and the first frame kept when the first sentence is transcribed during the
 * second.
 */
test.each([
  [200, 231],
  [25, 56],
  [10, 51],
  [0, 51],
])(
  'keeps only the current speech when earlier speech is transcribed (after a pause of %i frames)',
  (pause, first) => {
    speech.started();
    push(50);
    speech.stopped();
    push(pause);
    speech.started();
    push(5);
    speech.understood();
    expect(kept()).toEqual([first, 55 + pause]);
    push(1);
    speech.stopped();
    speech.understood();
    expect(speech.frames).toEqual([]);
  },
);

test('keeps the last ten seconds of long current speech', () => {
  speech.started();
  push(2_000);
  speech.understood();
  expect(kept()).toEqual([1_501, 2_000]);
});

test('keeps the last ten seconds of long speech', () => {
  speech.started();
  push(2_000);
  expect(speech.frames).toHaveLength(500);
  expect(kept()).toEqual([1_501, 2_000]);
});

test('copies the pushed frames', () => {
  const frame = new Int16Array(160).fill(7);
  speech.started();
  speech.push(frame);
  frame.fill(9);
  expect(kept()).toEqual([7, 7]);
});
