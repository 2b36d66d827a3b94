import { expect, test } from 'vitest';
import { eventually } from '../../test/kit/eventually.ts';
import { openSocketPair } from '../../test/kit/socket-pair.ts';
import { manualMediaClock } from '../../test/kit/voice/manual-media-clock.ts';
import { systemClock } from '../core/clock.ts';
import { sandboxPerson } from '../telephony/simulated/sandbox-population.ts';
import { SimulatedCarrier } from '../telephony/simulated/simulated-carrier.ts';
import type { DialEvent } from '../voice/legs/outbound-route.ts';
import { SandboxPhoneBook } from './sandbox-phone-book.ts';

const TO = '+40721500009';
const CALL = { attemptId: 'a', from: '+12025550100', to: TO, ringingTimeMs: 30_000 };

test('does not ring for a call that is canceled immediately, and rings for the next', async () => {
  const pair = await openSocketPair();
  const carrier = new SimulatedCarrier({
    name: 'sandbox',
    clock: systemClock,
    mediaClock: manualMediaClock(),
    population: sandboxPerson,
    voice: null,
  });
  const book = new SandboxPhoneBook(carrier, systemClock);
  book.hold({ userId: 1, number: TO }, pair.server);
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
  carrier.close();
  await pair.close();
});
