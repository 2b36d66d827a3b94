import { afterAll, describe, expect, test } from 'vitest';
import { type ManualClock, manualClock } from '../../../test/kit/clocks.ts';
import { eventually } from '../../../test/kit/eventually.ts';
import { variant } from '../../../test/kit/run-size.ts';
import { type Speech, seconds, speech } from '../../../test/kit/speech.ts';
import { middlePitchHz, pitchSpreadHz } from '../../../test/kit/voice/pitch-spread.ts';
import { ProviderError } from '../interfaces/provider-error.ts';
import type { SpeechOptions } from '../interfaces/tts-provider.ts';
import { FLITE_VOICES, FliteTts } from './flite-tts.ts';

const fixture = (name: string): URL => new URL(`./fixtures/${name}.worker.ts`, import.meta.url);
const loudness = ({ samples }: Speech): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);

describe('the bundled voices', () => {
  // With a stopped clock no thread times out on a busy machine.
  const flite = new FliteTts({ clock: manualClock() });
  afterAll(() => flite.close());
  const APPOINTMENT = 'Your appointment is on Monday morning at nine, and the doctor will see you then.';
  const melody = async (style: Partial<SpeechOptions>): Promise<number> => {
    const { samples, sampleRateHz } = await speech(flite, APPOINTMENT, style);
    return pitchSpreadHz(samples, sampleRateHz);
  };
  const pitch = async (style: Partial<SpeechOptions>): Promise<number> => {
    const { samples, sampleRateHz } = await speech(flite, APPOINTMENT, style);
    return middlePitchHz(samples, sampleRateHz);
  };

  test.each([...FLITE_VOICES.keys()])('%s speaks an audible sentence', async (voice) => {
    const audio = await speech(flite, 'Hello! How can I help you today?', { voice });
    expect(seconds(audio)).toBeGreaterThan(1.2);
    expect(seconds(audio)).toBeLessThan(5);
    expect(loudness(audio)).toBeGreaterThan(300);
  });

  test('speak longer for more words, equally for equal texts, and differently from each other', async () => {
    const [one, three, again, other] = await Promise.all([
      speech(flite, 'One.', { voice: 'slt' }),
      speech(flite, 'One. Two. Three.', { voice: 'slt' }),
      speech(flite, 'One.', { voice: 'slt' }),
      speech(flite, 'One.', { voice: 'rms' }),
    ]);
    expect(seconds(three)).toBeGreaterThan(seconds(one) * 1.8);
    expect(again.samples).toEqual(one.samples);
    expect(other.samples).not.toEqual(one.samples);
  });

  test.each([8_000, 16_000] as const)(
    'speak for the same duration at %i Hz, and start and end with sound',
    async (sampleRateHz) => {
      const audio = await speech(flite, 'Good morning.', { voice: 'slt', sampleRateHz });
      expect(seconds(audio)).toBeGreaterThan(0.55);
      expect(seconds(audio)).toBeLessThan(0.85);
      const edge = sampleRateHz / 20;
      for (const part of [audio.samples.subarray(0, edge), audio.samples.subarray(-edge - edge / 2)]) {
        expect(Math.max(...part.map(Math.abs))).toBeGreaterThan(100);
      }
    },
  );

  test('speak at the requested speed', async () => {
    const text = 'Your appointment is on Monday morning at nine.';
    const [slow, usual, fast] = await Promise.all(
      [0.7, 1, 1.2].map(async (speed) => seconds(await speech(flite, text, { speed }))),
    );
    expect((slow ?? 0) / (usual ?? 0)).toBeGreaterThan(1.3);
    expect((slow ?? 0) / (usual ?? 0)).toBeLessThan(1.6);
    expect((usual ?? 0) / (fast ?? 0)).toBeGreaterThan(1.1);
  });

  variant.each(
    [...FLITE_VOICES].filter(([, { pitchSpreadHz }]) => pitchSpreadHz !== null).map(([voice]) => voice),
  )('%s speaks with as much melody as it is asked to', async (voice) => {
    const [own, even, calm, lively] = await Promise.all(
      [{}, { stability: 1 }, { emotion: false }, { stability: 0 }].map((style) =>
        melody({ voice, ...style }),
      ),
    );
    expect(even).toBeLessThan(0.8 * (own ?? 0));
    expect(calm).toBeLessThan(0.9 * (own ?? 0));
    expect(lively).toBeGreaterThan(1.2 * (own ?? 0));
  });

  variant.each(['slt', 'awb', 'kal16', 'kal'])(
    '%s moves to a neutral pitch as similarity falls below the default',
    async (voice) => {
      const [own, close, half, none] = await Promise.all(
        [0.5, 1, 0.25, 0].map((similarity) => pitch({ voice, similarity })),
      );
      expect(close).toBe(own);
      const far = Math.abs((none ?? 0) - (own ?? 0));
      expect(far).toBeGreaterThan(0.08 * (own ?? 0));
      expect(Math.abs((half ?? 0) - (own ?? 0))).toBeGreaterThan(0.3 * far);
      expect(Math.abs((half ?? 0) - (own ?? 0))).toBeLessThan(0.7 * far);
    },
  );

  test('rms keeps its model’s pitch', async () => {
    expect(await melody({ voice: 'rms', stability: 0 })).toBe(await melody({ voice: 'rms', stability: 1 }));
  });

  test('return the timings of all words', async () => {
    const { words, samples } = await speech(flite, ['Hello there.', 'How can I help you today?'], {
      sampleRateHz: 8_000,
    });
    expect(words.map(({ text }) => text)).toEqual('Hello there. How can I help you today?'.split(' '));
    let lastMs = 0;
    for (const { startMs, endMs } of words) {
      expect(startMs).toBeGreaterThanOrEqual(lastMs);
      expect(endMs).toBeGreaterThan(startMs);
      lastMs = endMs;
    }
    expect(lastMs).toBeLessThanOrEqual(samples.length / 8);
    expect(lastMs).toBeGreaterThan(samples.length / 8 - 100);
    // The pause between the sentences belongs to no word.
    expect((words[2]?.startMs ?? 0) - (words[1]?.endMs ?? 0)).toBeGreaterThan(250);
  });

  test.each([
    'Łódź, dziękuję!',
    'Привет, мир',
    'Καλημέρα',
    'こんにちは',
    'नमस्ते',
    'مرحبا بالعالم',
    '안녕하세요',
    'שלום',
  ])('speak an approximation of %s', async (text) => {
    expect(seconds(await speech(flite, text))).toBeGreaterThan(0.2);
  });

  test.each(['', ' \n', '…', '?!', '\ud800', '\0'])('are silent for %j', async (text) => {
    expect(await speech(flite, text, { voice: 'kal' })).toMatchObject({ samples: { length: 0 }, words: [] });
  });

  test.each(['-o /etc/passwd', '%s%n%d', '<speak>x</speak>', 'a\0b', '$1. $ 99999999999999999999 1e400'])(
    'read %j as plain text',
    async (text) => {
      expect(seconds(await speech(flite, text, { voice: 'kal16' }))).toBeGreaterThan(0.1);
    },
  );

  test('do not include unknown ones, which are rejected', async () => {
    for (const voice of ['', 'awb_time', 'constructor', 'SLT']) {
      const refused = { name: 'ProviderError', code: 'rejected', retryable: false };
      await expect(speech(flite, 'Hello.', { voice })).rejects.toMatchObject(refused);
    }
  });

  test('speak texts of any length without blocking the event loop', async () => {
    let turns = 0;
    let speaking = true;
    const turn = (): void => {
      turns += 1;
      if (speaking) setImmediate(turn);
    };
    turn();
    const audio = await speech(flite, 'This sentence keeps a thread busy for a while. '.repeat(60));
    speaking = false;
    expect(seconds(audio)).toBeGreaterThan(100);
    expect(turns).toBeGreaterThan(100);
    expect(seconds(await speech(flite, 'ﷺ'.repeat(500), { voice: 'kal' }))).toBeGreaterThan(10);
  });

  test('end an aborted text immediately without affecting others', async () => {
    const [speaking, waiting] = [new AbortController(), new AbortController()];
    const first = speech(flite, 'This is a very long sentence. '.repeat(8), { signal: speaking.signal });
    const second = speech(flite, 'Never spoken.', { signal: waiting.signal });
    const third = speech(flite, 'Yes.');
    waiting.abort();
    speaking.abort();
    await expect(first).rejects.toMatchObject({ code: 'aborted', retryable: false });
    await expect(second).rejects.toMatchObject({ code: 'aborted' });
    expect(seconds(await third)).toBeGreaterThan(0.2);
    await expect(speech(flite, 'Late.', { signal: speaking.signal })).rejects.toMatchObject({
      code: 'aborted',
    });
  });
});

describe('a synthesis thread', () => {
  const start = (name: string, clock: ManualClock = manualClock()): FliteTts =>
    new FliteTts({ clock, threads: 1, workerFile: fixture(name) });
  const samplesOf = async (speaking: Promise<Speech>): Promise<number> => (await speaking).samples.length;

  test('that fails only loses its own text; the rest continue in a new thread', async () => {
    const flite = start('dying-flite');
    const results = await Promise.allSettled(
      ['poison', 'refuse', 'four'].map((text) => samplesOf(speech(flite, text))),
    );
    expect(results[0]).toMatchObject({
      status: 'rejected',
      reason: { code: 'unavailable', retryable: true },
    });
    expect(results[1]).toMatchObject({ status: 'rejected', reason: { code: 'malformed', retryable: false } });
    expect(results[2]).toMatchObject({ status: 'fulfilled', value: 640 });
    await flite.close();
  });

  test('that hangs is replaced after a timeout; only its text fails', async () => {
    const clock = manualClock();
    const flite = start('dying-flite', clock);
    await speech(flite, 'ready');
    const hung = expect(speech(flite, 'hang')).rejects.toMatchObject({ code: 'timeout' });
    const next = samplesOf(speech(flite, 'four'));
    await eventually(
      async () => clock.sleeping(),
      (count) => count === 1,
    );
    clock.advance(10_000);
    await hung;
    expect(await next).toBe(640);
    await eventually(
      async () => clock.sleeping(),
      (count) => count === 0,
    );
    await flite.close();
  });

  test('that never starts fails all queued and later texts with a provider error', async () => {
    const flite = start('stillborn-flite');
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const failure = await speech(flite, 'text').catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(ProviderError);
      expect(failure).toMatchObject({ code: 'unavailable', message: expect.stringContaining('no voices') });
    }
    await flite.close();
  });

  test('with a full queue rejects texts immediately, and accepts them again once the queue is shorter', async () => {
    const flite = start('dying-flite');
    await speech(flite, 'ready');
    const hanging = new AbortController();
    const hung = expect(speech(flite, 'hang', { signal: hanging.signal })).rejects.toMatchObject({
      code: 'aborted',
    });
    const leaving = new AbortController();
    const waiting = Array.from({ length: 500 }, (_, index) =>
      expect(speech(flite, `four ${index}`, { signal: leaving.signal })).rejects.toMatchObject({
        code: 'aborted',
      }),
    );
    await expect(speech(flite, 'more')).rejects.toMatchObject({ code: 'rate-limited' });
    leaving.abort();
    hanging.abort();
    await Promise.all([hung, ...waiting]);
    const closed = expect(speech(flite, 'more')).rejects.toMatchObject({ code: 'unavailable' });
    await flite.close();
    await closed;
  });

  test('that is closed fails queued and later texts', async () => {
    const flite = start('dying-flite');
    await speech(flite, 'ready');
    const texts = ['hang', 'four'].map((text) => speech(flite, text));
    const failures = texts.map((text) => expect(text).rejects.toMatchObject({ code: 'unavailable' }));
    await Promise.all([flite.close(), ...failures]);
    await expect(speech(flite, 'text')).rejects.toMatchObject({ code: 'unavailable' });
  });
});
