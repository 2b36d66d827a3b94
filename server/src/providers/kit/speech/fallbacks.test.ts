import { describe, expect, test } from 'vitest';
import { instantClock, manualClock } from '../../../../test/kit/clocks.ts';
import { eventually } from '../../../../test/kit/eventually.ts';
import { speech, speechOptions, tone } from '../../../../test/kit/speech.ts';
import { transcribe } from '../../../../test/kit/transcripts.ts';
import { EventQueue } from '../../../core/event-queue.ts';
import { ProviderError } from '../../interfaces/provider-error.ts';
import type { SttProvider, TranscriptEvent } from '../../interfaces/stt-provider.ts';
import type { TtsProvider } from '../../interfaces/tts-provider.ts';
import { untilAborted } from '../until-aborted.ts';
import { withSttFallback } from './stt-fallback.ts';
import { withTtsFallback } from './tts-fallback.ts';

const down = new ProviderError('unavailable', 'down');

/** The first segment; the rest stays for the next reader. */
async function* firstOf(segments: AsyncIterable<string>): AsyncGenerator<string> {
  for (const segment of [await segments[Symbol.asyncIterator]().next()]) yield segment.value;
}

/** Speaks a tone of 100 ms for each segment, with word timings; fails before the segment with this index. */
function scripted(code: string, failAt = Number.POSITIVE_INFINITY, error: Error = down) {
  const said: string[] = [];
  const tts: TtsProvider = {
    code,
    async *speak(segments, { voice, sampleRateHz }) {
      let index = 0;
      for await (const segment of segments) {
        if (index === failAt) throw error;
        said.push(`${voice}: ${segment}`);
        const words = segment
          .split(' ')
          .map((text) => ({ text, startMs: index * 100, endMs: index * 100 + 100 }));
        yield { samples: tone(100, sampleRateHz), words };
        index += 1;
      }
    },
  };
  return { tts, said };
}

describe('TTS with a fallback', () => {
  const build = (failAt: number, error: Error = down) => {
    const [primary, secondary] = [scripted('first', failAt, error), scripted('second')];
    const clock = manualClock();
    const failures: ProviderError[] = [];
    const tts = withTtsFallback({
      primary: primary.tts,
      clock,
      fallbackVoiceFor: (language) =>
        language === 'xx' ? null : { tts: secondary.tts, voice: `voice-${language}` },
      onReplaced: (failure) => failures.push(failure),
    });
    return { tts, primary, secondary, failures, clock };
  };

  test('speaks the whole text with the secondary when the primary fails before its first sound', async () => {
    const { tts, secondary, failures } = build(0);
    const told: unknown[] = [];
    const onReplaced = (...failure: [ProviderError, string]) => told.push(failure);
    await speech(tts, ['One.', 'Two.'], { language: 'ro', onReplaced });
    expect(secondary.said).toEqual(['voice-ro: One.', 'voice-ro: Two.']);
    expect([failures, told]).toEqual([[down], [[down, 'second']]]);
    expect(tts.code).toBe('first');
  });

  test('does not use a failed primary for a while', async () => {
    const { tts, secondary, failures, clock } = build(0);
    await speech(tts, 'One.');
    await speech(tts, 'Two.');
    expect([secondary.said.length, failures.length]).toEqual([2, 1]);
    clock.advance(30_000);
    await speech(tts, 'Three.');
    expect(failures).toHaveLength(2);
  });

  test('speaks the rest with the secondary when the primary fails after a sound', async () => {
    const { tts, primary, secondary } = build(1);
    const { words } = await speech(tts, ['One and a half.', 'Two.', 'Three.']);
    expect(primary.said).toEqual(['any: One and a half.']);
    expect(secondary.said).toEqual(['voice-en: Two.', 'voice-en: Three.']);
    expect(words.map(({ text, startMs }) => `${text} ${startMs}`)).toEqual([
      'One 0',
      'and 0',
      'a 0',
      'half. 0',
      'Two. 100',
      'Three. 200',
    ]);
  });

  test('repeats a word that was cut off, but no complete word', async () => {
    const cut: TtsProvider = {
      code: 'first',
      async *speak(segments) {
        for await (const _piece of segments) {
          yield {
            samples: tone(100, 16_000),
            words: [
              { text: 'One', startMs: 0, endMs: 50 },
              // The vendor reports the "+" of the text as a word.
              { text: 'plus', startMs: 50, endMs: 90 },
              { text: 'two', startMs: 90, endMs: 200 },
            ],
          };
          throw down;
        }
      },
    };
    const secondary = scripted('second');
    const tts = withTtsFallback({
      primary: cut,
      clock: manualClock(),
      onReplaced: () => undefined,
      fallbackVoiceFor: () => ({ tts: secondary.tts, voice: 'v' }),
    });
    await speech(tts, ['One + two is', 'three.']);
    expect(secondary.said).toEqual(['v: + two is', 'v: three.']);
  });

  test('skips the primary or the secondary on request', async () => {
    const { tts, primary, secondary } = build(9);
    await speech(tts, 'One.', { fallback: 'always' });
    expect([primary.said, secondary.said]).toEqual([[], ['voice-en: One.']]);
    await expect(speech(build(0).tts, 'One.', { fallback: 'never' })).rejects.toBe(down);
  });

  test('fails when the primary is aborted, and when the secondary has no voice', async () => {
    const aborted = new ProviderError('aborted', 'ended');
    await expect(speech(build(0, aborted).tts, 'One.')).rejects.toBe(aborted);
    await expect(speech(build(0).tts, 'One.', { language: 'xx' })).rejects.toBe(down);
    const ours = new TypeError('ours');
    await expect(speech(build(0, ours).tts, 'One.')).rejects.toBe(ours);
  });

  test('replaces a silent primary, even if its text arrives slowly', async () => {
    const { secondary, clock } = build(9);
    const silent: TtsProvider = {
      code: 'first',
      async *speak(segments, _options, signal) {
        for await (const _piece of segments) await untilAborted(new Promise(() => undefined), signal);
      },
    };
    const failures: ProviderError[] = [];
    const tts = withTtsFallback({
      primary: silent,
      clock,
      fallbackVoiceFor: () => ({ tts: secondary.tts, voice: 'v' }),
      onReplaced: (failure) => failures.push(failure),
    });
    const text = new EventQueue<string>();
    const said = speech(tts, text);
    clock.advance(60_000);
    text.push('One.');
    text.close();
    await eventually(
      async () => clock.sleeping(),
      (count) => count === 1,
    );
    clock.advance(2_500);
    await said;
    expect(secondary.said).toEqual(['v: One.']);
    expect(failures).toMatchObject([{ code: 'timeout' }]);
    expect(clock.sleeping()).toBe(0);
  });

  test.each([
    [false, 2_500],
    [true, 3_000],
  ])(
    'waits for a slow primary, and tries it again in the next call (has spoken: %s)',
    async (hasSpoken, ms) => {
      const clock = manualClock();
      const secondary = scripted('second');
      let asked = 0;
      const slow: TtsProvider = {
        code: 'first',
        async *speak(segments, _options, signal) {
          asked += 1;
          for await (const _piece of segments) await untilAborted(new Promise(() => undefined), signal);
        },
      };
      const tts = withTtsFallback({
        primary: slow,
        clock,
        onReplaced: () => undefined,
        fallbackVoiceFor: () => ({ tts: secondary.tts, voice: 'v' }),
      });
      for (const calls of [1, 2]) {
        const said = speech(tts, 'One.', { hasSpoken });
        await eventually(
          async () => clock.sleeping(),
          (count) => count === 1,
        );
        clock.advance(ms - 1);
        await instantClock().sleep(1);
        expect(secondary.said).toHaveLength(calls - 1);
        clock.advance(1);
        await said;
        expect([asked, secondary.said.length]).toEqual([calls, calls]);
      }
    },
  );

  test.each<[string, string[], number, string[]]>([
    ['the next piece', ['One.', 'Two and three.'], 3_100, ['v: Two and three.']],
    ['its end', ['One.'], 3_100, []],
  ])('replaces a primary that falls silent before %s', async (_, texts, silentMs, expected) => {
    const stuck: TtsProvider = {
      code: 'first',
      async *speak(segments, options, signal) {
        yield* scripted('first').tts.speak(firstOf(segments), options, signal);
        for await (const _piece of segments);
        await untilAborted(new Promise(() => undefined), signal);
      },
    };
    const secondary = scripted('second');
    const clock = manualClock();
    const failures: ProviderError[] = [];
    const tts = withTtsFallback({
      primary: stuck,
      clock,
      onReplaced: (failure) => failures.push(failure),
      fallbackVoiceFor: () => ({ tts: secondary.tts, voice: 'v' }),
    });
    let isOver = false;
    const said = speech(tts, texts).finally(() => {
      isOver = true;
    });
    await eventually(
      async () => clock.sleeping(),
      (count) => count === 1,
    );
    // The silence timeout starts only after the audio received so far has played.
    for (let passedMs = 0; passedMs < silentMs && !isOver; passedMs += 50) {
      clock.advance(50);
      await instantClock().sleep(1);
    }
    await said;
    expect(secondary.said).toEqual(expected);
    expect(failures).toMatchObject([{ code: 'timeout' }]);
  });

  test('replaces a silent primary in time while more text keeps arriving', async () => {
    const { secondary, clock } = build(9);
    const silent: TtsProvider = {
      code: 'first',
      async *speak(segments, _options, signal) {
        for await (const _piece of segments) await untilAborted(new Promise(() => undefined), signal);
      },
    };
    const tts = withTtsFallback({
      primary: silent,
      clock,
      fallbackVoiceFor: () => ({ tts: secondary.tts, voice: 'v' }),
      onReplaced: () => undefined,
    });
    const text = new EventQueue<string>();
    const said = speech(tts, text);
    for (const word of ['One,', 'two,', 'three.']) {
      text.push(word);
      await eventually(
        async () => clock.sleeping(),
        (count) => count === 1,
      );
      clock.advance(833);
      await instantClock().sleep(1);
    }
    clock.advance(1);
    text.close();
    await said;
    expect(secondary.said).toEqual(['v: One,', 'v: two,', 'v: three.']);
  });

  test('waits for slow text', async () => {
    const { tts, secondary, clock } = build(9);
    const text = new EventQueue<string>();
    const said = speech(tts, text);
    text.push('I am looking.');
    await eventually(
      async () => clock.sleeping(),
      (count) => count === 1,
    );
    clock.advance(60_000);
    text.push('Found.');
    text.close();
    await said;
    expect(secondary.said).toEqual([]);
    expect(clock.sleeping()).toBe(0);
  });

  test('does not count a failure of the text as a failure of the primary', async () => {
    const { tts, secondary } = build(9);
    const broken = async function* (): AsyncGenerator<string> {
      if (down.retryable) throw down;
      yield 'never';
    };
    const read = async (): Promise<void> => {
      for await (const _chunk of tts.speak(broken(), speechOptions(), AbortSignal.any([])));
    };
    await expect(read()).rejects.toBe(down);
    expect(secondary.said).toEqual([]);
  });
});

/** Logs its calls; `emit` makes it emit events. */
function scriptedPrimary(code: string) {
  const log: string[] = [];
  let emit: (event: TranscriptEvent) => void = () => undefined;
  const stt: SttProvider = {
    code,
    open: (_options, listener) => {
      emit = listener;
      log.push('open');
      return {
        write: (samples) => log.push(`audio ${samples[0]}`),
        speechStarted: () => log.push('started'),
        speechStopped: () => log.push('stopped'),
        close: () => log.push('close'),
      };
    },
  };
  return { stt, log, emit: (event: TranscriptEvent) => emit(event) };
}

describe('STT with a fallback', () => {
  const frame = (value: number): Int16Array => new Int16Array(160).fill(value);
  const build = (languages: readonly string[] = ['en', 'ro']) => {
    const [primary, secondary] = [scriptedPrimary('first'), scriptedPrimary('second')];
    const failures: ProviderError[] = [];
    const clock = manualClock();
    const stt = withSttFallback({
      primary: primary.stt,
      secondaryFor: ([main]) => (main === 'en' ? secondary.stt : null),
      clock,
      onReplaced: (error) => failures.push(error),
    });
    return { primary, secondary, failures, clock, ...transcribe(stt, { languages }) };
  };

  test('starts with the secondary if the primary failed earlier in the call', () => {
    const [primary, secondary] = [scriptedPrimary('first'), scriptedPrimary('second')];
    const stt = withSttFallback({
      primary: primary.stt,
      secondaryFor: () => secondary.stt,
      clock: manualClock(),
      onReplaced: () => undefined,
    });
    stt.open({ sampleRateHz: 8000, languages: ['en'], hints: [], fallback: 'always' }, () => undefined);
    expect([primary.log, secondary.log]).toEqual([[], ['open']]);
  });

  test('sends the secondary the untranscribed audio and all that follows', async () => {
    const { primary, secondary, session, events, failures } = build();
    session.speechStarted();
    session.write(frame(1));
    primary.emit({ type: 'final', text: 'one', language: null });
    const reused = frame(2);
    session.write(reused);
    reused.fill(9);
    session.speechStopped();
    primary.emit({ type: 'failed', error: down });
    await eventually(
      async () => secondary.log.length,
      (count) => count > 0,
    );
    session.write(frame(3));
    expect(secondary.log).toEqual(['open', 'audio 2', 'stopped', 'audio 3']);
    secondary.emit({ type: 'final', text: 'two', language: null });
    secondary.emit({ type: 'failed', error: down });
    expect(events.map(({ type }) => type)).toEqual(['final', 'final', 'failed']);
    expect(failures).toEqual([down]);
    session.close();
    expect(secondary.log.at(-1)).toBe('close');
  });

  test('buffers at most ten seconds of audio, and opens no session after the call', async () => {
    const { primary, secondary, session } = build();
    for (let index = 0; index < 600; index += 1) session.write(frame(index));
    session.close();
    primary.emit({ type: 'failed', error: down });
    await instantClock().sleep(1);
    expect(secondary.log).toEqual([]);

    const other = build();
    for (let index = 0; index < 600; index += 1) other.session.write(frame(index));
    other.primary.emit({ type: 'failed', error: down });
    await eventually(
      async () => other.secondary.log.length,
      (count) => count > 0,
    );
    expect(other.secondary.log.slice(0, 2)).toEqual(['open', 'audio 100']);
    expect(other.secondary.log).toHaveLength(501);
  });

  const NOTHING: TranscriptEvent = { type: 'final', text: '', language: null };

  test('replaces a primary that accepts speech and never answers', async () => {
    const { primary, secondary, session, events, failures, clock } = build();
    session.speechStarted();
    session.write(frame(1));
    session.speechStopped();
    clock.advance(3_499);
    await instantClock().sleep(1);
    expect(secondary.log).toEqual([]);
    clock.advance(1);
    await eventually(
      async () => secondary.log.length,
      (count) => count > 0,
    );
    expect(failures).toMatchObject([{ code: 'timeout' }]);
    expect(primary.log.at(-1)).toBe('close');
    expect(secondary.log).toEqual(['open', 'started', 'audio 1', 'stopped']);
    primary.emit({ type: 'final', text: 'late', language: null });
    primary.emit({ type: 'usage', audioMs: 20 });
    secondary.emit({ type: 'final', text: 'one', language: null });
    expect(events).toMatchObject([{ type: 'usage' }, { type: 'final', text: 'one' }]);
    session.close();
    expect(clock.sleeping()).toBe(0);
  });

  test.each<[string, TranscriptEvent[], readonly string[]]>([
    ['answers that it heard no words', [NOTHING], ['en']],
    ['answers with interim results', [{ type: 'interim', text: 'one' }], ['en']],
    ['has no replacement for the language', [], ['ro']],
  ])('keeps a primary that %s', async (_, told, languages) => {
    const { primary, secondary, session, failures, clock } = build(languages);
    session.speechStarted();
    session.write(frame(1));
    session.speechStopped();
    for (const event of told) primary.emit(event);
    clock.advance(60_000);
    await instantClock().sleep(1);
    expect([secondary.log, failures]).toEqual([[], []]);
    session.close();
    expect(clock.sleeping()).toBe(0);
  });

  test('sends the secondary speech in which the primary recognized no words', async () => {
    const { primary, secondary, session } = build();
    session.write(frame(1));
    primary.emit(NOTHING);
    primary.emit({ type: 'failed', error: down });
    await eventually(
      async () => secondary.log.length,
      (count) => count > 0,
    );
    expect(secondary.log).toEqual(['open', 'audio 1']);
  });
});
