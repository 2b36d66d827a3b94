import { once } from 'node:events';
import { createBatcher } from '../../../core/batcher.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import type { Database } from '../../../db/client.ts';
import type { CampaignCalls } from '../../calls/actions.ts';
import type { ClaimedDial } from './claim.ts';
import { findStanding, markDialled, putBack } from './prepared-store.ts';

/*
 * A call that is due in a moment is claimed ahead, so that nothing lies between its instant and its dial. It counts as
 * under way from the claim on. Before it may be dialled it is marked: until then others undo its claim when they find this
 * process dead. Whether it may still be dialled is asked for just before; what may not is undone as if it had never been
 * claimed.
 */

/** So long before its instant a call is marked: the mark waits for the disk, which may be slow. */
const MARKED_AHEAD_MS = 150;

/** So long before its instant it is asked whether a call may be dialled. */
const ASKED_AHEAD_MS = 60;

/** An answer holds for so long: whoever stops a campaign waits for that. */
export const STANDS_MS = 100;

const ASK_AGAIN_MS = 500;

/** Calls that are marked together: each time waits for the disk once. */
const MOST_MARKED = 500;

/** Answers that came too late to hold: then the call is put back, and claimed like one that is due. */
const MOST_STALE = 2;

export interface PreparedDeps {
  database: Database;
  clock: Clock;
  log: Log;
  processId: string;
  calls: Pick<CampaignCalls, 'isOpen'>;
}

export class PreparedDials {
  readonly #deps: PreparedDeps;
  readonly #marks: (dial: ClaimedDial) => Promise<boolean>;
  readonly #stands: (dial: ClaimedDial) => Promise<boolean>;

  constructor(deps: PreparedDeps) {
    this.#deps = deps;
    this.#marks = createBatcher((dials: readonly ClaimedDial[]) => markDialled(deps, dials), MOST_MARKED);
    this.#stands = createBatcher((dials: readonly ClaimedDial[]) => findStanding(deps, dials));
  }

  /** Resolves when a call is to be dialled; false: it was put back. True as well once `signal` is aborted. Never rejects. */
  async whenDue(dial: ClaimedDial, signal: AbortSignal): Promise<boolean> {
    const { clock } = this.#deps;
    const { dueMs } = dial.lead;
    await sleepUntil(clock, dueMs - MARKED_AHEAD_MS, signal);
    if (!(await this.#mark(dial, signal))) return this.#undo(dial, signal);
    await sleepUntil(clock, dueMs - ASKED_AHEAD_MS, signal);
    let stale = 0;
    while (!signal.aborted) {
      const askedMs = clock.monotonicMs();
      const stands = await this.#ask(dial, this.#stands);
      if (stands === false) return this.#undo(dial, signal);
      if (stands === null) await clock.sleep(ASK_AGAIN_MS, signal).catch(() => undefined);
      await sleepUntil(clock, dueMs, signal);
      const isFresh = stands === true && clock.monotonicMs() - askedMs <= STANDS_MS;
      if (isFresh) return this.#mayBegin(dial) ? true : this.#undo(dial, signal);
      if (stands === true) stale += 1;
      if (stale === MOST_STALE) return this.#undo(dial, signal);
    }
    return true;
  }

  /** False: the call is not this process's any more. True as well once `signal` is aborted. */
  async #mark(dial: ClaimedDial, signal: AbortSignal): Promise<boolean> {
    while (!signal.aborted) {
      const isMarked = await this.#ask(dial, this.#marks);
      if (isMarked !== null) return isMarked;
      await this.#deps.clock.sleep(ASK_AGAIN_MS, signal).catch(() => undefined);
    }
    return true;
  }

  /** What this process knows by itself at the instant. */
  #mayBegin({ plan, lead }: ClaimedDial): boolean {
    const { clock, calls } = this.#deps;
    return calls.isOpen() && plan.stateOf(lead.zoneKey, clock.now()).open;
  }

  /** Null: nobody can tell just now. */
  async #ask(dial: ClaimedDial, question: (dial: ClaimedDial) => Promise<boolean>): Promise<boolean | null> {
    try {
      return await question(dial);
    } catch (error) {
      this.#deps.log.warn({ error, call: dial.call.id }, 'Whether a call may be dialled could not be asked.');
      return null;
    }
  }

  /** Where the database cannot be reached the call is ended later, as one that nobody holds. */
  async #undo(dial: ClaimedDial, signal: AbortSignal): Promise<boolean> {
    try {
      if (await putBack(this.#deps, dial)) return false;
    } catch (error) {
      this.#deps.log.warn(
        { error, call: dial.call.id },
        'A call that is not to be dialled was not put back.',
      );
      return false;
    }
    // Whoever holds calls hears of it with their next look.
    if (!signal.aborted) await once(signal, 'abort');
    return true;
  }
}

/** Resolves as well once `signal` is aborted. Timers may be early by a part of a millisecond: nobody is called before their time. */
export async function sleepUntil(
  clock: Pick<Clock, 'now' | 'sleep'>,
  atMs: number,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const waitMs = atMs - clock.now().getTime();
    if (waitMs <= 0 || signal.aborted) return;
    await clock.sleep(waitMs, signal).catch(() => undefined);
  }
}
