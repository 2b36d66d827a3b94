import { once } from 'node:events';
import { createBatcher } from '../../../core/batcher.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import type { Database } from '../../../db/client.ts';
import type { CampaignCalls } from '../../calls/actions.ts';
import type { ClaimedDial } from './claim.ts';
import { markStanding, putBack } from './prepared-store.ts';

/*
 * A call that is due in a moment is claimed ahead, so that nothing lies between its instant and its dial. It counts as
 * under way from the claim on. Whether it may still be dialled is asked for just before, with which it counts as dialled;
 * what may not is undone as if it had never been claimed, also by those who find this process dead before it has asked.
 */

/** So long before its instant it is asked whether a call may be dialled. */
const ASKED_AHEAD_MS = 60;

/** An answer holds for so long: whoever stops a campaign waits for that. */
export const STANDS_MS = 100;

const ASK_AGAIN_MS = 500;

/** Calls of one question: each question waits for the disk once. */
const MOST_ASKED = 500;

/** Answers that came too late to hold: then the call is put back, and claimed like one that is due. */
const MOST_STALE = 2;

export interface PreparedParts {
  database: Database;
  clock: Clock;
  log: Log;
  processId: string;
  calls: Pick<CampaignCalls, 'isOpen'>;
}

export class PreparedDials {
  readonly #parts: PreparedParts;
  readonly #stands: (dial: ClaimedDial) => Promise<boolean>;

  constructor(parts: PreparedParts) {
    this.#parts = parts;
    this.#stands = createBatcher((dials: readonly ClaimedDial[]) => markStanding(parts, dials), MOST_ASKED);
  }

  /** Resolves when a call is to be dialled; false: it was put back. True as well once `signal` is aborted. Never rejects. */
  async whenDue(dial: ClaimedDial, signal: AbortSignal): Promise<boolean> {
    const { clock } = this.#parts;
    const { dueMs } = dial.lead;
    await this.#until(dueMs - ASKED_AHEAD_MS, signal);
    let stale = 0;
    while (!signal.aborted) {
      const askedMs = clock.monotonicMs();
      const stands = await this.#ask(dial);
      if (stands === false) return this.#undo(dial, signal);
      if (stands === null) await clock.sleep(ASK_AGAIN_MS, signal).catch(() => undefined);
      await this.#until(dueMs, signal);
      const isFresh = stands === true && clock.monotonicMs() - askedMs <= STANDS_MS;
      if (isFresh) return this.#mayBegin(dial) ? true : this.#undo(dial, signal);
      if (stands === true) stale += 1;
      if (stale === MOST_STALE) return this.#undo(dial, signal);
    }
    return true;
  }

  /** What this process knows by itself at the instant. */
  #mayBegin({ plan, lead }: ClaimedDial): boolean {
    const { clock, calls } = this.#parts;
    return calls.isOpen() && plan.stateOf(lead.zoneKey, clock.now()).open;
  }

  /** Timers may be early by a part of a millisecond: nobody is called before their time. */
  async #until(atMs: number, signal: AbortSignal): Promise<void> {
    const { clock } = this.#parts;
    for (;;) {
      const waitMs = atMs - clock.now().getTime();
      if (waitMs <= 0 || signal.aborted) return;
      await clock.sleep(waitMs, signal).catch(() => undefined);
    }
  }

  /** Null: nobody can tell just now. */
  async #ask(dial: ClaimedDial): Promise<boolean | null> {
    try {
      return await this.#stands(dial);
    } catch (error) {
      this.#parts.log.warn(
        { error, call: dial.call.id },
        'Whether a call may be dialled could not be asked.',
      );
      return null;
    }
  }

  /** Where the database cannot be reached the call is ended later, as one that nobody holds. */
  async #undo(dial: ClaimedDial, signal: AbortSignal): Promise<boolean> {
    try {
      if (await putBack(this.#parts, dial)) return false;
    } catch (error) {
      this.#parts.log.warn(
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
