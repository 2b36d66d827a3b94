import { type Clock, systemClock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import { DatabaseUnavailableError } from '../../../db/errors.ts';
import { Alarm } from '../../../work/alarm.ts';
import { type Loop, type Run, startLoop } from '../../../work/loop.ts';
import type { Notifier } from '../../../work/notifier.ts';
import { shareSlots } from '../rules/share-slots.ts';
import { CampaignPlans, type PlanDeps, type Problem } from './campaign-plans.ts';
import { type CampaignSnapshot, findRunningCampaigns, readSnapshots } from './campaign-snapshot.ts';
import {
  type Claim,
  type ClaimDeps,
  type ClaimedDial,
  type ClaimRequest,
  claimCampaignDials,
} from './claim.ts';
import { decide } from './decide.ts';
import { IneligibleCampaigns } from './ineligible-campaigns.ts';
import { OtherProcesses } from './other-processes.ts';
import { completeCampaign, stopCampaign } from './running-campaigns.ts';
import { Turns } from './turns.ts';
import { WaitingCampaigns } from './waiting-campaigns.ts';

export interface DialerDeps extends ClaimDeps, PlanDeps {
  clock: Clock;
  log: Log;
  notifier: Notifier;
}

const MAX_CAMPAIGNS_PER_PASS = 200;
/** Interval of the sweep over all running campaigns. */
const SWEEP_MS = 5000;
/** Delay after a failed scheduling pass. */
const FAILED_PAUSE_MS = 1000;

/** A campaign that could begin calls now. */
interface DialRequest extends Omit<ClaimRequest, 'slots'> {
  live: number;
  accountLive: number;
  wanted: number;
}

/**
 * Dials for campaigns. A campaign is scheduled after a notification, when its next lead becomes due, and when a slot is
 * free that it waits for.
 */
export class Dialer {
  readonly #deps: DialerDeps;
  readonly #plans: CampaignPlans;
  readonly #alarm: Alarm<number>;
  readonly #queue = new WaitingCampaigns();
  readonly #turns = new Turns();
  readonly #others: OtherProcesses;
  readonly #ineligible: IneligibleCampaigns;
  readonly #notified = new Set<number>();
  readonly #backoffs = new Backoffs();
  readonly #stopping = new AbortController();
  readonly #loop: Loop;
  #turn = 0;

  constructor(deps: DialerDeps) {
    this.#deps = deps;
    this.#plans = new CampaignPlans(deps);
    this.#ineligible = new IneligibleCampaigns(deps);
    this.#alarm = new Alarm({ clock: deps.clock, onDue: (campaignIds) => this.#notify(campaignIds) });
    this.#others = new OtherProcesses(deps.notifier);
    deps.notifier.subscribe('campaigns', (campaignIds) => this.#notify(campaignIds));
    this.#loop = startLoop({
      name: 'campaigns',
      intervalMs: SWEEP_MS,
      clock: systemClock,
      log: deps.log,
      work: (run) => this.#work(run),
    });
  }

  /**
   * Schedules all running campaigns, because a notification may have been lost or a balance topped up. Also schedules
   * campaigns with local state, which is dropped if they have ended.
   */
  async #sweep(): Promise<void> {
    const withState = [this.#plans, this.#ineligible, this.#backoffs].flatMap(
      ({ campaignIds }) => campaignIds,
    );
    const running = await findRunningCampaigns(this.#deps.database);
    for (const id of [...running, ...withState, ...this.#others.unroutable]) this.#notified.add(id);
  }

  /** Stops scheduling; resolves when the current pass is over. */
  async stop(): Promise<void> {
    this.#deps.notifier.subscribe('campaigns', null);
    this.#stopping.abort(new Error('This process is stopping.'));
    this.#alarm.stop();
    await this.#loop.stop();
  }

  /** Schedules a pass over these campaigns. */
  #notify(campaignIds: readonly number[]): void {
    for (const id of campaignIds) this.#notified.add(id);
    this.#loop.wake();
  }

  get #hasWork(): boolean {
    if (this.#stopping.signal.aborted) return false;
    return this.#notified.size > 0 || (this.#queue.size > 0 && this.#deps.calls.freeSlots() > 0);
  }

  /** One pass, then the sweep if it is due, and then the next pass after a turn of the loop. */
  async #work({ isDue }: Run): Promise<void> {
    // Coalesces notifications of one event-loop turn.
    await new Promise((resolve) => setImmediate(resolve));
    if (this.#hasWork) {
      await this.#letOthersClaim();
      await this.#passOrRetryLater(this.#nextCampaigns());
    }
    if (isDue) await this.#sweep();
    if (this.#hasWork) this.#loop.wake();
  }

  async #letOthersClaim(): Promise<void> {
    const waitMs = this.#others.waitMs(this.#queue.active);
    if (waitMs > 0) await this.#deps.clock.sleep(waitMs, this.#stopping.signal).catch(() => undefined);
  }

  /** If a pass fails, each campaign is retried on its own, so that one cannot block the others. */
  async #passOrRetryLater(ids: readonly number[]): Promise<void> {
    try {
      await this.#runPass(ids);
    } catch (error) {
      const isBatch = ids.length > 1 && !(error instanceof DatabaseUnavailableError);
      if (isBatch) {
        for (const id of ids) await this.#passOrRetryLater([id]);
        return;
      }
      this.#deps.log.warn({ error, campaigns: ids }, 'A scheduling pass failed; retrying.');
      for (const id of ids) this.#retryLater(id, FAILED_PAUSE_MS);
    }
  }

  /** Notified campaigns, and those waiting for free slots. */
  #nextCampaigns(): number[] {
    const notified = [...this.#notified].slice(0, MAX_CAMPAIGNS_PER_PASS);
    for (const id of notified) this.#notified.delete(id);
    return [...new Set([...notified, ...this.#queue.first(2 * this.#deps.calls.freeSlots())])];
  }

  async #runPass(ids: readonly number[]): Promise<void> {
    const { database, clock } = this.#deps;
    const snapshots = await readSnapshots(database, ids, this.#deps);
    const running = new Set(snapshots.map(({ id }) => id));
    const stopped = ids.filter((id) => !running.has(id));
    for (const id of stopped) this.#forget(id);
    await this.#ineligible.clear(stopped);
    const problems = await this.#plans.prepare(snapshots);
    const now = clock.now();
    await this.#ineligible.clear(
      snapshots.flatMap(({ id }) => (problems.get(id)?.isOfProcess === true ? [] : [id])),
    );
    const requests: DialRequest[] = [];
    const [first] = snapshots;
    if (first !== undefined) this.#others.counted(first.processes);
    for (const snapshot of snapshots) {
      const request = await this.#requestOf(snapshot, { problem: problems.get(snapshot.id) ?? null, now });
      if (request !== null) requests.push(request);
      else this.#queue.leave(snapshot.id);
    }
    if (requests.length > 0) await this.#begin(requests, now);
    this.#others.notify();
  }

  async #stop({ id, changedAt }: CampaignSnapshot, reason: string): Promise<void> {
    this.#deps.log.warn({ campaign: id, reason }, 'A campaign was stopped.');
    await stopCampaign(this.#deps.database, { id, changedAt, reason });
    await this.#ineligible.clear([id]);
    this.#forget(id);
  }

  /** Leaves a campaign that this process cannot call for to other processes. @returns false if no process can either */
  async #leaveToOthers(snapshot: CampaignSnapshot, reason: string): Promise<boolean> {
    const { id } = snapshot;
    if (await this.#ineligible.mark(snapshot)) return false;
    if (this.#others.notifyOnce(id)) {
      this.#deps.log.warn(
        { campaign: id, reason },
        'This process cannot dial for a campaign; leaving it to other processes.',
      );
    }
    this.#queue.leave(id);
    this.#alarm.delete(id);
    return true;
  }

  /** Carries out the decision for a campaign. Null if no calls begin now. */
  async #requestOf(
    snapshot: CampaignSnapshot,
    { problem, now }: { problem: Problem | null; now: Date },
  ): Promise<DialRequest | null> {
    const { id: campaignId, userId, live, accountLive } = snapshot;
    const stateOf = (zone: string) => this.#plans.stateOf(campaignId, zone, now);
    const decision = decide(snapshot, now.getTime(), { problem: problem?.reason ?? null, stateOf });
    this.#alarm.delete(campaignId);
    switch (decision.type) {
      case 'stop': {
        const isLeft =
          problem?.isOfProcess === true && (await this.#leaveToOthers(snapshot, decision.reason));
        if (!isLeft) await this.#stop(snapshot, decision.reason);
        return null;
      }
      case 'complete': {
        const { changedAt } = snapshot;
        const { neverOpenZones, reason } = decision;
        const about = { id: campaignId, changedAt, neverOpenZones, reason, now };
        if (await completeCampaign(this.#deps.database, about)) this.#forget(campaignId);
        return null;
      }
      case 'wait':
        // Without a route in this process it is unknown when the campaign becomes due.
        if (decision.untilMs !== null && this.#plans.of(campaignId) !== null) {
          this.#alarm.set(campaignId, decision.untilMs);
        }
        return null;
      case 'call': {
        const plan = this.#plans.of(campaignId);
        if (plan === null) {
          this.#others.notifyOnce(campaignId);
          return null;
        }
        this.#others.forget(campaignId);
        const { slots: wanted, zones } = decision;
        return { campaignId, userId, plan, zones, live, accountLive, wanted };
      }
    }
  }

  /** Grants the free slots, claims calls for them and dials. */
  async #begin(requests: readonly DialRequest[], now: Date): Promise<void> {
    const { calls } = this.#deps;
    const reserved = calls.reserve(requests.reduce((sum, { wanted }) => sum + wanted, 0));
    let unused = reserved;
    try {
      const granted = this.#grantSlots(requests, reserved);
      if (granted.length === 0) return;
      const claim = await claimCampaignDials(this.#deps, this.#turns.inOrder(granted));
      for (const dial of claim.calls) {
        unused -= 1;
        this.#dial(dial);
      }
      this.#scheduleNext(granted, { claim, now });
    } finally {
      calls.release(unused);
    }
  }

  /** Dials a claimed call at its instant. */
  #dial({ call, plan, numberRoute, atMs }: ClaimedDial): void {
    this.#queue.began(call);
    this.#turns.began(call);
    this.#deps.calls.dial(call, {
      setup: plan.setup,
      numberRoute,
      atMs,
      onOver: () => {
        this.#queue.ended(call);
        this.#loop.wake();
      },
    });
  }

  /** Grants slots. Campaigns that get fewer than requested are queued, and other processes are notified of them. */
  #grantSlots(requests: readonly DialRequest[], slots: number): (DialRequest & ClaimRequest)[] {
    const { calls } = this.#deps;
    this.#turn += 1;
    const shared = shareSlots(
      slots,
      requests.map((request) => ({ ...request, accountId: request.userId })),
      this.#turn,
    );
    const short = requests.filter(({ campaignId, wanted }) => (shared.get(campaignId) ?? 0) < wanted);
    // A process that is shutting down does not use slots that become free, so it notifies the others every time.
    const newcomers = short.filter(({ campaignId }) => !calls.isOpen() || !this.#queue.has(campaignId));
    for (const { campaignId } of newcomers) this.#others.notifyOf(campaignId);
    for (const { campaignId } of requests) this.#queue.leave(campaignId);
    for (const request of short) this.#queue.wait(request);
    return requests.flatMap((request) => {
      const granted = shared.get(request.campaignId) ?? 0;
      return granted === 0 ? [] : [{ ...request, slots: granted }];
    });
  }

  /** Schedules campaigns that got fewer calls than granted. */
  #scheduleNext(granted: readonly ClaimRequest[], { claim, now }: { claim: Claim; now: Date }): void {
    const counts = new Map<number, number>();
    for (const { call } of claim.calls) counts.set(call.campaignId, (counts.get(call.campaignId) ?? 0) + 1);
    for (const { campaignId, slots } of granted) {
      const count = counts.get(campaignId) ?? 0;
      if (count > 0) this.#backoffs.forget(campaignId);
      if (count >= slots) continue;
      this.#queue.leave(campaignId);
      const shortfall = claim.shortfalls.get(campaignId) ?? { type: 'contended' };
      if (shortfall.type === 'rate') this.#alarm.set(campaignId, Math.ceil(shortfall.atMs));
      else if (shortfall.type === 'contended' && count > 0) this.#notified.add(campaignId);
      else if (shortfall.type === 'contended') {
        this.#alarm.set(campaignId, now.getTime() + this.#backoffs.take(campaignId));
      }
    }
  }

  #retryLater(campaignId: number, afterMs: number): void {
    this.#plans.forget(campaignId);
    this.#queue.leave(campaignId);
    this.#alarm.set(campaignId, this.#deps.clock.now().getTime() + afterMs);
  }

  #forget(campaignId: number): void {
    this.#plans.forget(campaignId);
    this.#queue.leave(campaignId);
    this.#others.forget(campaignId);
    this.#alarm.delete(campaignId);
    this.#backoffs.forget(campaignId);
  }
}

const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 1000;

/** Exponential backoff of campaigns that another process is claiming for, reset by the first success. */
class Backoffs {
  readonly #nextMs = new Map<number, number>();

  get campaignIds(): number[] {
    return [...this.#nextMs.keys()];
  }

  /** @returns the delay in milliseconds */
  take(campaignId: number): number {
    const pauseMs = this.#nextMs.get(campaignId) ?? FIRST_PAUSE_MS;
    this.#nextMs.set(campaignId, Math.min(2 * pauseMs, LONGEST_PAUSE_MS));
    return pauseMs;
  }

  forget(campaignId: number): void {
    this.#nextMs.delete(campaignId);
  }
}
