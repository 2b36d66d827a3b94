import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { manualClock } from '../../test/kit/clocks.ts';
import { eventually } from '../../test/kit/eventually.ts';
import { openSocketPair, type SocketPair } from '../../test/kit/socket-pair.ts';
import { manualMediaClock } from '../../test/kit/voice/manual-media-clock.ts';
import { systemClock } from '../core/clock.ts';
import { createBrowserLeg } from '../telephony/browser/browser-leg.ts';
import { sandboxPerson } from '../telephony/simulated/sandbox-population.ts';
import { SimulatedCarrier } from '../telephony/simulated/simulated-carrier.ts';
import type { DialEvent } from '../voice/legs/outbound-route.ts';
import { SandboxPhoneBook } from './sandbox-phone-book.ts';

/** The number of a scripted person who does not exist. */
const TO = '+40721500005';
const PHONE = { userId: 1, number: TO };
const CALL = { attemptId: 'a', from: '+12025550100', to: TO, ringingTimeMs: 30_000 };

let pair: SocketPair;
let carrier: SimulatedCarrier;
let book: SandboxPhoneBook;

beforeEach(async () => {
  pair = await openSocketPair();
  carrier = new SimulatedCarrier({
    name: 'sandbox',
    clock: systemClock,
    mediaClock: manualMediaClock(),
    population: sandboxPerson,
    voice: null,
  });
  book = new SandboxPhoneBook(carrier, systemClock);
});
afterEach(async () => {
  carrier.close();
  await pair.close();
});

/** Dials the phone. */
function outcome(): Promise<DialEvent> {
  const { promise, resolve } = Promise.withResolvers<DialEvent>();
  book.routeOf(1).dial(CALL, (event) => event.type !== 'ringing' && resolve(event));
  return promise;
}

test('does not ring for a call that is canceled immediately, and rings for the next', async () => {
  book.hold(PHONE, { socket: pair.server, openLeg: () => expect.fail('No call was answered.') });
  const events: DialEvent[] = [];
  const route = book.routeOf(1);
  route.dial(CALL, (event) => void events.push(event)).cancel();
  await eventually(
    async () => events.at(-1),
    (event) => event?.type === 'failed',
  );
  await pair.settle();
  expect(pair.texts).toEqual([{ type: 'waiting' }]);
  const next = route.dial(CALL, () => undefined);
  await pair.hears('ringing');
  next.cancel();
});

test('is busy until the call that it answered has ended, even without a connection', async () => {
  const openLeg = (onEnd: () => void) =>
    createBrowserLeg(pair.server, { clock: manualClock(), resumeToken: 'secret', onEnd });
  book.hold(PHONE, { socket: pair.server, openLeg });
  const answered = outcome();
  await pair.hears('ringing');
  pair.client.send('{"type":"answer"}');
  const call = await answered;
  pair.client.terminate();
  await once(pair.server, 'close');
  expect(await outcome()).toMatchObject({ failure: 'busy', code: '486' });
  if (call.type === 'answered') call.leg.hangUp();
  // The scripted person of this number.
  expect(await outcome()).toMatchObject({ failure: 'invalid-number' });
});
