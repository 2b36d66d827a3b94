import { seededRandom } from '../../../src/core/seeded-random.ts';
import {
  answerWaitingJob,
  matchReportsJob,
  settleSubmissionsJob,
} from '../../../src/modules/messages/jobs.ts';
import { enqueue } from '../../../src/work/define-job.ts';
import type { Progress } from '../carrier-fake/carrier-fake.ts';
import { CarrierWebhooks } from './carrier-webhooks.ts';
import type { Scenario, ScenarioEvent } from './customer-scenarios.ts';
import { type DayHarness, untilQuiet } from './day-harness.ts';
import type { DayWorld } from './day-world.ts';
import { type Journal, newJournal, newPerson, type Person } from './journal.ts';
import { performEvent } from './perform-event.ts';

const SLOT_MINUTES = 60;
/** A repeated report arrives after this many slots. */
const LATE_SLOTS = 2;
const AT_ONCE = 8;

/** How the carriers report on messages, by slot. */
const PROGRESS: readonly Progress[] = [
  { states: ['sent', 'delivered', 'read'] },
  { states: ['sent', 'delivered', 'read'], times: 3 },
  { states: ['sent', 'delivered', 'read'], isReversed: true },
  { states: ['sent', 'delivered'], isEarly: true },
  { states: ['sent', 'undelivered'] },
  { states: ['failed'] },
];

/** The first ones, without failures. */
const USUAL_PROGRESS = 4;

/** Runs the scenarios of a day. Resolves when everything that they caused is done. */
export async function runDay(
  world: DayWorld,
  scenarios: readonly Scenario[],
  seed: number,
): Promise<Journal> {
  const journal = newJournal();
  const carriers = new CarrierWebhooks(world, journal);
  const random = seededRandom(seed + 2);
  const people = new Map(scenarios.map((scenario) => [scenario.index, newPerson(scenario)]));
  const late = new Map<number, (() => Promise<void>)[]>();
  const last = Math.max(...scenarios.flatMap(({ events }) => events.map(({ atMinute }) => atMinute)));
  let minute = 0;
  for (let slot = 0; slot * SLOT_MINUTES <= last; slot += 1) {
    const begin = slot * SLOT_MINUTES;
    const turns = scenarios.flatMap(({ index, events }) => {
      const own = events.filter(({ atMinute }) => atMinute >= begin && atMinute < begin + SLOT_MINUTES);
      return own.length === 0 ? [] : [{ index, own }];
    });
    const repeated = late.get(slot) ?? [];
    late.delete(slot);
    if (turns.length === 0 && repeated.length === 0) continue;
    await advance(world, (begin - minute) * 60_000);
    minute = begin;
    await behave(world, slot, random);
    const keep = (report: () => Promise<void>): void => {
      late.set(slot + LATE_SLOTS, [...(late.get(slot + LATE_SLOTS) ?? []), report]);
    };
    await inTurns([
      ...repeated,
      ...turns.map(
        ({ index, own }) =>
          () =>
            performEvents({ world, journal, carriers, keep }, people.get(index), own),
      ),
    ]);
    await untilQuiet(world);
  }
  await world.fake.behave({ kind: 'accept' });
  await world.fake.progress({ states: ['sent', 'delivered', 'read'] });
  for (const reports of late.values()) for (const report of reports) await report();
  // Retries and early reports.
  for (let hour = 0; hour < 3; hour += 1) {
    await advance(world, 3_600_000);
    await untilQuiet(world);
  }
  return journal;
}

async function performEvents(
  harness: DayHarness,
  person: Person | undefined,
  events: readonly ScenarioEvent[],
): Promise<void> {
  if (person === undefined) return;
  for (const event of events) await performEvent(harness, person, event);
}

async function behave({ fake }: DayWorld, slot: number, random: () => number): Promise<void> {
  const draw = random();
  const states = PROGRESS[Math.floor(random() * (draw < 0.1 ? PROGRESS.length : USUAL_PROGRESS))];
  await fake.progress(states ?? null);
  // The first messages link numbers.
  if (slot === 0 || draw > 0.15) return fake.behave({ kind: 'accept' });
  await fake.behave(
    draw < 0.05
      ? { kind: 'take-and-garble' }
      : draw < 0.1
        ? { kind: 'reset' }
        : { kind: 'answer', status: 429, body: {} },
  );
}

/** Runs work with limited concurrency, beginning in order. */
async function inTurns(work: readonly (() => Promise<void>)[]): Promise<void> {
  const rest = [...work];
  const worker = async (): Promise<void> => {
    for (let next = rest.shift(); next !== undefined; next = rest.shift()) await next();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Moves time, and runs what is scheduled for every minute. */
async function advance(
  { day, installation }: Pick<DayWorld, 'day' | 'installation'>,
  byMs: number,
): Promise<void> {
  if (byMs > 0) await day.advance(byMs);
  const { database } = installation.server;
  await database.query(
    `update graphile_worker._private_jobs set run_at = pg_catalog.now() where run_at > pg_catalog.now()`,
  );
  for (const job of [answerWaitingJob, matchReportsJob, settleSubmissionsJob]) {
    await enqueue(database, job, { payload: {}, key: `day:${job.name}` });
  }
  await untilQuiet({ installation });
}
