import type { RealtimeOptions } from '../../../src/providers/interfaces/realtime-model.ts';
import { rmsDbfs } from '../../../src/voice/audio/level.ts';
import type { CallEvent, CallOutcome } from '../../../src/voice/call-event.ts';
import { FRAME_MS } from '../../../src/voice/legs/media-leg.ts';
import type { SpokenSegment } from './scenario-voices.ts';

/** What the checks know of a finished call. */
export interface ScenarioResult {
  events: readonly CallEvent[];
  outcome: CallOutcome;
  /** Segments sent to TTS, and requests to the model. */
  spoken: readonly SpokenSegment[];
  asked: readonly { temperature: number | undefined; text: string }[];
  /** Options of the call's realtime sessions. */
  sessions: readonly RealtimeOptions[];
  /** Audio that the customer heard, frame by frame from the answer. */
  heard: readonly Int16Array[];
  recordedMs: number;
  /** Number of timers and listeners that were left. */
  left: number;
}

/** Part of an event; regular expressions match texts. */
export type EventPattern = { type: CallEvent['type'] } & Pattern;

/** Part of an object; regular expressions match texts. */
type Pattern = Record<string, unknown>;

/** An expectation about a finished call. */
export type Expectation =
  /**
   * Expects an event that matches the pattern. `withinMs` applies to the first one and counts from the first `after`
   * event, or from the answer.
   */
  | { event: EventPattern; withinMs?: readonly [from: number, to: number]; after?: EventPattern }
  | { event: EventPattern; times: number }
  | { absent: EventPattern }
  /** Expects that a text was synthesized with these options at least once, or never. */
  | { spoken: Pattern }
  | { unspoken: Pattern }
  /** Expects a matching request to the model at least once. `text` contains all messages of the request. */
  | { asked: Pattern }
  /** Expects a realtime session with these options. */
  | { session: Pattern }
  /** Expects this mean level of the audio that the customer hears between two times. */
  | { loudness: readonly [fromDbfs: number, toDbfs: number]; fromMs: number; untilMs: number }
  /** Expects this duration of the recording in milliseconds. */
  | { recorded: readonly [fromMs: number, toMs: number] }
  | { outcome: Partial<Record<keyof CallOutcome, unknown>> };

/** Descriptions of the failed expectations; empty if all hold. */
export function broken(expectations: readonly Expectation[], result: ScenarioResult): string[] {
  return expectations.flatMap((expectation) => {
    const problem = problemOf(expectation, result);
    return problem === null ? [] : [`${described(expectation)}: ${problem}`];
  });
}

function problemOf(expectation: Expectation, result: ScenarioResult): string | null {
  if ('outcome' in expectation || 'absent' in expectation || 'event' in expectation)
    return problemOfEvents(expectation, result);
  const { spoken, asked, sessions, recordedMs } = result;
  if ('spoken' in expectation) {
    const isSpoken = spoken.some((segment) => fits(segment, expectation.spoken));
    return isSpoken ? null : `spoken instead: ${spoken.map(({ text }) => text).join(' | ')}`;
  }
  if ('unspoken' in expectation) {
    const found = spoken.find((segment) => fits(segment, expectation.unspoken));
    return found === undefined ? null : `it was spoken: ${found.text}`;
  }
  if ('asked' in expectation)
    return asked.some((request) => fits(request, expectation.asked)) ? null : 'the model got no such request';
  if ('session' in expectation)
    return sessions.some((session) => fits(session, expectation.session))
      ? null
      : 'no such session was opened';
  if ('recorded' in expectation)
    return isWithin(recordedMs, expectation.recorded) ? null : `there were ${recordedMs} ms`;
  const { fromMs, untilMs, loudness } = expectation;
  const dbfs = loudnessBetween(result.heard, fromMs, untilMs);
  return isWithin(dbfs, loudness) ? null : `it was ${dbfs.toFixed(1)} dBFS`;
}

function isWithin(value: number, [from, to]: readonly [number, number]): boolean {
  return value >= from && value <= to;
}

function loudnessBetween(frames: readonly Int16Array[], fromMs: number, untilMs: number): number {
  const part = frames.slice(fromMs / FRAME_MS, untilMs / FRAME_MS);
  return rmsDbfs(Int16Array.from(part.flatMap((frame) => [...frame])));
}

function problemOfEvents(
  expectation: Extract<Expectation, { outcome: unknown } | { absent: unknown } | { event: unknown }>,
  { events, outcome }: ScenarioResult,
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
  if (anchor === undefined) return 'the preceding event never happened';
  const event = found.find(({ atMs }) => atMs >= anchor.atMs);
  if (event === undefined)
    return `it never happened among ${events.map(({ type, atMs }) => `${type}@${atMs}`).join(' ')}`;
  const tookMs = event.atMs - anchor.atMs;
  if (withinMs === undefined || isWithin(tookMs, withinMs)) return null;
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
