import { type DialPlan, mostInvites } from '../dialog/dial-plan.ts';
import { dialogOfAnswer } from '../dialog/dialog-state.ts';
import { writePlanned } from '../dialog/hang-up.ts';
import { readEnvelope } from '../message/envelope.ts';
import type { SipResponse } from '../message/sip-message.ts';
import type { InviteAttempt } from './invite-attempt.ts';

interface OpenOptions {
  /** Id of this process in the table of processes. */
  processId: string;
  /** Stores the pending hang-ups; resolves when stored or failed. */
  storePendingHangUps(): Promise<void>;
}

/** Pending hang-ups of one outbound call: what another process must cancel if this one dies. */
export class OpenInvites {
  readonly #options: OpenOptions;
  readonly #plans: OpenPlan[] = [];

  constructor(options: OpenOptions) {
    this.#options = options;
  }

  /**
   * Starts tracking a plan before its first INVITE.
   * @param most maximum number of INVITEs of the call at all servers together
   */
  begin(plan: DialPlan, most = mostInvites(plan)): OpenPlan {
    const { processId, storePendingHangUps } = this.#options;
    const open = new OpenPlan(writePlanned(plan, most, processId), storePendingHangUps);
    this.#plans.push(open);
    return open;
  }

  storePendingHangUps(): Promise<void> {
    return this.#options.storePendingHangUps();
  }

  readonly pendingHangUps = (): readonly string[] => this.#plans.flatMap((plan) => plan.pendingHangUps());
}

/** INVITEs of one plan that have no final response yet. */
export class OpenPlan {
  readonly #planned: string;
  readonly #storePendingHangUps: () => Promise<void>;
  readonly #pendingHangUps = new Map<InviteAttempt, string>();
  /** True after the first early dialog; each INVITE is then listed on its own. */
  #isEarly = false;
  #isOver = false;

  /** @param planned stored form of all INVITEs that the plan may send */
  constructor(planned: string, storePendingHangUps: () => Promise<void>) {
    this.#planned = planned;
    this.#storePendingHangUps = storePendingHangUps;
  }

  sent(attempt: InviteAttempt): void {
    this.#pendingHangUps.set(attempt, attempt.pendingHangUp(null));
    if (this.#isEarly) void this.#storePendingHangUps();
  }

  received(attempt: InviteAttempt, response: SipResponse): void {
    if (!this.#pendingHangUps.has(attempt)) return;
    if (response.status >= 200) this.over(attempt);
    else if (!this.#isEarly && readEnvelope(response)?.toTag != null) {
      const early = dialogOfAnswer(attempt.invite.request, response);
      this.#isEarly = true;
      this.#pendingHangUps.set(attempt, attempt.pendingHangUp(early));
    }
  }

  over(attempt: InviteAttempt): void {
    this.#pendingHangUps.delete(attempt);
  }

  /** No more INVITEs are sent; those already sent may still ring. */
  close(): void {
    this.#isOver = true;
  }

  pendingHangUps(): readonly string[] {
    if (this.#isOver && this.#pendingHangUps.size === 0) return [];
    return this.#isEarly ? [...this.#pendingHangUps.values()] : [this.#planned];
  }
}
