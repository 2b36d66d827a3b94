import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import { DatabaseUnavailableError } from '../../../db/errors.ts';
import { sharePlaces } from '../rules/share-places.ts';
import type { CampaignNotifier } from './campaign-notifier.ts';
import { CampaignPlans, type PlanDeps, type Problem } from './campaign-plans.ts';
import { type Claim, type ClaimDeps, type ClaimedDial, type ClaimWish, claimDials } from './claim.ts';
import { LookAlarm } from './look-alarm.ts';
import { type CallsLeft, OtherProcesses } from './other-processes.ts';
import { Pauses } from './pauses.ts';
import { PreparedDials, sleepUntil } from './prepared-dials.ts';
import { completeCampaign, stopCampaign } from './running-campaigns.ts';
import { StandBacks } from './stand-back.ts';
import { findRunning, readStandings, type Standing } from './standing.ts';
import { Turns } from './turns.ts';
import { WaitingLine } from './waiting-line.ts';
import { weigh } from './weigh.ts';

export interface DialerDeps extends ClaimDeps, PlanDeps {
  clock: Clock;
  log: Log;
  notifier: CampaignNotifier;
}

/** Campaigns that one look is for. */
const LOOK_AT_ONCE = 200;
/** After a look that failed. */
const FAILED_PAUSE_MS = 1000;

/** A campaign that could begin calls now. */
interface Wish extends Omit<ClaimWish, 'places'> {
  live: number;
  accountLive: number;
  wanted: number;
  left: CallsLeft;
}

/**
 * Dials for campaigns in a process that holds calls. A campaign is looked at when something happened to it, at the
 * instant at which something becomes possible, and when a place is free that it waits for.
 */
export class Dialer {
  readonly #deps: DialerDeps;
  readonly #plans: CampaignPlans;
  readonly #alarm: LookAlarm;
  readonly #line = new WaitingLine();
  readonly #turns = new Turns();
  readonly #others: OtherProcesses;
  readonly #prepared: PreparedDials;
  readonly #standBacks: StandBacks;
  readonly #notified = new Set<number>();
  readonly #pauses = new Pauses();
  readonly #stopping = new AbortController();
  #turn = 0;
  #looking: Promise<void> | null = null;

  constructor(deps: DialerDeps) {
    this.#deps = deps;
    this.#plans = new CampaignPlans(deps);
    this.#prepared = new PreparedDials(deps);
    this.#standBacks = new StandBacks(deps);
    this.#alarm = new LookAlarm(deps.clock, (campaignIds) => this.notify(campaignIds));
    this.#others = new OtherProcesses({ ...deps, alarm: this.#alarm });
  }

  /** Something happened to these campaigns. */
  notify(campaignIds: readonly number[]): void {
    for (const id of campaignIds) this.#notified.add(id);
    this.#wake();
  }

  /**
   * Looks at all campaigns that run, as a ring may have been lost, or money may have come, and at those of which something is
   * kept: what others have ended is forgotten then. Resolves when it has.
   */
  async sweep(): Promise<void> {
    const kept = [this.#plans, this.#standBacks, this.#pauses].flatMap(({ campaignIds }) => campaignIds);
    this.notify([...(await findRunning(this.#deps.database)), ...kept, ...this.#others.foreign]);
    await this.#looking;
  }

  /** Looks no more; resolves when the look under way is over. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('This process is stopping.'));
    this.#alarm.stop();
    await this.#looking;
  }

  get #hasWork(): boolean {
    if (this.#stopping.signal.aborted) return false;
    return this.#notified.size > 0 || (this.#line.size > 0 && this.#deps.calls.room() > 0);
  }

  #wake(): void {
    if (this.#looking !== null || !this.#hasWork) return;
    this.#looking = this.#lookAround().finally(() => {
      this.#looking = null;
      this.#wake();
    });
  }

  async #lookAround(): Promise<void> {
    // Whatever is told in this turn of the event loop is one look.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#hasWork) {
      await this.#lookOrLater(this.#next());
      this.#alarm.arm();
    }
  }

  /** A campaign that cannot be looked at keeps none of the others waiting: then each is looked at by itself. */
  async #lookOrLater(ids: readonly number[]): Promise<void> {
    try {
      await this.#look(ids);
    } catch (error) {
      const isOfOne = ids.length > 1 && !(error instanceof DatabaseUnavailableError);
      if (isOfOne) {
        for (const id of ids) await this.#lookOrLater([id]);
        return;
      }
      this.#deps.log.warn({ error, campaigns: ids }, 'Campaigns could not be looked at; trying again.');
      for (const id of ids) this.#later(id, FAILED_PAUSE_MS);
    }
  }

  /** Those that were rung for, and those that wait for places, where there are some. */
  #next(): number[] {
    const notified = [...this.#notified].slice(0, LOOK_AT_ONCE);
    for (const id of notified) this.#notified.delete(id);
    return [...new Set([...notified, ...this.#line.first(2 * this.#deps.calls.room())])];
  }

  async #look(ids: readonly number[]): Promise<void> {
    const { database, clock } = this.#deps;
    const standings = await readStandings(database, ids, this.#deps);
    const running = new Set(standings.map(({ id }) => id));
    const over = ids.filter((id) => !running.has(id));
    for (const id of over) this.#forget(id);
    await this.#standBacks.takeBack(over);
    const problems = await this.#plans.prepare(standings);
    const now = clock.now();
    await this.#standBacks.takeBack(
      standings.flatMap(({ id }) => (problems.get(id)?.isOfProcess === true ? [] : [id])),
    );
    const wishes: Wish[] = [];
    this.#others.lookBegins();
    for (const standing of standings) {
      const wish = await this.#wishOf(standing, { problem: problems.get(standing.id) ?? null, now });
      if (wish !== null) wishes.push(wish);
      else this.#line.leave(standing.id);
    }
    if (wishes.length > 0) await this.#begin(wishes, now);
    this.#others.tell();
  }

  async #stop({ id, changedAt }: Standing, reason: string): Promise<void> {
    this.#deps.log.warn({ campaign: id, reason }, 'A campaign is stopped.');
    await stopCampaign(this.#deps.database, { id, changedAt, reason });
    await this.#standBacks.takeBack([id]);
    this.#forget(id);
  }

  /** What this process lacks another one may have. False: nobody else is there who could. */
  async #leaveToOthers(standing: Standing, reason: string): Promise<boolean> {
    const { id } = standing;
    if (await this.#standBacks.note(standing)) return false;
    if (this.#others.passOnce(id)) {
      this.#deps.log.warn({ campaign: id, reason }, 'This process cannot call for a campaign; others may.');
    }
    this.#line.leave(id);
    this.#alarm.delete(id);
    return true;
  }

  /** Null: it begins no calls now. */
  async #wishOf(
    standing: Standing,
    { problem, now }: { problem: Problem | null; now: Date },
  ): Promise<Wish | null> {
    const { id: campaignId, userId, live, accountLive } = standing;
    const stateOf = (zone: string) => this.#plans.stateOf(campaignId, zone, now);
    const weighed = weigh(standing, now.getTime(), { problem: problem?.reason ?? null, stateOf });
    this.#alarm.delete(campaignId);
    switch (weighed.type) {
      case 'stops': {
        const isLeft = problem?.isOfProcess === true && (await this.#leaveToOthers(standing, weighed.reason));
        if (!isLeft) await this.#stop(standing, weighed.reason);
        return null;
      }
      case 'over': {
        const { changedAt } = standing;
        const { hopelessZones } = weighed;
        const about = { id: campaignId, changedAt, hopelessZones, now };
        if (await completeCampaign(this.#deps.database, about)) this.#forget(campaignId);
        return null;
      }
      case 'waits':
        this.#others.settled(campaignId);
        // Of what others have the lines for no instant is known here.
        if (weighed.untilMs !== null && this.#plans.of(campaignId) !== null) {
          this.#alarm.set(campaignId, weighed.untilMs);
        }
        return null;
      case 'calls': {
        const plan = this.#plans.of(campaignId);
        if (plan === null) {
          this.#others.passOnce(campaignId);
          return null;
        }
        const { places, zones } = weighed;
        const held = this.#line.held(campaignId);
        const { wanted, left } = this.#others.share({ standing, held, places });
        if (wanted > 0) return { campaignId, userId, plan, zones, live, accountLive, wanted, left };
        this.#others.leave(campaignId, left);
        return null;
      }
    }
  }

  /** Shares the places that are free, claims calls for them and dials. */
  async #begin(wishes: readonly Wish[], now: Date): Promise<void> {
    const { calls } = this.#deps;
    const reserved = calls.reserve(wishes.reduce((sum, { wanted }) => sum + wanted, 0));
    let unused = reserved;
    try {
      const granted = this.#share(wishes, reserved);
      if (granted.length === 0) return;
      const claim = await claimDials(this.#deps, this.#turns.inOrder(granted));
      for (const dial of claim.calls) {
        unused -= 1;
        this.#dial(dial);
      }
      this.#followUp(granted, { claim, now });
    } finally {
      calls.giveBack(unused);
    }
  }

  /** Dials what was claimed, each at its instant. */
  #dial(dial: ClaimedDial): void {
    const { call, plan, out } = dial;
    this.#line.began(call);
    this.#turns.took(call);
    const whenDue = (signal: AbortSignal): Promise<boolean> => this.#whenDue(dial, signal);
    this.#deps.calls.dial(call, {
      ...{ way: plan.way, out },
      ...(dial.isPrepared || dial.atMs > this.#deps.clock.now().getTime() ? { whenDue } : {}),
      onOver: () => {
        this.#line.ended(call);
        this.#wake();
      },
    });
  }

  /** What is put back is looked at again. */
  async #whenDue(dial: ClaimedDial, signal: AbortSignal): Promise<boolean> {
    if (!dial.isPrepared) {
      await sleepUntil(this.#deps.clock, dial.atMs, signal);
      return true;
    }
    const isDue = await this.#prepared.whenDue(dial, signal);
    if (!isDue) this.notify([dial.call.campaignId]);
    return isDue;
  }

  /** Whoever gets fewer places than it could use waits for more of them, and other processes are told. */
  #share(wishes: readonly Wish[], places: number): (Wish & ClaimWish)[] {
    const { calls } = this.#deps;
    this.#turn += 1;
    const shared = sharePlaces(
      places,
      wishes.map((wish) => ({ ...wish, accountId: wish.userId })),
      this.#turn,
    );
    const short = wishes.filter(({ campaignId, wanted }) => (shared.get(campaignId) ?? 0) < wanted);
    // Nothing that becomes free in a process that is ending is used there: each time others are told.
    const newcomers = short.filter(({ campaignId }) => !calls.isOpen() || !this.#line.has(campaignId));
    for (const { campaignId } of newcomers) this.#others.pass(campaignId);
    for (const { campaignId } of wishes) this.#line.leave(campaignId);
    for (const wish of short) {
      this.#line.wait(wish);
      this.#others.settled(wish.campaignId);
    }
    return wishes.flatMap((wish) => {
      const granted = shared.get(wish.campaignId) ?? 0;
      return granted === 0 ? [] : [{ ...wish, places: granted }];
    });
  }

  /** Whoever got fewer calls than it was granted is looked at again when that may have changed. */
  #followUp(
    granted: readonly (ClaimWish & Pick<Wish, 'wanted' | 'left'>)[],
    { claim, now }: { claim: Claim; now: Date },
  ): void {
    const counts = new Map<number, number>();
    for (const { call } of claim.calls) counts.set(call.campaignId, (counts.get(call.campaignId) ?? 0) + 1);
    for (const { campaignId, places, wanted, left } of granted) {
      const count = counts.get(campaignId) ?? 0;
      if (count > 0) this.#pauses.forget(campaignId);
      // Where it has not got all of its own share, nothing is over for others.
      if (count < wanted) this.#others.settled(campaignId);
      else if (left.rest > 0) this.#others.leave(campaignId, left);
      if (count >= places) continue;
      this.#line.leave(campaignId);
      const hindrance = claim.hindrances.get(campaignId) ?? { type: 'taken' };
      if (hindrance.type === 'pace') this.#alarm.set(campaignId, Math.ceil(hindrance.atMs));
      else if (hindrance.type === 'taken' && count > 0) this.#notified.add(campaignId);
      else if (hindrance.type === 'taken') {
        this.#alarm.set(campaignId, now.getTime() + this.#pauses.take(campaignId));
      }
    }
  }

  #later(campaignId: number, afterMs: number): void {
    this.#plans.forget(campaignId);
    this.#line.leave(campaignId);
    this.#alarm.set(campaignId, this.#deps.clock.now().getTime() + afterMs);
  }

  #forget(campaignId: number): void {
    this.#plans.forget(campaignId);
    this.#line.leave(campaignId);
    this.#others.forget(campaignId);
    this.#alarm.delete(campaignId);
    this.#pauses.forget(campaignId);
  }
}
