import type { Credentials } from '../auth/credentials.ts';
import { Dialog } from '../dialog/dialog.ts';
import { type DialogState, dialogOfAnswer } from '../dialog/dialog-state.ts';
import { writeTakeBack } from '../dialog/hang-up.ts';
import type { Header, SipResponse } from '../message/sip-message.ts';
import type { Stack } from '../stack.ts';
import type { ClientTransaction } from '../transaction/client-transaction.ts';
import { type Way, withVia } from '../transaction/transactions.ts';
import type { Target } from '../transport/flow.ts';
import { bareInvite, type DialPlan, inviteOf } from './dial-plan.ts';

export interface AttemptOptions {
  stack: Stack;
  plan: DialPlan;
  target: Target;
  way: Way;
  credentials: Credentials;
  sequence: number;
  intervalSeconds: number;
  /** Our offer. */
  body: string;
  responded(response: SipResponse): void;
  /** Nothing came, and nothing follows. */
  lost(why: 'timed-out' | 'disconnected'): void;
}

/** One INVITE of a call that we make, at one server. */
export class InviteAttempt {
  readonly target: Target;
  readonly way: Way;
  readonly invite: ClientTransaction;
  readonly #options: AttemptOptions;
  readonly #proofs: readonly Header[];
  #hasHeard = false;
  #isTakenBack = false;

  constructor(options: AttemptOptions) {
    const { stack, plan, way, credentials } = options;
    this.#options = options;
    this.target = options.target;
    this.way = way;
    this.#proofs = credentials.headersFor('INVITE', plan.uri ?? plan.to);
    const { sequence, target } = options;
    const { callId } = plan;
    const bare = bareInvite(plan, { sequence, fromTag: stack.invites.fromTag(callId) });
    const request = inviteOf(bare, { ...options, proofs: this.#proofs });
    const branch = stack.invites.branch({ callId, sequence, target });
    this.invite = stack.transactions.send(withVia(request, way, branch), way.flow, {
      response: (response) => this.#responded(response),
      timedOut: () => options.lost('timed-out'),
      disconnected: () => options.lost('disconnected'),
    });
  }

  /** Whether the server has said anything. */
  get hasHeard(): boolean {
    return this.#hasHeard;
  }

  /** What another process takes it back with, should this one die. @param early of the telephone that rang first */
  pendingHangUp(early: DialogState | null): string {
    const { plan } = this.#options;
    const trunk = plan.login === null ? null : (plan.trunk ?? null);
    return writeTakeBack({ invite: this.invite.request, early, target: this.target, trunk });
  }

  /** Before the server's first word there is nothing to cancel (RFC 3261 9.1); it is cancelled with it. */
  takeBack(): void {
    if (this.#isTakenBack) return;
    this.#isTakenBack = true;
    if (this.#hasHeard) this.#cancel();
  }

  /** Another server is asked: this one is not asked again, and what it should begin all the same is taken back. */
  abandon(): void {
    this.invite.abandoned();
    this.takeBack();
  }

  /** The dialog of an answer, acknowledged; null: the answer lacks what a dialog needs. */
  dialogOf(response: SipResponse): Dialog | null {
    const { stack, credentials, plan } = this.#options;
    const state = dialogOfAnswer(this.invite.request, response);
    if (state === null) return null;
    const known = credentials.ofKnownRealms();
    const { flow } = this.invite;
    const dialog = new Dialog(stack, state, {
      credentials: known,
      flow,
      isTelephone: plan.isTelephone === true,
      trunk: plan.trunk,
    });
    this.acknowledge(dialog);
    return dialog;
  }

  acknowledge(dialog: Dialog): void {
    dialog.acknowledge(this.#options.sequence, { headers: this.#proofs });
  }

  #responded(response: SipResponse): void {
    const isFirst = !this.#hasHeard;
    this.#hasHeard = true;
    if (isFirst && this.#isTakenBack && response.status < 200) this.#cancel();
    this.#options.responded(response);
  }

  #cancel(): void {
    const { transactions } = this.#options.stack;
    const { flow } = this.invite;
    if (flow.isOpen()) transactions.cancel(this.invite, flow, { disconnected: () => this.#cancelAnew() });
    else this.#cancelAnew();
  }

  /** Over another connection to the same server. */
  #cancelAnew(): void {
    const { transactions, routes, seals } = this.#options.stack;
    const isFar = seals?.isOver(this.invite.flow) === true;
    routes.wayAt(this.target).then(
      ({ flow }) => transactions.cancel(this.invite, isFar ? seals.over(flow) : flow),
      () => undefined,
    );
  }
}
