import { randomUUID } from 'node:crypto';
import { type Clock, systemClock } from '../../../src/core/clock.ts';
import { createSipAgent, type SipAgent, type SipAgentOptions } from '../../../src/telephony/sip/sip-agent.ts';
import type { SipTrunk } from '../../../src/telephony/sip/trunk/sip-trunk.ts';
import type { LegEnd, MediaLeg } from '../../../src/voice/legs/media-leg.ts';
import type { DialEvent } from '../../../src/voice/legs/outbound-route.ts';
import type { ManualClock } from '../clocks.ts';
import { eventually } from '../eventually.ts';
import { endsWithTest } from '../left-running.ts';
import { silentLog } from '../silent-log.ts';

const NOBODY = { trunksAt: async () => [], trunksNamed: async () => [], knownRanges: async () => [] };

/** Starts a real agent on a free loopback port, without trunks by default. It closes with the test. */
export async function startTestAgent(options: Partial<SipAgentOptions> = {}): Promise<SipAgent> {
  const agent = await createSipAgent({
    host: '127.0.0.1',
    port: 0,
    mediaAddress: null,
    rtpPorts: { first: 0, last: 0 },
    certificate: null,
    authorities: null,
    refusalOf: () => null,
    directory: NOBODY,
    onInvite: async (call) => call.reject('unavailable'),
    clock: systemClock,
    log: silentLog,
    ...options,
  });
  endsWithTest(async () => {
    const closing = agent.close();
    // On a manual clock, closing would wait forever for the peers.
    if (isManual(options.clock)) options.clock.advance(10_000);
    await closing;
  });
  return agent;
}

function isManual(clock: Clock | undefined): clock is ManualClock {
  return clock !== undefined && 'advance' in clock;
}

/** A trunk with the addresses that it admits without authentication. */
export type TestTrunk = SipTrunk & { allowedInboundIps?: readonly string[] };

/** A carrier trunk at a loopback port, with username `bob` and password `secret`. */
export function testTrunk(port: number, changes: Partial<TestTrunk> = {}): TestTrunk {
  return {
    id: '1',
    type: 'number',
    phoneNumber: '+40721000000',
    countryCode: 'RO',
    username: 'bob',
    password: 'secret',
    address: `127.0.0.1:${port}`,
    outboundProxy: null,
    callingFormat: '+e164',
    inboundAuthorization: 'auth',
    ...changes,
  };
}

/** A directory with these trunks. Authorization `ip` admits only exact addresses. */
export function directoryOf(...trunks: TestTrunk[]): SipAgentOptions['directory'] {
  return {
    trunksAt: async (address) =>
      trunks.filter(
        (trunk) => trunk.inboundAuthorization === 'ip' && trunk.allowedInboundIps?.includes(address) === true,
      ),
    knownRanges: async () => trunks.flatMap(({ allowedInboundIps = [] }) => allowedInboundIps),
    trunksNamed: async (username) => trunks.filter((trunk) => trunk.username === username),
  };
}

export interface Dialed {
  events: DialEvent[];
  /** Hang-ups that are left to other processes. */
  left(): readonly string[];
  cancel(): void;
  /** The answered leg. Throws if the call fails. */
  leg(): Promise<MediaLeg>;
  /** The failure. Throws if the call is answered. */
  failure(): Promise<Extract<DialEvent, { type: 'failed' }>>;
}

/** Dials a number over a trunk. */
export function dial(
  agent: SipAgent,
  trunk: SipTrunk,
  {
    to = '+40722000000',
    ringingTimeMs = 30_000,
    keep = async () => undefined,
  }: { to?: string; ringingTimeMs?: number; keep?: () => Promise<void> } = {},
): Dialed {
  const events: DialEvent[] = [];
  const request = {
    attemptId: randomUUID(),
    from: '+40721000000',
    to,
    ringingTimeMs,
    storePendingHangUps: keep,
  };
  const route = agent.routeFor(trunk);
  const heard = (event: DialEvent): void => void events.push(event);
  const dialing = route.dial(request, heard);
  const outcome = async (): Promise<DialEvent | undefined> =>
    eventually(
      async () => events.find(({ type }) => type !== 'ringing'),
      (event) => event !== undefined,
    );
  return {
    events,
    left: () => dialing.pendingHangUps?.() ?? [],
    cancel: () => dialing.cancel(),
    leg: async () => {
      const event = await outcome();
      if (event?.type !== 'answered') throw new Error(`There was no answer: ${JSON.stringify(event)}.`);
      return event.leg;
    },
    failure: async () => {
      const event = await outcome();
      if (event?.type !== 'failed') throw new Error('There was an answer.');
      return event;
    },
  };
}

/** Events of a leg, as they arrive. */
export interface Heard {
  samples: number[];
  digits: string[];
  /** Start (true) and end (false) of each hold. */
  holds: boolean[];
  ends: LegEnd[];
  end(): Promise<LegEnd | undefined>;
}

export function listenTo(leg: MediaLeg): Heard {
  const heard: Heard = {
    samples: [],
    digits: [],
    holds: [],
    ends: [],
    end: () =>
      eventually(
        async () => heard.ends[0],
        (end) => end !== undefined,
      ),
  };
  leg.start({
    audio: (frame) => heard.samples.push(...frame),
    digit: (digit) => heard.digits.push(digit),
    typed: () => undefined,
    holdChanged: (isHeld) => heard.holds.push(isHeld),
    ended: (end) => heard.ends.push(end),
  });
  return heard;
}

/** Sends frames in real time. */
export async function speak(leg: MediaLeg, frames: readonly Int16Array[]): Promise<void> {
  const startMs = systemClock.monotonicMs();
  for (const [index, frame] of frames.entries()) {
    leg.send(frame);
    const restMs = startMs + (index + 1) * 20 - systemClock.monotonicMs();
    if (restMs > 0) await systemClock.sleep(restMs);
  }
}
