import { afterAll, describe, expect, test } from 'vitest';
import { ProviderError } from '../spec/provider-error.ts';
import type { SpokenAudio } from '../spec/speech-synthesizer.ts';
import { FliteSynthesizer } from './flite-synthesizer.ts';
import { FLITE_VOICES } from './flite-voices.ts';

const never = new AbortController().signal;
const fixture = (name: string): URL => new URL(`./fixtures/${name}.worker.ts`, import.meta.url);
const seconds = ({ samples, sampleRateHz }: SpokenAudio): number => samples.length / sampleRateHz;
const loudness = ({ samples }: SpokenAudio): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);

describe('the voices inside npm', () => {
  const flite = new FliteSynthesizer();
  afterAll(() => flite.close());

  test.each([...FLITE_VOICES])('%s speaks a sentence aloud at its rate', async (voice, { sampleRateHz }) => {
    const audio = await flite.speak('Hello! How can I help you today?', voice, never);
    expect(audio.sampleRateHz).toBe(sampleRateHz);
    expect(seconds(audio)).toBeGreaterThan(1.2);
    expect(seconds(audio)).toBeLessThan(5);
    expect(loudness(audio)).toBeGreaterThan(300);
  });

  test('says more for more words, the same for the same words, and another thing for another voice', async () => {
    const [one, three, again, other] = await Promise.all([
      flite.speak('One.', 'slt', never),
      flite.speak('One. Two. Three.', 'slt', never),
      flite.speak('One.', 'slt', never),
      flite.speak('One.', 'rms', never),
    ]);
    expect(seconds(three)).toBeGreaterThan(seconds(one) * 1.8);
    expect(again.samples).toEqual(one.samples);
    expect(other.samples).not.toEqual(one.samples);
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
  ])('speaks %s as it sounds, nearly', async (text) => {
    expect(seconds(await flite.speak(text, 'any', never))).toBeGreaterThan(0.3);
  });

  test.each(['', ' \n', '…', '?!', '\ud800', '\0'])('has nothing to say for %j', async (text) => {
    expect(await flite.speak(text, 'kal', never)).toEqual({
      samples: new Int16Array(0),
      sampleRateHz: 8_000,
    });
  });

  test.each(['-o /etc/passwd', '%s%n%d', '<speak>x</speak>', 'a\0b', '$1. $ 99999999999999999999 1e400'])(
    'takes %j for text',
    async (text) => {
      expect(seconds(await flite.speak(text, 'kal16', never))).toBeGreaterThan(0.1);
    },
  );

  test('refuses voices it has not, and texts longer than a turn', async () => {
    const refused = { name: 'ProviderError', code: 'rejected', retryable: false };
    for (const voice of ['', 'awb_time', 'constructor', 'SLT']) {
      await expect(flite.speak('Hello.', voice, never)).rejects.toMatchObject(refused);
    }
    await expect(flite.speak('a '.repeat(1_300), 'kal', never)).rejects.toMatchObject(refused);
    // One sign may become many letters.
    await expect(flite.speak('ﷺ'.repeat(2_000), 'kal', never)).rejects.toMatchObject(refused);
  });

  test('leaves the event loop turning while it speaks', async () => {
    let turns = 0;
    let speaking = true;
    const turn = (): void => {
      turns += 1;
      if (speaking) setImmediate(turn);
    };
    turn();
    const audio = await flite.speak(
      'This sentence keeps a thread busy for a while. '.repeat(20),
      'slt',
      never,
    );
    speaking = false;
    expect(seconds(audio)).toBeGreaterThan(30);
    expect(turns).toBeGreaterThan(100);
  });

  test('an aborted text ends at once and leaves the others alone', async () => {
    const [speaking, waiting] = [new AbortController(), new AbortController()];
    const first = flite.speak('This is a very long sentence. '.repeat(60), 'slt', speaking.signal);
    const second = flite.speak('Never spoken.', 'slt', waiting.signal);
    const third = flite.speak('Yes.', 'slt', never);
    waiting.abort();
    speaking.abort();
    await expect(first).rejects.toMatchObject({ code: 'aborted', retryable: false });
    await expect(second).rejects.toMatchObject({ code: 'aborted' });
    expect(seconds(await third)).toBeGreaterThan(0.2);
    await expect(flite.speak('Late.', 'slt', speaking.signal)).rejects.toMatchObject({ code: 'aborted' });
  });
});

describe('a thread that fails', () => {
  test('takes only its own text with it; the rest go on in a new thread', async () => {
    const flite = new FliteSynthesizer(fixture('dying-flite'));
    const results = await Promise.allSettled(
      ['poison', 'refuse', 'four'].map((text) => flite.speak(text, 'slt', never)),
    );
    expect(results[0]).toMatchObject({
      status: 'rejected',
      reason: { code: 'unavailable', retryable: true },
    });
    expect(results[1]).toMatchObject({ status: 'rejected', reason: { code: 'malformed', retryable: false } });
    expect(results[2]).toMatchObject({ status: 'fulfilled', value: { samples: Int16Array.of(4) } });
    await flite.close();
  });

  test('that hangs is replaced when its text is aborted', async () => {
    const flite = new FliteSynthesizer(fixture('dying-flite'));
    await flite.speak('ready', 'slt', never);
    const hanging = new AbortController();
    const hung = flite.speak('hang', 'slt', hanging.signal);
    const next = flite.speak('four', 'slt', never);
    hanging.abort();
    await expect(hung).rejects.toMatchObject({ code: 'aborted' });
    expect((await next).samples).toEqual(Int16Array.of(4));
    await flite.close();
  });

  test('that never starts fails all that wait with a provider error, and the next ones too', async () => {
    const flite = new FliteSynthesizer(fixture('stillborn-flite'));
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const failure = await flite.speak('text', 'slt', never).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(ProviderError);
      expect(failure).toMatchObject({ code: 'unavailable', message: expect.stringContaining('no voices') });
    }
    await flite.close();
  });

  test('a queue that is full refuses at once and takes texts again when it is shorter', async () => {
    const flite = new FliteSynthesizer(fixture('dying-flite'));
    await flite.speak('ready', 'slt', never);
    const hanging = new AbortController();
    const hung = flite.speak('hang', 'slt', hanging.signal);
    const waiting = Array.from({ length: 100 }, () => flite.speak('four', 'slt', never));
    await expect(flite.speak('more', 'slt', never)).rejects.toMatchObject({ code: 'rate-limited' });
    hanging.abort();
    await expect(hung).rejects.toMatchObject({ code: 'aborted' });
    expect(await Promise.all(waiting)).toHaveLength(100);
    await expect(flite.speak('more', 'slt', never)).resolves.toBeDefined();
    await flite.close();
  });

  test('closing fails what waits and refuses what comes', async () => {
    const flite = new FliteSynthesizer(fixture('dying-flite'));
    await flite.speak('ready', 'slt', never);
    const texts = [flite.speak('hang', 'slt', never), flite.speak('four', 'slt', never)];
    const failures = texts.map((text) => expect(text).rejects.toMatchObject({ code: 'unavailable' }));
    await Promise.all([flite.close(), ...failures]);
    await expect(flite.speak('text', 'slt', never)).rejects.toMatchObject({ code: 'unavailable' });
  });
});
