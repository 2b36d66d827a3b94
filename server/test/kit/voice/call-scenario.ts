import type { BuiltInTool } from '#contract/built-in-tools.ts';
import type { Person, PersonStep } from '../../../src/telephony/simulated/person.ts';
import { SimulatedCarrier } from '../../../src/telephony/simulated/simulated-carrier.ts';
import type { CallEvent, CallOutcome } from '../../../src/voice/call-event.ts';
import type { CallHost } from '../../../src/voice/call-host.ts';
import { openEngine } from '../../../src/voice/engines/open-engine.ts';
import { EnergyVoiceActivityDetector } from '../../../src/voice/hearing/energy-detector.ts';
import { EndOfTurnJudge } from '../../../src/voice/hearing/turn-end/end-of-turn-judge.ts';
import type { MediaLeg } from '../../../src/voice/legs/media-leg.ts';
import { runCall } from '../../../src/voice/run-call.ts';
import type { VoiceSettings } from '../../../src/voice/settings.ts';
import type { AnsweredCall, VoiceServices } from '../../../src/voice/voice-services.ts';
import { silentLog } from '../silent-log.ts';
import { type VirtualTime, virtualTime } from '../virtual-time.ts';
import { answeringModel, assistantVoice, type ScenarioAnswer, understoodVoice } from './scenario-voices.ts';
import { scriptedAssistant } from './scripted-assistant.ts';

/** Some of an event's fields; a pattern is looked for in texts. */
export type EventPattern = { type: CallEvent['type'] } & Record<string, unknown>;

/** What must be true of a call that is over. */
export type Expectation =
  /** The first such event; `withinMs` counts from the first event of `after`, else from the answer. */
  | { event: EventPattern; withinMs?: readonly [from: number, to: number]; after?: EventPattern }
  | { event: EventPattern; times: number }
  | { absent: EventPattern }
  | { outcome: Partial<Record<keyof CallOutcome, unknown>> };

/** A call as a script: what the customer does, and what must come of it. */
export interface CallScenario {
  name: string;
  direction?: AnsweredCall['direction'];
  settings?: Partial<VoiceSettings>;
  builtInTools?: readonly BuiltInTool[];
  /** What the model says, turn by turn; the last repeats. */
  answers?: readonly (string | ScenarioAnswer)[];
  /** What the customer does from the answer on. */
  customer: readonly PersonStep[];
  /** What somebody else does who is called for the customer; nobody answers when absent. */
  colleague?: readonly PersonStep[];
  backgroundDbfs?: number;
  /** Cut off by the platform after so long, a minute when absent. */
  lastsMs?: number;
  expect: readonly Expectation[];
}

export interface ScenarioResult {
  events: readonly CallEvent[];
  outcome: CallOutcome;
  /** Waits and ticks that nobody ended. */
  left: number;
}

const NUMBER = '+15550000000';

/** Holds the call in simulated time, over the simulated carrier and with the real loop and engine: equal scripts give equal calls. */
export async function runScenario(scenario: CallScenario): Promise<ScenarioResult> {
  const time = virtualTime();
  const customer = understoodVoice();
  const person: Person = {
    pickUp: { type: 'answers', afterMs: 200 },
    script: scenario.customer,
    backgroundDbfs: scenario.backgroundDbfs ?? null,
  };
  const colleague = colleagueOf(scenario);
  const carrier = new SimulatedCarrier({
    ...{ name: 'scenario', clock: time, mediaClock: time.mediaClock },
    population: (number) => (number === NUMBER ? person : (colleague ?? person)),
    voice: customer.voice,
  });
  const leg = await answeredLeg(carrier, time);
  const stop = new AbortController();
  const events: CallEvent[] = [];
  const transcriber = customer.transcriber(time);
  let outcome: CallOutcome | null = null;
  const { settings, builtInTools = [] } = scenario;
  const model = answeringModel(time, scenario.answers ?? ['All right.']);
  const call: AnsweredCall = {
    leg,
    direction: scenario.direction ?? 'inbound',
    assistant: scriptedAssistant({ initialMessage: 'Hello.', ...settings }, { model, builtInTools }),
    host: { ...silentHost(events), ...(colleague === null ? {} : { dial: dialOver(carrier) }) },
    signal: stop.signal,
  };
  const services = scenarioServices(time, { transcribers: new Map([[transcriber.code, transcriber]]) });
  const held = runCall(services, call).then((how) => {
    outcome = how;
  });
  for (let passedMs = 0; outcome === null && passedMs < (scenario.lastsMs ?? 60_000); passedMs += 20)
    await time.pass(20);
  stop.abort('the scenario is over');
  await time.pass(1000);
  await held;
  carrier.close();
  await time.pass(100);
  return {
    events,
    outcome: outcome ?? { status: 'failed', reason: '', durationMs: 0, answeredBy: null },
    left: time.waiting(),
  };
}

/** What is wrong with a call, in words; none: everything is as expected. */
export function broken(expectations: readonly Expectation[], { events, outcome }: ScenarioResult): string[] {
  return expectations.flatMap((expectation) => {
    const problem = problemOf(expectation, events, outcome);
    return problem === null ? [] : [`${described(expectation)}: ${problem}`];
  });
}

function problemOf(
  expectation: Expectation,
  events: readonly CallEvent[],
  outcome: CallOutcome,
): string | null {
  if ('outcome' in expectation)
    return fits(outcome, expectation.outcome) ? null : `it was ${described(outcome)}`;
  if ('absent' in expectation) {
    const found = events.find((event) => fits(event, expectation.absent));
    return found === undefined ? null : `it happened: ${described(found)}`;
  }
  const found = events.filter((event) => fits(event, expectation.event));
  if ('times' in expectation)
    return found.length === expectation.times ? null : `it happened ${found.length} times`;
  const { after, withinMs } = expectation;
  const anchor = after === undefined ? { atMs: 0 } : events.find((event) => fits(event, after));
  if (anchor === undefined) return 'what it should come after never happened';
  const event = found.find(({ atMs }) => atMs >= anchor.atMs);
  if (event === undefined)
    return `it never happened among ${events.map(({ type, atMs }) => `${type}@${atMs}`).join(' ')}`;
  const tookMs = event.atMs - anchor.atMs;
  if (withinMs === undefined || (tookMs >= withinMs[0] && tookMs <= withinMs[1])) return null;
  return `it came after ${tookMs} ms`;
}

function fits(actual: object, pattern: object): boolean {
  const values = new Map<string, unknown>(Object.entries(actual));
  return Object.entries(pattern).every(([name, wanted]) => isLike(values.get(name), wanted));
}

function isLike(actual: unknown, wanted: unknown): boolean {
  if (wanted instanceof RegExp) return typeof actual === 'string' && wanted.test(actual);
  if (typeof wanted === 'object' && wanted !== null) {
    return typeof actual === 'object' && actual !== null && fits(actual, wanted);
  }
  return actual === wanted;
}

function described(thing: object): string {
  return JSON.stringify(thing, (_, value) => (value instanceof RegExp ? String(value) : value));
}

async function answeredLeg(carrier: SimulatedCarrier, time: VirtualTime): Promise<MediaLeg> {
  const answered = Promise.withResolvers<MediaLeg>();
  carrier.dial({ attemptId: 'scenario', from: NUMBER, to: NUMBER, ringingTimeMs: 30_000 }, (event) => {
    if (event.type === 'answered') answered.resolve(event.leg);
  });
  await time.pass(300);
  return answered.promise;
}

function scenarioServices(
  time: VirtualTime,
  { transcribers }: Pick<VoiceServices, 'transcribers'>,
): VoiceServices {
  const synthesizer = assistantVoice();
  const providers = {
    transcribers,
    synthesizers: new Map([[synthesizer.code, synthesizer]]),
    realtimeModels: new Map(),
  };
  return {
    ...providers,
    clock: time,
    mediaClock: time.mediaClock,
    voiceActivity: new EnergyVoiceActivityDetector(),
    noiseCanceller: { open: (_, listener) => ({ push: listener, close: () => undefined }) },
    endOfTurn: new EndOfTurnJudge(),
    beds: { play: () => ({ mixInto: () => undefined }) },
    openEngine: (opening) => openEngine(providers, opening),
    log: silentLog,
  };
}

function colleagueOf({ colleague: script }: CallScenario): Person | null {
  if (script === undefined) return null;
  return { pickUp: { type: 'answers', afterMs: 1000 }, script, backgroundDbfs: null };
}

function dialOver(carrier: SimulatedCarrier): CallHost['dial'] {
  return ({ to, ringingTimeMs }, listener) =>
    carrier.dial({ attemptId: `to ${to}`, from: NUMBER, to, ringingTimeMs }, listener);
}

function silentHost(events: CallEvent[]): CallHost {
  return {
    happened: (event) => void events.push(event),
    recording: () => null,
    dial: (_, listener) => {
      const failed = {
        type: 'failed',
        failure: 'no-answer',
        code: null,
        reason: 'Nobody answered.',
      } as const;
      queueMicrotask(() => listener(failed));
      return { cancel: () => undefined };
    },
    assistant: async () => null,
    isExtension: async () => false,
    phoneNumber: async () => null,
    customerNumber: NUMBER,
  };
}
