import { dialogOfAnswer } from '../dialog/dialog-state.ts';
import { writePlanned } from '../dialog/hang-up.ts';
import { readEnvelope } from '../message/envelope.ts';
import type { SipResponse } from '../message/sip-message.ts';
import { type DialPlan, mostInvites } from './dial-plan.ts';
import type { InviteAttempt } from './invite-attempt.ts';

interface OpenOptions {
  /** This process in the table of processes. */
  processId: string;
  /** Stores what is left; resolves when that is done, or cannot be. */
  storePendingHangUps(): Promise<void>;
}

/** What one call would leave at its servers and telephones, should this process die: any of them may ring. */
export class OpenInvites {
  readonly #options: OpenOptions;
  readonly #plans: OpenPlan[] = [];

  constructor(options: OpenOptions) {
    this.#options = options;
  }

  /** A plan that is about to be followed. @param most INVITEs of the call, at all servers together */
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

/** The INVITEs of one plan, at all of its servers, until their last word. */
export class OpenPlan {
  readonly #planned: string;
  readonly #storePendingHangUps: () => Promise<void>;
  readonly #pendingHangUps = new Map<InviteAttempt, string>();
  /** A telephone rings: from then on those that are open are told one by one. */
  #isEarly = false;
  #isOver = false;

  /** @param planned tells of all that may go out by the plan */
  constructor(planned: string, storePendingHangUps: () => Promise<void>) {
    this.#planned = planned;
    this.#storePendingHangUps = storePendingHangUps;
  }

  sent(attempt: InviteAttempt): void {
    this.#pendingHangUps.set(attempt, attempt.pendingHangUp(null));
    if (this.#isEarly) void this.#storePendingHangUps();
  }

  heard(attempt: InviteAttempt, response: SipResponse): void {
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

  /** Nothing more goes out; what has gone out may ring still. */
  close(): void {
    this.#isOver = true;
  }

  pendingHangUps(): readonly string[] {
    if (this.#isOver && this.#pendingHangUps.size === 0) return [];
    return this.#isEarly ? [...this.#pendingHangUps.values()] : [this.#planned];
  }
}
