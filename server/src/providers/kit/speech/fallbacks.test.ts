import { describe, expect, test } from 'vitest';
import { instantClock, manualClock } from '../../../../test/kit/clocks.ts';
import { eventually } from '../../../../test/kit/eventually.ts';
import { speech, speechOptions, tone } from '../../../../test/kit/speech.ts';
import { hear } from '../../../../test/kit/transcripts.ts';
import { EventQueue } from '../../../core/event-queue.ts';
import { ProviderError } from '../../interfaces/provider-error.ts';
import type { StreamingSynthesizer } from '../../interfaces/streaming-synthesizer.ts';
import type { Transcriber, TranscriptEvent } from '../../interfaces/transcriber.ts';
import { untilAborted } from '../until-aborted.ts';
import { withFallbackSynthesizer } from './fallback-synthesizer.ts';
import { withFallbackTranscriber } from './fallback-transcriber.ts';

const down = new ProviderError('unavailable', 'down');

/** The first piece; the others are left to the next reader. */
async function* firstOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  for (const piece of [await pieces[Symbol.asyncIterator]().next()]) yield piece.value;
}

/** Says a tone of 100 ms for each piece, whose words are told with it; fails before the piece with this number. */
function scripted(code: string, failAt = Number.POSITIVE_INFINITY, error: Error = down) {
  const said: string[] = [];
  const synthesizer: StreamingSynthesizer = {
    code,
    async *speak(pieces, { voice, sampleRateHz }) {
      let index = 0;
      for await (const piece of pieces) {
        if (index === failAt) throw error;
        said.push(`${voice}: ${piece}`);
        const words = piece
          .split(' ')
          .map((text) => ({ text, startMs: index * 100, endMs: index * 100 + 100 }));
        yield { samples: tone(100, sampleRateHz), words };
        index += 1;
      }
    },
  };
  return { synthesizer, said };
}

describe('speech with a replacement', () => {
  const build = (failAt: number, error: Error = down) => {
    const [primary, secondary] = [scripted('first', failAt, error), scripted('second')];
    const clock = manualClock();
    const failures: ProviderError[] = [];
    const synthesizer = withFallbackSynthesizer({
      primary: primary.synthesizer,
      clock,
      standInFor: (language) =>
        language === 'xx' ? null : { synthesizer: secondary.synthesizer, voice: `voice-${language}` },
      onReplaced: (failure) => failures.push(failure),
    });
    return { synthesizer, primary, secondary, failures, clock };
  };

  test('says the whole text with the secondary when the primary fails before a sound', async () => {
    const { synthesizer, secondary, failures } = build(0);
    const told: unknown[] = [];
    const onReplaced = (...failure: [ProviderError, string]) => told.push(failure);
    await speech(synthesizer, ['One.', 'Two.'], { language: 'ro', onReplaced });
    expect(secondary.said).toEqual(['voice-ro: One.', 'voice-ro: Two.']);
    expect([failures, told]).toEqual([[down], [[down, 'second']]]);
    expect(synthesizer.code).toBe('first');
  });

  test('leaves a primary that is down alone for a while', async () => {
    const { synthesizer, secondary, failures, clock } = build(0);
    await speech(synthesizer, 'One.');
    await speech(synthesizer, 'Two.');
    expect([secondary.said.length, failures.length]).toEqual([2, 1]);
    clock.advance(30_000);
    await speech(synthesizer, 'Three.');
    expect(failures).toHaveLength(2);
  });

  test('speaks the rest with the secondary when the primary fails after a sound', async () => {
    const { synthesizer, primary, secondary } = build(1);
    const { words } = await speech(synthesizer, ['One and a half.', 'Two.', 'Three.']);
    expect(primary.said).toEqual(['any: One and a half.']);
    expect(secondary.said).toEqual(['voice-en: Two.', 'voice-en: Three.']);
    expect(words.map(({ text, startMs }) => `${text} ${startMs}`)).toEqual([
      ...['One 0', 'and 0', 'a 0', 'half. 0'],
      ...['Two. 100', 'Three. 200'],
    ]);
  });

  test('repeats a word whose sound was cut, but no word that was heard', async () => {
    const cut: StreamingSynthesizer = {
      code: 'first',
      async *speak(pieces) {
        for await (const _piece of pieces) {
          yield {
            samples: tone(100, 16_000),
            words: [
              { text: 'One', startMs: 0, endMs: 50 },
              // Written out by the vendor.
              { text: 'plus', startMs: 50, endMs: 90 },
              { text: 'two', startMs: 90, endMs: 200 },
            ],
          };
          throw down;
        }
      },
    };
    const secondary = scripted('second');
    const synthesizer = withFallbackSynthesizer({
      primary: cut,
      clock: manualClock(),
      onReplaced: () => undefined,
      standInFor: () => ({ synthesizer: secondary.synthesizer, voice: 'v' }),
    });
    await speech(synthesizer, ['One + two is', 'three.']);
    expect(secondary.said).toEqual(['v: + two is', 'v: three.']);
  });

  test('skips the primary or the secondary on request', async () => {
    const { synthesizer, primary, secondary } = build(9);
    await speech(synthesizer, 'One.', { fallback: 'always' });
    expect([primary.said, secondary.said]).toEqual([[], ['voice-en: One.']]);
    await expect(speech(build(0).synthesizer, 'One.', { fallback: 'never' })).rejects.toBe(down);
  });

  test('fails when the primary is aborted, and when the secondary has no voice', async () => {
    const aborted = new ProviderError('aborted', 'ended');
    await expect(speech(build(0, aborted).synthesizer, 'One.')).rejects.toBe(aborted);
    await expect(speech(build(0).synthesizer, 'One.', { language: 'xx' })).rejects.toBe(down);
    const ours = new TypeError('ours');
    await expect(speech(build(0, ours).synthesizer, 'One.')).rejects.toBe(ours);
  });

  test('takes over from a primary that says nothing, however long its text lets it wait', async () => {
    const { secondary, clock } = build(9);
    const mute: StreamingSynthesizer = {
      code: 'first',
      async *speak(pieces, _options, signal) {
        for await (const _piece of pieces) await untilAborted(new Promise(() => undefined), signal);
      },
    };
    const failures: ProviderError[] = [];
    const synthesizer = withFallbackSynthesizer({
      primary: mute,
      clock,
      standInFor: () => ({ synthesizer: secondary.synthesizer, voice: 'v' }),
      onReplaced: (failure) => failures.push(failure),
    });
    const text = new EventQueue<string>();
    const said = speech(synthesizer, text);
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
    [true, 5_000],
  ])(
    'gives a slow primary time, and asks it again in the next call: has spoken %s',
    async (hasSpoken, ms) => {
      const clock = manualClock();
      const secondary = scripted('second');
      let asked = 0;
      const slow: StreamingSynthesizer = {
        code: 'first',
        async *speak(pieces, _options, signal) {
          asked += 1;
          for await (const _piece of pieces) await untilAborted(new Promise(() => undefined), signal);
        },
      };
      const synthesizer = withFallbackSynthesizer({
        primary: slow,
        clock,
        onReplaced: () => undefined,
        standInFor: () => ({ synthesizer: secondary.synthesizer, voice: 'v' }),
      });
      for (const calls of [1, 2]) {
        const said = speech(synthesizer, 'One.', { hasSpoken });
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
    ['the next piece', ['One.', 'Two and three.'], 5_100, ['v: Two and three.']],
    ['its end', ['One.'], 5_100, []],
  ])('takes over from a primary that falls silent before %s', async (_, texts, silentMs, expected) => {
    const stuck: StreamingSynthesizer = {
      code: 'first',
      async *speak(pieces, options, signal) {
        yield* scripted('first').synthesizer.speak(firstOf(pieces), options, signal);
        for await (const _piece of pieces);
        await untilAborted(new Promise(() => undefined), signal);
      },
    };
    const secondary = scripted('second');
    const clock = manualClock();
    const failures: ProviderError[] = [];
    const synthesizer = withFallbackSynthesizer({
      primary: stuck,
      clock,
      onReplaced: (failure) => failures.push(failure),
      standInFor: () => ({ synthesizer: secondary.synthesizer, voice: 'v' }),
    });
    let isOver = false;
    const said = speech(synthesizer, texts).finally(() => {
      isOver = true;
    });
    await eventually(
      async () => clock.sleeping(),
      (count) => count === 1,
    );
    // The sound of before is played first.
    for (let passedMs = 0; passedMs < silentMs && !isOver; passedMs += 50) {
      clock.advance(50);
      await instantClock().sleep(1);
    }
    await said;
    expect(secondary.said).toEqual(expected);
    expect(failures).toMatchObject([{ code: 'timeout' }]);
  });

  test('waits for a text that arrives slowly', async () => {
    const { synthesizer, secondary, clock } = build(9);
    const text = new EventQueue<string>();
    const said = speech(synthesizer, text);
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

  test('does not take a failure of the text for one of the primary', async () => {
    const { synthesizer, secondary } = build(9);
    const broken = async function* (): AsyncGenerator<string> {
      if (down.retryable) throw down;
      yield 'never';
    };
    const read = async (): Promise<void> => {
      for await (const _chunk of synthesizer.speak(broken(), speechOptions(), AbortSignal.any([])));
    };
    await expect(read()).rejects.toBe(down);
    expect(secondary.said).toEqual([]);
  });
});

/** Notes what it is told; `emit` makes it speak. */
function scriptedEars(code: string) {
  const log: string[] = [];
  let emit: (event: TranscriptEvent) => void = () => undefined;
  const transcriber: Transcriber = {
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
  return { transcriber, log, emit: (event: TranscriptEvent) => emit(event) };
}

describe('hearing with a replacement', () => {
  const frame = (value: number): Int16Array => new Int16Array(160).fill(value);
  const build = () => {
    const [primary, secondary] = [scriptedEars('first'), scriptedEars('second')];
    const failures: ProviderError[] = [];
    const transcriber = withFallbackTranscriber({
      ...{ primary: primary.transcriber, secondary: secondary.transcriber },
      onReplaced: (error) => failures.push(error),
    });
    return { primary, secondary, failures, ...hear(transcriber) };
  };

  test('lets the secondary hear again what was not understood, and all that follows', async () => {
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

  test('keeps ten seconds at most, and opens nothing for a call that is over', async () => {
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
});
