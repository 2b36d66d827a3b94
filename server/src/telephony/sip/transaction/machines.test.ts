import { describe, expect, test } from 'vitest';
import { type ClientInput, newClient, stepClientInvite, stepClientRequest } from './client-transaction.ts';
import type { Effect, Step, TimerName } from './machine.ts';
import { newServer, type ServerInput, stepServerInvite, stepServerRequest } from './server-transaction.ts';

interface Machine<State, Input> {
  state: State;
  step(state: State, input: Input): Step<State>;
  /** Input of a timer. */
  timer(timer: TimerName): Input;
}

/** Runs a machine with inputs at given milliseconds and its own timers. Returns the timed effects. */
function timeline<State, Input>(
  machine: Machine<State, Input>,
  inputs: readonly (readonly [number, Input])[],
): string[] {
  const told: string[] = [];
  const timers = new Map<TimerName, number>();
  const waiting = [...inputs];
  let state = machine.state;
  const carryOut = (effect: Effect, nowMs: number): void => {
    if (effect.type === 'set') timers.set(effect.timer, nowMs + effect.afterMs);
    else if (effect.type === 'clear') timers.delete(effect.timer);
    else told.push(`${nowMs} ${effect.type}`);
    if (effect.type === 'end') timers.clear();
  };
  for (;;) {
    const [timer, dueMs = Number.POSITIVE_INFINITY] =
      [...timers].sort((one, other) => one[1] - other[1])[0] ?? [];
    const next = waiting[0];
    if (next === undefined && timer === undefined) return told;
    const isInput = next !== undefined && next[0] <= dueMs;
    const nowMs = isInput ? next[0] : dueMs;
    if (isInput) waiting.shift();
    else if (timer !== undefined) timers.delete(timer);
    const input = isInput ? next[1] : machine.timer(timer ?? 'linger');
    const result = machine.step(state, input);
    state = result.state;
    for (const effect of result.effects) carryOut(effect, nowMs);
  }
}

const timer = (name: TimerName) => ({ type: 'timer', timer: name }) as const;
const start: ClientInput = { type: 'start' };
const response = (status: number): ClientInput => ({ type: 'response', status });
const respond = (status: number): ServerInput => ({ type: 'respond', status });
const acknowledged: ServerInput = { type: 'acknowledged' };
const retransmitted: ServerInput = { type: 'retransmitted' };

const invite = (isReliable = false) => ({ state: newClient(isReliable), step: stepClientInvite, timer });
const request = (isReliable = false) => ({ state: newClient(isReliable), step: stepClientRequest, timer });
const invited = (isReliable = false) => ({ state: newServer(isReliable), step: stepServerInvite, timer });
const requested = (isReliable = false) => ({ state: newServer(isReliable), step: stepServerRequest, timer });

describe('INVITE client transaction', () => {
  test('retransmits at growing intervals and times out after 32 s (A, B)', () => {
    expect(timeline(invite(), [[0, start]])).toEqual([
      ...[0, 500, 1500, 3500, 7500, 15_500, 31_500].map((atMs) => `${atMs} transmit`),
      '32000 timed-out',
      '32000 end',
    ]);
    expect(timeline(invite(true), [[0, start]])).toEqual(['0 transmit', '32000 timed-out', '32000 end']);
  });

  test('delivers retransmitted 2xx for 32 s after a long ringing time (M)', () => {
    const inputs = [
      [0, start],
      [100, response(180)],
      [60_000, response(200)],
      [60_500, response(200)],
    ] as const;
    expect(timeline(invite(), inputs)).toEqual([
      '0 transmit',
      '100 deliver',
      '60000 deliver',
      '60500 deliver',
      '92000 end',
    ]);
  });

  test('has no timeout while ringing, and a timeout of 32 s after a CANCEL', () => {
    const inputs = [
      [0, start],
      [100, response(180)],
      [60_000, { type: 'canceled' }],
    ] as const;
    expect(timeline(invite(), inputs)).toEqual(['0 transmit', '100 deliver', '92000 timed-out', '92000 end']);
    const refused = [...inputs, [60_100, response(487)]] as const;
    expect(timeline(invite(true), refused)).toEqual([
      '0 transmit',
      '100 deliver',
      '60100 acknowledge',
      '60100 deliver',
      '60100 end',
    ]);
  });

  test('acknowledges every copy of a refusal and delivers it once (D)', () => {
    const inputs = [
      [0, start],
      [100, response(486)],
      [600, response(486)],
    ] as const;
    expect(timeline(invite(), inputs)).toEqual([
      '0 transmit',
      '100 acknowledge',
      '100 deliver',
      '600 acknowledge',
      '32100 end',
    ]);
    expect(
      timeline(invite(true), [
        [0, start],
        [100, response(486)],
      ]),
    ).toEqual(['0 transmit', '100 acknowledge', '100 deliver', '100 end']);
  });
});

describe('a closed connection', () => {
  const broken = { type: 'disconnected' } as const;

  test('ends an INVITE without any response, and no other', () => {
    const early = [
      [0, start],
      [200, broken],
    ] as const;
    expect(timeline(invite(true), early)).toEqual(['0 transmit', '200 disconnected', '200 end']);
    const ringing = [
      [0, start],
      [100, response(180)],
      [200, broken],
      [9000, response(200)],
    ] as const;
    expect(timeline(invite(true), ringing)).toEqual([
      '0 transmit',
      '100 deliver',
      '9000 deliver',
      '41000 end',
    ]);
  });

  test('ends a non-INVITE request that has no final response', () => {
    const inputs = [
      [0, start],
      [100, response(100)],
      [200, broken],
    ] as const;
    expect(timeline(request(true), inputs)).toEqual([
      '0 transmit',
      '100 deliver',
      '200 disconnected',
      '200 end',
    ]);
  });
});

test('an abandoned INVITE is not retransmitted, but late responses are delivered', () => {
  const inputs = [
    [0, start],
    [4000, { type: 'abandoned' }],
    [5000, response(180)],
    [6000, { type: 'canceled' }],
    [6100, response(487)],
  ] as const;
  expect(timeline(invite(), inputs)).toEqual([
    ...[0, 500, 1500, 3500].map((atMs) => `${atMs} transmit`),
    '5000 deliver',
    '6100 acknowledge',
    '6100 deliver',
    '38100 end',
  ]);
  expect(timeline(invite(true), inputs.slice(0, 2))).toEqual(['0 transmit', '32000 timed-out', '32000 end']);
});

describe('non-INVITE client transaction', () => {
  test('retransmits at most 4 s apart and times out after 32 s (E, F)', () => {
    expect(timeline(request(), [[0, start]])).toEqual([
      ...[0, 500, 1500, 3500, 7500, 11_500, 15_500, 19_500, 23_500, 27_500, 31_500].map(
        (ms) => `${ms} transmit`,
      ),
      '32000 timed-out',
      '32000 end',
    ]);
  });

  test('retransmits every 4 s after a provisional response and ends 5 s after the final one (K)', () => {
    const inputs = [
      [0, start],
      [100, response(100)],
      [6000, response(200)],
      [6100, response(200)],
    ] as const;
    expect(timeline(request(), inputs)).toEqual([
      '0 transmit',
      '100 deliver',
      '500 transmit',
      '4500 transmit',
      '6000 deliver',
      '11000 end',
    ]);
  });
});

describe('INVITE server transaction', () => {
  test('retransmits a refusal until its ACK (G) and ends 5 s later (I)', () => {
    expect(
      timeline(invited(), [
        [0, respond(486)],
        [2000, acknowledged],
        [2100, retransmitted],
      ]),
    ).toEqual(['0 transmit', '500 transmit', '1500 transmit', '7000 end']);
  });

  test('times out without ACK after 32 s (H)', () => {
    const told = timeline(invited(), [[0, respond(200)]]);
    expect(told.slice(0, 6)).toEqual([0, 500, 1500, 3500, 7500, 11_500].map((ms) => `${ms} transmit`));
    expect(told.slice(-2)).toEqual(['32000 timed-out', '32000 end']);
  });

  test('retransmits a 2xx over TCP too, but not a refusal', () => {
    expect(
      timeline(invited(true), [
        [0, respond(200)],
        [700, acknowledged],
      ]),
    ).toEqual(['0 transmit', '500 transmit', '700 end']);
    expect(
      timeline(invited(true), [
        [0, respond(486)],
        [700, acknowledged],
      ]),
    ).toEqual(['0 transmit', '700 end']);
  });

  test('answers a retransmitted INVITE with the last response, and not after a 2xx (L)', () => {
    const inputs = [
      [0, retransmitted],
      [10, respond(180)],
      [20, retransmitted],
      [30, respond(200)],
      [40, retransmitted],
      [50, acknowledged],
    ] as const;
    expect(timeline(invited(), inputs)).toEqual(['10 transmit', '20 transmit', '30 transmit', '32050 end']);
  });

  test('uses only the first final response', () => {
    const inputs = [
      [0, respond(487)],
      [1, respond(200)],
      [2, acknowledged],
    ] as const;
    expect(timeline(invited(true), inputs)).toEqual(['0 transmit', '2 end']);
  });
});

test('non-INVITE server transaction: repeats its response for 32 s (J)', () => {
  const inputs = [
    [0, retransmitted],
    [10, respond(200)],
    [500, retransmitted],
    [600, respond(500)],
  ] as const;
  expect(timeline(requested(), inputs)).toEqual(['10 transmit', '500 transmit', '32010 end']);
  expect(timeline(requested(true), [[0, respond(200)]])).toEqual(['0 transmit', '0 end']);
});
