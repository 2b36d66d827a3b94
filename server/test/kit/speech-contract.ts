import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EventQueue } from '../../src/core/event-queue.ts';
import type { SpeechChunk, TtsProvider } from '../../src/providers/interfaces/tts-provider.ts';
import { type ManualClock, manualClock } from './clocks.ts';
import { eventually } from './eventually.ts';
import { piecesOf, seconds, speech, speechOptions } from './speech.ts';
import type { SpeechDialect } from './speech-dialects.ts';
import { type SpeechServer, startSpeechServer } from './speech-server.ts';

export interface ConnectedVendor {
  dialect: SpeechDialect;
  open(url: string, clock: ManualClock): TtsProvider & { close(): Promise<void> };
  /** The vendor's error names for a rejected request and for one that may be retried. */
  errors: { rejected: string; busy: string };
}

/** Contract tests for every WebSocket TTS provider, run against the vendor's simulator. */
export function describeWebSocketTts(name: string, vendor: ConnectedVendor): void {
  describe(`TTS of ${name}`, () => {
    let server: SpeechServer;
    beforeAll(async () => {
      server = await startSpeechServer(vendor.dialect);
    });
    afterAll(() => server.close());
    const kit: Kit = {
      vendor,
      server: () => server,
      async use(work) {
        const clock = manualClock();
        const tts = vendor.open(server.url, clock);
        await work(tts, { server, clock });
        await tts.close();
        await eventually(
          async () => server.open(),
          (count) => count === 0,
        );
        await eventually(
          async () => clock.sleeping(),
          (count) => count === 0,
        );
      },
    };
    describeSpeech(kit);
    describeLateText(kit);
    describeConnections(kit);
    describeFailures(kit);
    describeEnds(kit);
  });
}

interface Kit {
  vendor: ConnectedVendor;
  server(): SpeechServer;
  /** Runs the work and expects that no socket and no timer is left afterwards. */
  use(
    work: (vendor: TtsProvider, about: { server: SpeechServer; clock: ManualClock }) => Promise<void>,
  ): Promise<void>;
}

function describeSpeech({ use }: Kit): void {
  test.each([8_000, 16_000] as const)('delivers %i Hz with word timings', (sampleRateHz) =>
    use(async (vendor) => {
      const said = await speech(vendor, ['Hello there.', '…', 'How are you?'], { sampleRateHz });
      expect(seconds(said)).toBe(0.5);
      expect(Math.max(...said.samples)).toBeGreaterThan(7_500);
      expect(said.words.map(({ text }) => text)).toEqual(['Hello', 'there.', 'How', 'are', 'you?']);
      for (const [index, { startMs, endMs }] of said.words.entries()) {
        expect(Math.abs(startMs - index * 100)).toBeLessThan(60);
        expect(endMs).toBeGreaterThan(startMs);
      }
    }),
  );

  test('ignores unknown messages', () =>
    use(async (vendor, { server }) => {
      server.script({ kind: 'garbage' });
      const said = await speech(vendor, 'One two.');
      expect(seconds(said)).toBe(0.2);
      expect(said.words.map(({ text }) => text)).toEqual(['One', 'two.']);
    }));

  test('waits for text without a time limit', () =>
    use(async (vendor, { clock }) => {
      const text = new EventQueue<string>();
      let samples = 0;
      const read = async (): Promise<void> => {
        for await (const chunk of vendor.speak(text, speechOptions(), AbortSignal.any([]))) {
          samples += chunk.samples.length;
        }
      };
      const reading = read();
      text.push('One.');
      await eventually(
        async () => samples,
        (count) => count === 1_600,
      );
      clock.advance(60_000);
      text.push('Two.');
      text.close();
      await reading;
      expect(samples).toBe(3_200);
    }));
}

function describeLateText({ use }: Kit): void {
  test.each([
    ['without more text in flight', false],
    ['with the next text in flight', true],
  ])(
    'continues in a new context if the vendor ends the current one while text is pending (%s)',
    (_when, isCrossed) =>
      use(async (vendor, { server }) => {
        server.script({ kind: 'lapse', isCrossed });
        const text = new EventQueue<string>();
        const chunks: SpeechChunk[] = [];
        const length = (): number => chunks.reduce((sum, { samples }) => sum + samples.length, 0);
        const read = async (): Promise<void> => {
          for await (const chunk of vendor.speak(text, speechOptions(), AbortSignal.any([])))
            chunks.push(chunk);
        };
        const reading = read();
        text.push('One moment.');
        await eventually(
          async () => length(),
          (count) => count === 3_200,
        );
        text.push('Here it is.');
        text.close();
        await reading;
        expect(length()).toBe(8_000);
        const words = chunks.flatMap((chunk) => chunk.words);
        expect(words.map((word) => word.text)).toEqual(['One', 'moment.', 'Here', 'it', 'is.']);
        for (const [index, { startMs }] of words.entries()) {
          expect(Math.abs(startMs - index * 100)).toBeLessThan(60);
        }
      }),
  );

  test('ends a TTS request when the vendor has ended its context and no text is left', () =>
    use(async (vendor, { server }) => {
      server.script({ kind: 'lapse', isCrossed: true });
      expect(seconds(await speech(vendor, 'One moment.'))).toBe(0.2);
    }));
}

function describeConnections({ use }: Kit): void {
  test('serves many TTS requests over one connection', () =>
    use(async (vendor, { server }) => {
      const before = server.requests.length;
      expect((await speech(vendor, ['', ' ', '?!'])).samples).toHaveLength(0);
      for (const text of ['One.', 'Two three.', 'Four.']) {
        expect(seconds(await speech(vendor, text))).toBe(text.split(' ').length / 10);
      }
      expect(seconds(await speech(vendor, 'Five six seven.'))).toBeCloseTo(0.3);
      expect(server.requests.length - before).toBe(1);
    }));

  test('opens another connection when one is full', () =>
    use(async (vendor, { server }) => {
      const before = server.requests.length;
      const texts = Array.from({ length: 45 }, (_, index) => 'word '.repeat((index % 3) + 1).trim());
      const said = await Promise.all(texts.map((text) => speech(vendor, text)));
      expect(said.map(seconds)).toEqual(texts.map((_, index) => ((index % 3) + 1) / 10));
      expect(server.requests.length - before).toBeGreaterThan(2);
    }));

  test('closes an idle connection, and replaces one that the vendor closed', () =>
    use(async (vendor, { server, clock }) => {
      const none = (count: number): boolean => count === 0;
      await speech(vendor, 'One.');
      clock.advance(60_000);
      await eventually(async () => server.open(), none);
      await speech(vendor, 'Two.');
      server.drop();
      await eventually(async () => server.open(), none);
      expect(seconds(await speech(vendor, 'Three.'))).toBe(0.1);
    }));
}

function describeFailures({ use, vendor: { errors } }: Kit): void {
  test('repeats a TTS request on another connection when its own is lost before the first sound', () =>
    use(async (vendor, { server, clock }) => {
      server.script({ kind: 'drop' }, { kind: 'drop' });
      const said = await meanwhile(speech(vendor, ['One two.', 'Three.']), clock);
      expect(seconds(said)).toBeCloseTo(0.3);
    }));

  test('fails a TTS request that is cut off after its first sound', () =>
    use(async (vendor, { server }) => {
      server.script({ kind: 'drop-after' });
      await expect(speech(vendor, 'One.')).rejects.toMatchObject({ code: 'unavailable', retryable: true });
    }));

  test('fails immediately when the vendor rejects the TTS request or the connection', () =>
    use(async (vendor, { server }) => {
      for (const isWhole of [false, true]) {
        server.script({ kind: 'error', name: errors.rejected, isWhole });
        const refused = { code: 'rejected', retryable: false };
        await expect(speech(vendor, 'One.')).rejects.toMatchObject(refused);
      }
      server.drop();
      await eventually(
        async () => server.open(),
        (count) => count === 0,
      );
      server.refuse(401);
      const message = expect.stringContaining('401');
      await expect(speech(vendor, 'One.')).rejects.toMatchObject({ code: 'rejected', message });
    }));

  test('tries a busy vendor three times', () =>
    use(async (vendor, { server, clock }) => {
      const busy = { kind: 'error', name: errors.busy } as const;
      server.script(busy, busy, busy);
      const saying = meanwhile(speech(vendor, 'One.'), clock);
      await expect(saying).rejects.toMatchObject({ code: 'rate-limited' });
      expect(seconds(await speech(vendor, 'Two.'))).toBe(0.1);
    }));

  test('abandons a silent connection: its TTS request and the next one use another connection', () =>
    use(async (vendor, { server, clock }) => {
      server.script({ kind: 'hang' });
      const [before, connections] = [server.messages.length, server.requests.length];
      const saying = speech(vendor, 'One.');
      await untilSaid(server, before);
      clock.advance(2_500);
      expect(seconds(await meanwhile(saying, clock))).toBe(0.1);
      expect(seconds(await speech(vendor, 'Two.'))).toBe(0.1);
      expect(server.requests.length - connections).toBe(2);
      await eventually(
        async () => server.open(),
        (count) => count === 1,
      );
    }));

  test('fails when the vendor is silent on two connections', () =>
    use(async (vendor, { server, clock }) => {
      server.script({ kind: 'hang' }, { kind: 'hang' });
      const before = server.messages.length;
      const failed = expect(speech(vendor, 'One.')).rejects.toMatchObject({ code: 'timeout' });
      await untilSaid(server, before);
      clock.advance(10_000);
      const said = server.messages.length;
      await eventually(
        async () => {
          clock.advance(100);
          return server.messages.length;
        },
        (count) => count > said,
      );
      clock.advance(10_000);
      await failed;
    }));
}

function untilSaid(server: SpeechServer, before: number): Promise<number> {
  return eventually(
    async () => server.messages.length,
    (count) => count > before,
  );
}

/** Waits for the work while its retry delays are skipped. */
async function meanwhile<Value>(work: Promise<Value>, clock: ManualClock): Promise<Value> {
  let isOver = false;
  const ended = (): void => {
    isOver = true;
  };
  work.then(ended, ended);
  await eventually(
    async () => clock.advance(500),
    () => isOver,
  );
  return work;
}

function describeEnds({ use, vendor: { open }, server: theServer }: Kit): void {
  test('ends a TTS request immediately on abort, including at the vendor, and keeps the connection', () =>
    use(async (vendor, { server }) => {
      server.script({ kind: 'hang' });
      const [ending, said] = [new AbortController(), server.messages.length];
      const { signal } = ending;
      const canceled = server.canceled.length;
      const aborted = expect(speech(vendor, 'One.', { signal })).rejects.toMatchObject({ code: 'aborted' });
      await eventually(
        async () => server.messages.length,
        (count) => count > said,
      );
      ending.abort();
      await aborted;
      await eventually(
        async () => server.canceled.length,
        (count) => count > canceled,
      );
      expect(seconds(await speech(vendor, 'Two.'))).toBe(0.1);
      expect(server.open()).toBe(1);
      await expect(speech(vendor, 'Late.', { signal })).rejects.toMatchObject({ code: 'aborted' });
    }));

  test('ends a TTS request when the iteration ends', () =>
    use(async (vendor) => {
      const chunks = vendor.speak(piecesOf(['One.', 'Two.']), speechOptions(), AbortSignal.any([]));
      for await (const { samples } of chunks) if (samples.length > 0) break;
    }));

  test('fails a TTS request with the error of its text source', () =>
    use(async (vendor) => {
      const broken = async function* (): AsyncGenerator<string> {
        yield 'One.';
        throw new TypeError('ours');
      };
      const read = async (): Promise<void> => {
        for await (const _chunk of vendor.speak(broken(), speechOptions(), AbortSignal.any([])));
      };
      await expect(read()).rejects.toBeInstanceOf(TypeError);
    }));

  test('fails current and later TTS requests when the provider is closed', async () => {
    const server = theServer();
    const vendor = open(server.url, manualClock());
    server.script({ kind: 'hang' });
    const before = server.messages.length;
    const failed = expect(speech(vendor, 'One.')).rejects.toMatchObject({ code: 'unavailable' });
    await eventually(
      async () => server.messages.length,
      (count) => count > before,
    );
    await vendor.close();
    await expect(speech(vendor, 'Two.')).rejects.toMatchObject({ code: 'unavailable' });
    await failed;
    await eventually(
      async () => server.open(),
      (count) => count === 0,
    );
  });
}
