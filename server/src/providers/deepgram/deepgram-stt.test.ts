import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ManualClock, manualClock } from '../../../test/kit/clocks.ts';
import {
  type DeepgramServer,
  type ListenConnection,
  startDeepgramServer,
} from '../../../test/kit/deepgram-server.ts';
import { eventually } from '../../../test/kit/eventually.ts';
import { type TranscriptSession, transcribe } from '../../../test/kit/transcripts.ts';
import { deepgramStt, listenUrl, readResult } from './deepgram-stt.ts';

let server: DeepgramServer;
beforeAll(async () => {
  server = await startDeepgramServer();
});
afterAll(() => server.close());

interface Call extends TranscriptSession {
  clock: ManualClock;
  /** The session's connection with this index. */
  connection(index?: number): Promise<ListenConnection>;
}

async function withCall(use: (call: Call) => Promise<void>): Promise<void> {
  const clock = manualClock();
  const before = server.connections.length;
  const heard = transcribe(deepgramStt({ apiKey: 'secret', socketUrl: server.url, model: 'nova-3', clock }));
  const connection = async (index = 0): Promise<ListenConnection> => {
    const found = await eventually(
      async () => server.connections[before + index],
      (one) => one !== undefined,
    );
    if (found === undefined) throw new Error('No connection.');
    return found;
  };
  await use({ ...heard, clock, connection });
  heard.session.close();
  const events = heard.events.length;
  await eventually(
    async () => server.open(),
    (count) => count === 0,
  );
  await eventually(
    async () => clock.sleeping(),
    (count) => count === 0,
  );
  heard.session.close();
  heard.session.write(new Int16Array(160));
  heard.session.speechStopped();
  expect(heard.events.length).toBe(events);
}

const frame = (value: number, samples = 160): Int16Array => new Int16Array(samples).fill(value);

describe('a Deepgram session', () => {
  test('sends all audio, including that before the connection opens', () =>
    withCall(async ({ session, connection, until }) => {
      const reused = frame(1);
      session.write(reused);
      reused.fill(9);
      session.write(frame(2));
      session.speechStopped();
      await until('final');
      const { heard, query } = await connection();
      expect(heard).toEqual([...frame(1), ...frame(2)]);
      expect(query.get('sample_rate')).toBe('8000');
      expect(server.requests.at(-1)?.headers.authorization).toBe('Token secret');
      expect(server.requests.at(-1)?.path).not.toContain('secret');
    }));

  test('emits interim and final segments; the last one answers the end of speech', () =>
    withCall(async ({ session, connection, events, until }) => {
      session.write(frame(1));
      const one = await connection();
      one.result('i would');
      one.result('I would like', { isFinal: true, languages: ['en'] });
      one.result('a');
      one.result('', { isFinal: true });
      await until('interim', 2);
      server.script('a table.');
      session.speechStopped();
      await until('final', 2);
      expect(events.filter(({ type }) => type !== 'usage')).toEqual([
        { type: 'interim', text: 'i would' },
        { type: 'final', text: 'I would like', language: 'en' },
        { type: 'interim', text: 'a' },
        { type: 'final', text: 'a table.', language: null },
      ]);
    }));

  test('emits an empty segment if Deepgram does not answer the end of speech, and still accepts late results', () =>
    withCall(async ({ session, connection, clock, finals, until }) => {
      server.script(null);
      session.write(frame(1));
      session.speechStopped();
      const one = await connection();
      await eventually(
        async () => one.controls,
        (controls) => controls.includes('Finalize'),
      );
      clock.advance(1_000);
      await until('final');
      one.result('late', { isFinal: true, isFromFinalize: true });
      await until('final', 2);
      expect(finals()).toEqual(['', 'late']);
    }));

  test('leaves a second of speech unanswered if Deepgram sends nothing at all', () =>
    withCall(async ({ session, clock, events, connection, until }) => {
      server.script(null, '');
      session.speechStarted();
      session.write(frame(1, 8_000));
      session.speechStopped();
      const { controls } = await connection();
      await eventually(
        async () => controls.length,
        (count) => count === 1,
      );
      clock.advance(1_000);
      session.speechStarted();
      session.speechStopped();
      await until('final');
      expect(events).toEqual([{ type: 'final', text: '', language: null }]);
    }));

  test('keeps the connection alive during silence', () =>
    withCall(async ({ session, connection, clock }) => {
      session.write(frame(1));
      const one = await connection();
      clock.advance(4_000);
      await eventually(
        async () => clock.sleeping(),
        (count) => count > 0,
      );
      await eventually(
        async () => clock.advance(4_000),
        () => one.controls.length > 0,
      );
      expect(one.controls[0]).toBe('KeepAlive');
    }));

  test('reports usage every ten seconds and at the end', () =>
    withCall(async ({ session, events }) => {
      for (let index = 0; index < 12; index += 1) session.write(frame(1, 8_000));
      expect(events).toEqual([{ type: 'usage', audioMs: 10_000 }]);
      session.close();
      expect(events[1]).toEqual({ type: 'usage', audioMs: 2_000 });
    }));
});

describe('a broken connection', () => {
  test('is replaced, and audio without a final transcript is sent again', () =>
    withCall(async ({ session, connection, clock, finals, until }) => {
      session.write(frame(1));
      session.write(frame(2));
      session.write(frame(3));
      const first = await connection();
      await eventually(
        async () => first.heard.length,
        (count) => count === 480,
      );
      first.result('one', { isFinal: true, endMs: 25 });
      await until('final');
      first.socket.terminate();
      await eventually(
        async () => server.open(),
        (count) => count === 0,
      );
      session.write(frame(4));
      await eventually(
        async () => clock.advance(100),
        () => server.open() === 1,
      );
      const second = await connection(1);
      await eventually(
        async () => second.heard.length,
        (count) => count === 480,
      );
      expect(second.heard).toEqual([...frame(2), ...frame(3), ...frame(4)]);
      // The times of a new connection start from zero.
      second.result('two three', { isFinal: true, endMs: 40 });
      await until('final', 2);
      expect(finals()).toEqual(['one', 'two three']);
    }));

  test('does not lose an end of speech', () =>
    withCall(async ({ session, connection, clock, until }) => {
      server.script(null, 'heard again');
      session.write(frame(1));
      session.speechStopped();
      const first = await connection();
      await eventually(
        async () => first.controls.length,
        (count) => count === 1,
      );
      first.socket.terminate();
      await eventually(
        async () => clock.advance(100),
        () => server.connections.at(-1) !== first,
      );
      expect(await until('final')).toMatchObject({ text: 'heard again' });
    }));

  test('buffers ten seconds while disconnected', () =>
    withCall(async ({ session, connection, clock }) => {
      const first = await connection();
      first.socket.terminate();
      await eventually(
        async () => server.open(),
        (count) => count === 0,
      );
      for (let second = 0; second < 15; second += 1) session.write(frame(second, 8_000));
      await eventually(
        async () => clock.advance(100),
        () => server.open() === 1,
      );
      const again = await connection(1);
      await eventually(
        async () => again.heard.length,
        (count) => count === 80_000,
      );
      expect(again.heard[0]).toBe(5);
    }));

  test('fails after repeated attempts', () =>
    withCall(async ({ clock, events, until }) => {
      server.refuse(503, 503, 503, 503);
      server.drop();
      await eventually(
        async () => clock.advance(2_000),
        () => events.some(({ type }) => type === 'failed'),
      );
      expect(await until('failed')).toMatchObject({ error: { code: 'unavailable', retryable: true } });
    }));

  test('fails immediately for a wrong key', async () => {
    server.refuse(401);
    await withCall(async ({ until, events }) => {
      expect(await until('failed')).toMatchObject({ error: { code: 'rejected' } });
      expect(JSON.stringify(events)).not.toContain('secret');
    });
  });
});

describe('a Deepgram message', () => {
  test('is parsed or ignored in any form', () => {
    const value = fc.oneof(fc.anything(), fc.constant('Results'), fc.object());
    fc.assert(
      fc.property(
        fc.record({ type: fc.constant('Results'), start: value, duration: value, channel: value }),
        (json) => {
          const result = readResult(safeJson(json));
          expect(Number.isFinite(result?.endMs)).toBe(true);
        },
      ),
    );
    fc.assert(fc.property(fc.string(), (text) => void readResult(text)));
    for (const text of ['', 'null', '[]', '{"type":"Metadata"}']) expect(readResult(text)).toBeNull();
    expect(readResult('{"type":"Results","channel":{"alternatives":[{"transcript":7}]}}')?.text).toBe('');
  });
});

function safeJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? String(part) : part));
}

describe('the settings of a session', () => {
  const languageOf = (...languages: string[]): string | null => {
    const options = { sampleRateHz: 16_000, languages, hints: ['Parley', 'Ana & Co'] } as const;
    const url = new URL(listenUrl({ socketUrl: 'wss://example.test/v1', model: 'nova-3' }, options));
    expect(url.searchParams.getAll('keyterm')).toEqual(['Parley', 'Ana & Co']);
    expect(url.searchParams.get('endpointing')).toBe('false');
    return url.searchParams.get('language');
  };

  test.each([
    [['en'], 'en'],
    [['ro'], 'ro'],
    [['zh'], 'zh-CN'],
    [['en', 'es'], 'multi'],
    [['de', 'ro', 'fr'], 'multi'],
    // The main language does not support switching.
    [['ro', 'en', 'fr'], 'ro'],
    [['en', 'ro'], 'en'],
    [[], 'en'],
  ])('transcribe the languages %j as %s', (languages, expected) => {
    expect(languageOf(...languages)).toBe(expected);
  });

  test('send no more hints than Deepgram takes', () => {
    const hints = Array.from({ length: 200 }, (_, index) => `word${index}`.padEnd(20, 'x'));
    const options = { sampleRateHz: 8_000, languages: ['en'], hints } as const;
    const url = new URL(listenUrl({ socketUrl: 'wss://x/v1', model: 'nova-3' }, options));
    expect(url.searchParams.getAll('keyterm')).toEqual(hints.slice(0, 50));
  });

  test('send hints as keywords to older models', () => {
    const options = { sampleRateHz: 8_000, languages: ['en'], hints: ['Parley', 'Room: 12'] } as const;
    const url = new URL(listenUrl({ socketUrl: 'wss://example.test/v1', model: 'nova-2' }, options));
    expect(url.searchParams.getAll('keywords')).toEqual(['Parley', 'Room  12']);
  });
});
