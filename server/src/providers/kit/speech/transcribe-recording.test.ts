import { expect, test } from 'vitest';
import { manualClock } from '../../../../test/kit/clocks.ts';
import { silentVoiceMessage } from '../../../../test/kit/ogg-opus.ts';
import { ProviderError } from '../../interfaces/provider-error.ts';
import type { SttProvider, TranscriptEvent } from '../../interfaces/stt-provider.ts';
import { transcribeRecording } from './transcribe-recording.ts';

/** Answers each segment with these events. */
function sttThat(answers: (segment: number) => TranscriptEvent[]) {
  const seconds: number[] = [];
  let open = 0;
  const stt: SttProvider = {
    code: 'scripted',
    open: ({ sampleRateHz }, listener) => {
      open += 1;
      let samples = 0;
      return {
        write: (written) => {
          samples += written.length;
        },
        speechStarted: () => {},
        speechStopped: () => {
          seconds.push(samples / sampleRateHz);
          for (const event of answers(seconds.length)) listener(event);
        },
        close: () => {
          open -= 1;
        },
      };
    },
  };
  return { stt, seconds, open: () => open };
}

const final = (text: string): TranscriptEvent => ({ type: 'final', text, language: null });

/** Lets time pass until the transcription ends. */
async function transcribed(bytes: Uint8Array, stt: SttProvider, signal = new AbortController().signal) {
  const clock = manualClock();
  let isOver = false;
  const work = transcribeRecording(bytes, { stt, languages: ['en'], clock, signal }).finally(() => {
    isOver = true;
  });
  work.catch(() => {});
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(100);
  }
  expect(clock.sleeping()).toBe(0);
  return work;
}

test('transcribes a voice message in segments that providers take whole', async () => {
  const { stt, seconds, open } = sttThat((segment) => [final(`Part ${segment}.`), final('')]);
  expect(await transcribed(silentVoiceMessage(60), stt)).toBe('Part 1. Part 2. Part 3.');
  expect(seconds.reduce((sum, part) => sum + part)).toBeCloseTo(60, 0);
  expect(Math.max(...seconds)).toBeLessThanOrEqual(25);
  expect(open()).toBe(0);
});

test('waits for final segments that follow', async () => {
  const { stt } = sttThat(() => [final('Hello'), final('there.')]);
  expect(await transcribed(silentVoiceMessage(2), stt)).toBe('Hello there.');
});

test.each<[string, Uint8Array, TranscriptEvent[], string]>([
  ['a long recording', silentVoiceMessage(301), [], 'longer than 5 minutes'],
  ['a file without sound', Buffer.from('OggS and nothing else'), [], 'no readable sound'],
  [
    'a provider that fails',
    silentVoiceMessage(1),
    [{ type: 'failed', error: new ProviderError('unavailable', 'Out of order.') }],
    'Out of order',
  ],
  ['a provider that never answers', silentVoiceMessage(1), [], 'did not answer in time'],
])('rejects %s', async (_what, bytes, events, message) => {
  const { stt, open } = sttThat(() => events);
  await expect(transcribed(bytes, stt)).rejects.toThrow(message);
  expect(open()).toBe(0);
});

test('ends when it is aborted', async () => {
  const aborted = new AbortController();
  const { stt } = sttThat(() => {
    aborted.abort(new Error('Shut down.'));
    return [];
  });
  await expect(transcribed(silentVoiceMessage(1), stt, aborted.signal)).rejects.toThrow('Shut down.');
});
