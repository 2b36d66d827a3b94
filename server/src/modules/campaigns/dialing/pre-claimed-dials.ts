import { once } from 'node:events';
import { createBatcher } from '../../../core/batcher.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import type { Database } from '../../../db/client.ts';
import type { CampaignCalls } from '../../calls/actions.ts';
import type { ClaimedDial } from './claim.ts';
import { areStillValid, markDialed, undoClaim } from './pre-claimed-store.ts';

/*
 * A lead is claimed shortly before it is due, so that nothing delays its dial. The call counts as live from the claim
 * on. Shortly before the dial it is marked; if the process dies before that, other processes undo the claim. A last
 * check decides whether the call may still be dialed; if not, the claim is undone without a trace.
 */

/** How long before it is due a call is marked. The write waits for the disk, which may be slow. */
const MARKED_AHEAD_MS = 150;

/** How long before it is due a call is checked for the last time. */
const CHECKED_AHEAD_MS = 60;

/** How long a check is valid. Stopping a campaign waits for this. */
export const ANSWER_VALID_MS = 100;

const RETRY_MS = 500;

/** Calls marked per statement. A statement waits for one disk flush. */
const MAX_MARKS_PER_BATCH = 500;

/** After this many stale checks the claim is undone; the lead is then due and is claimed again. */
const MAX_STALE_ANSWERS = 2;

export interface PreClaimedDeps {
  database: Database;
  clock: Clock;
  log: Log;
  processId: string;
  calls: Pick<CampaignCalls, 'isOpen'>;
}

export class PreClaimedDials {
  readonly #deps: PreClaimedDeps;
  readonly #marks: (dial: ClaimedDial) => Promise<boolean>;
  readonly #isValid: (dial: ClaimedDial) => Promise<boolean>;

  constructor(deps: PreClaimedDeps) {
    this.#deps = deps;
    this.#marks = createBatcher(
      (dials: readonly ClaimedDial[]) => markDialed(deps, dials),
      MAX_MARKS_PER_BATCH,
    );
    this.#isValid = createBatcher((dials: readonly ClaimedDial[]) => areStillValid(deps, dials));
  }

  /**
   * Resolves with true when the call is to be dialed or `signal` aborts, and with false if its claim was undone. Never
   * rejects.
   */
  async whenDue(dial: ClaimedDial, signal: AbortSignal): Promise<boolean> {
    const { clock } = this.#deps;
    const { dueMs } = dial.lead;
    await sleepUntil(clock, dueMs - MARKED_AHEAD_MS, signal);
    if (!(await this.#mark(dial, signal))) return this.#undo(dial, signal);
    await sleepUntil(clock, dueMs - CHECKED_AHEAD_MS, signal);
    let stale = 0;
    while (!signal.aborted) {
      const checkedMs = clock.monotonicMs();
      const isValid = await this.#check(dial, this.#isValid);
      if (isValid === false) return this.#undo(dial, signal);
      if (isValid === null) await clock.sleep(RETRY_MS, signal).catch(() => undefined);
      await sleepUntil(clock, dueMs, signal);
      const isFresh = isValid === true && clock.monotonicMs() - checkedMs <= ANSWER_VALID_MS;
      if (isFresh) return this.#mayBegin(dial) ? true : this.#undo(dial, signal);
      if (isValid === true) stale += 1;
      if (stale === MAX_STALE_ANSWERS) return this.#undo(dial, signal);
    }
    return true;
  }

  /** Marks the call. False if this process no longer owns it; true if `signal` aborts. */
  async #mark(dial: ClaimedDial, signal: AbortSignal): Promise<boolean> {
    while (!signal.aborted) {
      const isMarked = await this.#check(dial, this.#marks);
      if (isMarked !== null) return isMarked;
      await this.#deps.clock.sleep(RETRY_MS, signal).catch(() => undefined);
    }
    return true;
  }

  /** Checks the local state when the call is due. */
  #mayBegin({ plan, lead }: ClaimedDial): boolean {
    const { clock, calls } = this.#deps;
    return calls.isOpen() && plan.stateOf(lead.zoneKey, clock.now()).open;
  }

  /** Null if the database is unavailable. */
  async #check(
    dial: ClaimedDial,
    question: (dial: ClaimedDial) => Promise<boolean>,
  ): Promise<boolean | null> {
    try {
      return await question(dial);
    } catch (error) {
      this.#deps.log.warn({ error, call: dial.call.id }, 'A pre-dial check failed.');
      return null;
    }
  }

  /** Undoes the claim. If that fails, the call is ended later as lost. @returns true if the call is being ended instead */
  async #undo(dial: ClaimedDial, signal: AbortSignal): Promise<boolean> {
    try {
      if (await undoClaim(this.#deps, dial)) return false;
    } catch (error) {
      this.#deps.log.warn({ error, call: dial.call.id }, 'The claim on a call could not be released.');
      return false;
    }
    // The call is being ended: the next poll aborts it.
    if (!signal.aborted) await once(signal, 'abort');
    return true;
  }
}

/** Waits until `atMs` or until `signal` aborts. Waits again if a timer fires a fraction of a millisecond early. */
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
