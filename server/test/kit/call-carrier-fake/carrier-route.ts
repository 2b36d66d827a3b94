import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { composeCarrierRoute } from '../../../src/compose/carrier-webhooks/carrier-route.ts';
import type { CarrierService } from '../../../src/compose/carrier-webhooks/carrier-service.ts';
import { carrierCallRoutes, carrierStreamRoute } from '../../../src/compose/carrier-webhooks/routes.ts';
import { closeServer } from '../../../src/http/connections.ts';
import { openOtherProcesses } from '../../../src/http/other-processes.ts';
import { createHttpServer } from '../../../src/http/server.ts';
import type { CallCarrier } from '../../../src/providers/interfaces/call-carrier.ts';
import { createTwilioCallCarrier } from '../../../src/providers/twilio/call-carrier.ts';
import type { StreamRoute } from '../../../src/telephony/media-stream/stream-route.ts';
import type { LegEnd, MediaLeg } from '../../../src/voice/legs/media-leg.ts';
import type { DialEvent, Dialing, InboundCall } from '../../../src/voice/legs/outbound-route.ts';
import { loopbackHttp } from '../carrier-fake/carrier-kit.ts';
import { type ManualClock, manualClock } from '../clocks.ts';
import { eventually } from '../eventually.ts';
import { portOf } from '../loopback-server.ts';
import { silentLog } from '../silent-log.ts';
import { CALL_ACCOUNT, type CallCarrierFake, type FakeCall } from './call-carrier-fake.ts';
import { startCallCarrierFakeProcess } from './start-call-carrier-fake.ts';

export const OUR_NUMBER = '+40312345678';

/** A route over the fake carrier, behind the real HTTP server, on the test's clock. */
export interface CarrierRoute {
  fake: CallCarrierFake;
  origin: string;
  /** The clock of the current test's route. */
  clock(): ManualClock;
  inbound: InboundCall[];
  /** The other process to which the route forwards requests; none by default. */
  other: OtherProcess;
  /** Replaces the route and the clock with new ones. */
  open(accept?: (call: InboundCall) => void | Promise<void>): Promise<void>;
  /** Closes the route. No sleeper may be pending afterwards. */
  closeRoute(): Promise<void>;
  dial(to: string): Dialed;
  close(): Promise<void>;
}

export interface OtherProcess {
  processId: string;
  origin: string | null;
  isAlive: boolean;
}

export interface Dialed {
  attemptId: string;
  events: DialEvent[];
  dialing: Dialing;
  outcome(): Promise<DialEvent>;
  leg(): Promise<MediaLeg>;
  call(): Promise<FakeCall>;
  /** Number of outbound calls in the ledger. */
  orders(): Promise<number>;
}

export async function openCarrierRoute(): Promise<CarrierRoute> {
  const fake = await startCallCarrierFakeProcess();
  const outbound = loopbackHttp();
  const inbound: InboundCall[] = [];
  let clock = manualClock();
  const account = { account_sid: CALL_ACCOUNT.accountSid, auth_token: CALL_ACCOUNT.authToken };
  const carrier = createTwilioCallCarrier({ http: outbound.http, apiUrl: fake.origin }, account);
  const other: OtherProcess = { processId: randomUUID(), origin: null, isAlive: false };
  const service = carrierService(carrier, other, () => clock);
  let route: StreamRoute;
  const app = await serve(service);
  const origin = `http://127.0.0.1:${portOf(app.server.address())}`;
  return {
    fake,
    origin,
    clock: () => clock,
    inbound,
    other,
    async open(accept = () => undefined) {
      clock = manualClock();
      inbound.length = 0;
      route = composeCarrierRoute({
        name: 'twilio',
        carrier,
        clock,
        log: silentLog,
        origin: () => origin,
        processId: service.processId,
        lifetime: new AbortController().signal,
        accept: async (call) => {
          inbound.push(call);
          await accept(call);
        },
      });
      service.routes.set('twilio', route);
      await fake.behave({ kind: 'accept' });
    },
    async closeRoute() {
      await route.close();
      await eventually(
        async () => clock.sleeping(),
        (count) => count === 0,
      );
    },
    dial: (to) => dial(route, fake, to),
    async close() {
      await closeServer(app, AbortSignal.abort());
      await fake.close();
      await outbound.close();
    },
  };
}

function carrierService(carrier: CallCarrier, other: OtherProcess, clock: () => ManualClock): CarrierService {
  const addresses = {
    of: async (id: string) => (id === other.processId ? other.origin : null),
    isAlive: async (id: string) => id === other.processId && other.isAlive,
    anyThatHoldsCalls: async () => null,
  };
  return {
    processId: randomUUID(),
    carriers: new Map([['twilio', carrier]]),
    routes: new Map(),
    others: openOtherProcesses(addresses, { log: silentLog, maxMessageBytes: 0 }),
    inboundHolder: async () => null,
    get clock() {
      return clock();
    },
  };
}

async function serve(service: CarrierService): Promise<Awaited<ReturnType<typeof createHttpServer>>> {
  const allowance = { isAllowed: true, limit: 9, remaining: 9, resetAt: new Date(0), retryAfterSeconds: 1 };
  const app = await createHttpServer({
    routes: carrierCallRoutes(service),
    socketRoutes: [carrierStreamRoute(service)],
    publicUrl: null,
    trustedProxies: 0,
    authenticate: async () => null,
    rateLimiter: { takeFromBudget: async () => allowance, takeFromWindow: async () => allowance },
    idempotency: { once: (_request, work) => work().then((answer) => ({ ...answer, isReplay: false })) },
    requestsPerMinute: 9,
    reportFailure: (error) => expect.fail(String(error)),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return app;
}

function dial(route: StreamRoute, fake: CallCarrierFake, to: string): Dialed {
  const attemptId = randomUUID();
  const events: DialEvent[] = [];
  const request = { attemptId, from: OUR_NUMBER, to, ringingTimeMs: 20_000 };
  const dialing = route.dial(request, (event) => void events.push(event));
  const mine = async (): Promise<FakeCall[]> =>
    (await fake.calls()).filter(({ form }) => form.some(([, value]) => value.includes(attemptId)));
  const outcome = async (): Promise<DialEvent> => {
    const all = await eventually(
      async () => events,
      (list) => list.some(({ type }) => type !== 'ringing'),
    );
    return all.at(-1) ?? { type: 'ringing' };
  };
  return {
    attemptId,
    events,
    dialing,
    outcome,
    async leg() {
      const answered = await outcome();
      if (answered.type !== 'answered') throw new Error(`It was not answered: ${JSON.stringify(answered)}`);
      return answered.leg;
    },
    async call() {
      const [found] = await eventually(mine, (calls) => calls.length > 0);
      if (found === undefined) throw new Error('The carrier has no such call.');
      return found;
    },
    orders: async () => (await mine()).length,
  };
}

/** Records a leg's events from now on. */
export function listen(leg: MediaLeg): { frames: Int16Array[]; digits: string[]; ends: LegEnd[] } {
  const frames: Int16Array[] = [];
  const digits: string[] = [];
  const ends: LegEnd[] = [];
  leg.start({
    audio: (frame) => void frames.push(frame),
    digit: (digit) => void digits.push(digit),
    typed: () => undefined,
    ended: (end) => void ends.push(end),
  });
  return { frames, digits, ends };
}

/** Waits until a list has this many entries. */
export function has<Item>(list: readonly Item[], count: number): Promise<readonly Item[]> {
  return eventually(
    async () => list,
    (all) => all.length >= count,
  );
}
