import { describe, expect, test } from 'vitest';
import { manualClock } from '../../../../test/kit/clocks.ts';
import { piecesOf, speech, speechOptions, tone } from '../../../../test/kit/speech.ts';
import { EventQueue } from '../../../core/event-queue.ts';
import { ProviderError } from '../../interfaces/provider-error.ts';
import type { TtsProvider } from '../../interfaces/tts-provider.ts';
import { type PartRequest, type SegmentedSpeech, speakSegments } from './speak-segments.ts';

const RATE = 8_000;

/** A tone of 100 ms for each word, surrounded by silence. */
async function* tones({ text }: PartRequest): AsyncGenerator<Int16Array> {
  yield new Int16Array(RATE / 4);
  yield tone(100 * text.split(' ').length, RATE);
  yield new Int16Array(RATE / 4);
}

function tts(change: Partial<SegmentedSpeech> = {}): TtsProvider {
  const how: SegmentedSpeech = {
    sampleRateHz: RATE,
    maxPartLength: 40,
    partsAhead: 1,
    clock: manualClock(),
    speakPart: tones,
    ...change,
  };
  return { code: 'tones', speak: (segments, _options, signal) => speakSegments(segments, how, signal) };
}

async function collected<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe('segmented speech', () => {
  test('is in order, with the text’s pauses instead of the vendor’s silence', async () => {
    const { samples, words } = await speech(tts(), ['One two.', 'Three,', 'four'], {
      sampleRateHz: RATE,
    });
    const edges = 20 + 40;
    expect(samples.length / 8).toBe(400 + 3 * edges + 300 + 150);
    expect(words.map(({ text, startMs }) => [text, startMs])).toEqual([
      ['One', 20],
      ['two.', 120],
      ['Three,', 20 + 200 + 40 + 300 + 20],
      ['four', 580 + 100 + 40 + 150 + 20],
    ]);
  });

  test('skips segments without words', async () => {
    const texts: string[] = [];
    const speakPart: SegmentedSpeech['speakPart'] = (part) => {
      texts.push(part.text);
      return tones(part);
    };
    await speech(tts({ speakPart }), ['  ', '…', ' One. ', '']);
    expect(texts).toEqual(['One.']);
    expect(await speech(tts({ speakPart }), [])).toMatchObject({ samples: { length: 0 } });
  });

  test('requests the allowed number of parts ahead, with their due time', async () => {
    const clock = manualClock();
    const asked: [string, number][] = [];
    const startMs = clock.monotonicMs();
    const speakPart: SegmentedSpeech['speakPart'] = (part) => {
      asked.push([part.text, part.dueMs - startMs]);
      return tones(part);
    };
    const reading = speakSegments(
      piecesOf(['One.', 'Two.', 'Three.', 'Four.']),
      { sampleRateHz: RATE, maxPartLength: 40, partsAhead: 1, clock, speakPart },
      AbortSignal.any([]),
    );
    await reading.next();
    expect(asked).toEqual([
      ['One.', 0],
      ['Two.', 0],
    ]);
    clock.advance(50);
    for await (const { samples } of reading) if (samples.length === 0) break;
    expect(asked.map(([text]) => text)).toEqual(['One.', 'Two.', 'Three.', 'Four.']);
    // The audio of the first part, its pause and the second part are played before the fourth is needed.
    expect(asked[3]?.[1]).toBeGreaterThan(400);
  });

  test('throws an error of a part or of the text only after the audio before it', async () => {
    const failure = new ProviderError('unavailable', 'down');
    const speakPart: SegmentedSpeech['speakPart'] = async function* (part) {
      if (part.text === 'Two.') throw failure;
      yield* tones(part);
    };
    const heard: number[] = [];
    const reading = speakSegments(
      piecesOf(['One.', 'Two.', 'Three.']),
      { sampleRateHz: RATE, maxPartLength: 40, partsAhead: 2, clock: manualClock(), speakPart },
      AbortSignal.any([]),
    );
    const read = async (): Promise<void> => {
      for await (const { samples } of reading) heard.push(samples.length);
    };
    await expect(read()).rejects.toBe(failure);
    expect(heard.reduce((sum, length) => sum + length)).toBeGreaterThan(800);

    const broken = async function* (): AsyncGenerator<string> {
      yield 'One.';
      throw failure;
    };
    const how = {
      sampleRateHz: RATE,
      maxPartLength: 40,
      partsAhead: 1,
      clock: manualClock(),
      speakPart: tones,
    };
    const brokenReading = collected(speakSegments(broken(), how, AbortSignal.any([])));
    await expect(brokenReading).rejects.toBe(failure);
  });

  test('ends immediately on abort, while waiting for text or audio', async () => {
    const silent = new EventQueue<string>();
    const waiting = new AbortController();
    const forText = expect(
      collected(tts().speak(silent, speechOptions({ sampleRateHz: RATE }), waiting.signal)),
    ).rejects.toMatchObject({ code: 'aborted' });
    waiting.abort();
    await forText;

    const ending = new AbortController();
    let part: AbortSignal | undefined;
    const speakPart: SegmentedSpeech['speakPart'] = async function* ({ signal }) {
      part = signal;
      yield tone(100, RATE);
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    };
    const forSound = speech(tts({ speakPart }), 'One.', { signal: ending.signal });
    const failed = expect(forSound).rejects.toBeDefined();
    await new Promise(setImmediate);
    ending.abort(new ProviderError('timeout', 'too late'));
    await failed;
    expect(part?.aborted).toBe(true);
  });

  test('aborts parts when the iteration ends', async () => {
    const signals: AbortSignal[] = [];
    const speakPart: SegmentedSpeech['speakPart'] = (part) => {
      signals.push(part.signal);
      return tones(part);
    };
    for await (const _chunk of tts({ speakPart }).speak(
      piecesOf(['One.', 'Two.', 'Three.']),
      speechOptions({ sampleRateHz: RATE }),
      AbortSignal.any([]),
    )) {
      break;
    }
    expect(signals.length).toBeGreaterThan(0);
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
  });

  test('fails if the provider never stops', async () => {
    const speakPart: SegmentedSpeech['speakPart'] = async function* () {
      for (;;) yield tone(1_000, RATE);
    };
    await expect(speech(tts({ speakPart }), 'One.')).rejects.toMatchObject({ code: 'malformed' });
  });
});
