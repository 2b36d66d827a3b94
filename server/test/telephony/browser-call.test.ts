import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../../src/core/clock.ts';
import { closeServer } from '../../src/http/connections.ts';
import { createHttpServer } from '../../src/http/server.ts';
import { defineSocketRoute } from '../../src/http/socket-route.ts';
import { type BrowserLeg, createBrowserLeg } from '../../src/telephony/browser/browser-leg.ts';
import type { LegEnd } from '../../src/voice/legs/media-leg.ts';
import { IS_CHROMIUM_INSTALLED, openPage } from '../kit/chromium.ts';
import { IS_COMPLETE_RUN } from '../kit/complete-run.ts';
import { eventually } from '../kit/eventually.ts';
import { portOf } from '../kit/loopback-server.ts';

const fixture = (name: string): string =>
  readFileSync(new URL(`../kit/fixtures/browser-page/${name}`, import.meta.url), 'utf8');

/** Microphone and playback tones, easy to distinguish. */
const MICROPHONE_HERTZ = 500;
const OURS_HERTZ = 1500;

const legs: BrowserLeg[] = [];
const said: string[] = [];
const ends: LegEnd[] = [];
const frames: { frame: Int16Array; positionMs: number }[] = [];
let app: Awaited<ReturnType<typeof createHttpServer>>;
let page: ReturnType<typeof openPage>;

function tone(hertz: number, rateHz: number, samples: { begin: number; count: number }): Int16Array {
  return Int16Array.from({ length: samples.count }, (_, index) =>
    Math.round(8000 * Math.sin((2 * Math.PI * hertz * (samples.begin + index)) / rateHz)),
  );
}

/** Level of a tone in the last 100 ms of received audio (Goertzel). */
function loudness(hertz: number): number {
  const samples = frames.slice(-5).flatMap(({ frame }) => [...frame]);
  let [one, two] = [0, 0];
  const factor = 2 * Math.cos((2 * Math.PI * hertz) / 16_000);
  for (const sample of samples) [one, two] = [sample + factor * one - two, one];
  return (2 * Math.sqrt(one * one + two * two - factor * one * two)) / Math.max(1, samples.length);
}

const loud = (hertz: number, isLoud: boolean): Promise<number> =>
  eventually(
    async () => loudness(hertz),
    (value) => value > 2000 === isLoud,
  );

test.skipIf(!IS_COMPLETE_RUN)('Chromium is installed if tests must not be skipped', () => {
  expect(IS_CHROMIUM_INSTALLED).toBe(true);
});

describe.skipIf(!IS_CHROMIUM_INSTALLED)('a call in a real browser', () => {
  beforeAll(async () => {
    const allowance = { isAllowed: true, limit: 9, remaining: 9, resetAt: new Date(0), retryAfterSeconds: 1 };
    const route = defineSocketRoute({
      path: '/call',
      params: z.object({}),
      resource: 'Call',
      maxPayloadBytes: 65_536,
      maxSockets: 1,
      admit: async ({ browserOrigin }) => browserOrigin,
      open: (origin, socket) => {
        said.push(String(origin));
        const leg = createBrowserLeg(socket, {
          clock: systemClock,
          resumeToken: 'secret',
          onEnd: () => undefined,
        });
        leg.start({
          audio: (frame, positionMs) => void frames.push({ frame, positionMs }),
          digit: (digit) => void said.push(digit),
          typed: (text) => void said.push(text),
          ended: (end) => void ends.push(end),
        });
        legs.push(leg);
      },
    });
    app = await createHttpServer({
      routes: [],
      socketRoutes: [route],
      publicUrl: null,
      trustedProxies: 0,
      requestsPerMinute: 9,
      authenticate: async () => null,
      rateLimiter: { takeFromBudget: async () => allowance, takeFromWindow: async () => allowance },
      idempotency: { once: (_request, work) => work().then((answer) => ({ ...answer, isReplay: false })) },
      reportFailure: (error) => expect.fail(String(error)),
      registerPages: (pages) => {
        const script = 'text/javascript';
        pages.get('/', (_request, reply) =>
          reply.type('text/html').send('<script type="module" src="/page/page.js"></script>'),
        );
        pages.get('/page/page.js', (_request, reply) => reply.type(script).send(fixture('page.js')));
        pages.get('/page/worklet.js', (_request, reply) => reply.type(script).send(fixture('worklet.js')));
      },
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const samples = tone(MICROPHONE_HERTZ, 48_000, { begin: 0, count: 48_000 });
    page = openPage(`http://127.0.0.1:${portOf(app.server.address())}/`, { samples, rateHz: 48_000 });
    await eventually(
      async () => legs,
      (all) => all.length === 1,
    );
  }, 90_000);
  afterAll(async () => {
    legs[0]?.hangUp();
    await page.close();
    await closeServer(app, AbortSignal.abort());
  });

  test('delivers microphone audio in order', async () => {
    await loud(MICROPHONE_HERTZ, true);
    await eventually(
      async () => frames,
      (all) => all.length > 100,
    );
    const positions = frames.map(({ positionMs }) => positionMs);
    const steps = positions.slice(1).map((positionMs, index) => positionMs - (positions[index] ?? 0));
    expect(Math.min(...steps)).toBe(20);
    // A busy machine may delay the page.
    expect(steps.filter((step) => step > 20).length).toBeLessThan(5);
    expect(said[0]).toBe(`http://127.0.0.1:${portOf(app.server.address())}`);
  });

  test('plays sent audio, reports progress, and stops immediately', async () => {
    const leg = legs[0] ?? expect.fail();
    // The page's worklet receives its own playback.
    for (let index = 0; index < 500; index += 1)
      leg.send(tone(OURS_HERTZ, 16_000, { begin: index * 320, count: 320 }));
    expect(leg.unplayedMs()).toBeGreaterThan(9000);
    await loud(OURS_HERTZ, true);
    await eventually(
      async () => leg.unplayedMs(),
      (unplayedMs) => unplayedMs < 9000,
    );
    const thrownAwayMs = leg.clear();
    expect(thrownAwayMs).toBeGreaterThan(1000);
    expect(leg.unplayedMs()).toBe(0);
    await loud(OURS_HERTZ, false);
    expect(loudness(MICROPHONE_HERTZ)).toBeGreaterThan(2000);
  });

  test('passes text and keys in both directions, and ends when the page closes', async () => {
    const leg = legs[0] ?? expect.fail();
    leg.show({ type: 'say', text: 'Bună' });
    await leg.sendDigits('7');
    await eventually(
      async () => said,
      (all) => all.length >= 3,
    );
    expect(said.slice(1)).toEqual(['I read: Bună', '7']);
    leg.show({ type: 'leave' });
    expect(
      await eventually(
        async () => ends,
        (all) => all.length > 0,
      ),
    ).toEqual([{ kind: 'remote-hang-up' }]);
  });
});
