import { Credentials } from '../auth/credentials.ts';
import { bareInvite, type DialPlan, inviteOf } from '../dialog/dial-plan.ts';
import { Dialog } from '../dialog/dialog.ts';
import { type DialogState, dialogOfAnswer } from '../dialog/dialog-state.ts';
import { writeCancel } from '../dialog/hang-up.ts';
import { reasonHeader } from '../dialog/reason.ts';
import { readEnvelope } from '../message/envelope.ts';
import { bytesOf, textOf } from '../message/message-text.ts';
import { parseMessage } from '../message/parse-message.ts';
import type { Header, SipResponse } from '../message/sip-message.ts';
import { writeMessage } from '../message/write-message.ts';
import type { Stack } from '../stack.ts';
import type { ClientTransaction } from '../transaction/client-transaction.ts';
import { withVia } from '../transaction/transactions.ts';
import type { Path, Target } from '../transport/flow.ts';

export interface AttemptOptions {
  stack: Stack;
  plan: DialPlan;
  target: Target;
  path: Path;
  credentials: Credentials;
  sequence: number;
  intervalSeconds: number;
  body: string;
  responded(response: SipResponse): void;
  /** Called when no final response will follow. */
  lost(why: 'timed-out' | 'disconnected'): void;
}

/** One INVITE of an outbound call at one server. */
export class InviteAttempt {
  readonly target: Target;
  readonly path: Path;
  readonly invite: ClientTransaction;
  readonly #options: AttemptOptions;
  readonly #authHeaders: readonly Header[];
  #hasResponse = false;
  /** Null until canceled. */
  #cancelReason: Header | null = null;

  constructor(options: AttemptOptions) {
    const { stack, plan, path, credentials } = options;
    this.#options = options;
    this.target = options.target;
    this.path = path;
    this.#authHeaders = credentials.headersFor('INVITE', plan.uri ?? plan.to);
    const { sequence, target } = options;
    const { callId } = plan;
    const fromTag = stack.localTag(stack.invites.fromTag(callId));
    const bare = bareInvite(plan, { sequence, fromTag });
    const request = inviteOf(bare, { ...options, authHeaders: this.#authHeaders });
    const branch = stack.invites.branch({ callId, sequence, target });
    this.invite = stack.transactions.send(withVia(request, path, branch), path.flow, {
      response: (response) => this.#responded(response),
      timedOut: () => options.lost('timed-out'),
      disconnected: () => options.lost('disconnected'),
    });
  }

  /** True if the server has responded. */
  get hasResponse(): boolean {
    return this.#hasResponse;
  }

  /**
   * Serialized INVITE that another process can cancel if this one dies.
   * @param early dialog of the first phone that rang
   */
  pendingHangUp(early: DialogState | null): string {
    const { plan } = this.#options;
    const trunk = plan.login === null ? null : (plan.trunk ?? null);
    return writeCancel({ invite: this.invite.request, early, target: this.target, trunk });
  }

  /** Sends CANCEL as soon as the server has responded (RFC 3261 9.1). */
  cancel(reason: Header): void {
    if (this.#cancelReason !== null) return;
    this.#cancelReason = reason;
    if (this.#hasResponse) this.#sendCancel(reason);
  }

  /** Stops retransmitting because another server is tried, and cancels in case this one responds after all. */
  abandon(): void {
    this.invite.abandoned();
    this.cancel(reasonHeader(102));
  }

  /** Acknowledges a 2xx and returns its dialog; null if the response lacks a tag. */
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
    dialog.acknowledge(this.#options.sequence, { headers: this.#authHeaders });
  }

  /** Frees the call, which has ended. @param acknowledgements repeat the ACK of each 2xx, by its tag */
  leave(acknowledgements: Map<string, () => void>): void {
    const { stack, sequence } = this.#options;
    this.invite.leaveTo(lateAnswers(stack, this.invite, { sequence, acknowledgements }));
  }

  #responded(response: SipResponse): void {
    const isFirst = !this.#hasResponse;
    this.#hasResponse = true;
    if (isFirst && this.#cancelReason !== null && response.status < 200) this.#sendCancel(this.#cancelReason);
    this.#options.responded(response);
  }

  #sendCancel(reason: Header): void {
    const { transactions } = this.#options.stack;
    const { flow } = this.invite;
    const disconnected = (): void => this.#cancelOverNewConnection(reason);
    if (flow.isOpen()) transactions.cancel(this.invite, flow, { reason, disconnected });
    else disconnected();
  }

  #cancelOverNewConnection(reason: Header): void {
    const { transactions, routes, signer } = this.#options.stack;
    const isRelayed = signer?.isSignedFlow(this.invite.flow) === true;
    routes.pathAt(this.target).then(
      ({ flow }) => transactions.cancel(this.invite, isRelayed ? signer.signedFlow(flow) : flow, { reason }),
      () => undefined,
    );
  }
}

/** Late answers of other phones to an INVITE whose call has ended. */
const MAX_LATE_ANSWERS = 9;

/** Acknowledges repeated answers, and hangs up on further phones. References nothing else of the call. */
function lateAnswers(
  stack: Stack,
  { request, flow }: ClientTransaction,
  { sequence, acknowledgements }: { sequence: number; acknowledgements: Map<string, () => void> },
): (response: SipResponse) => void {
  const headers = request.headers.filter(({ name }) => FOUNDS_DIALOG.has(name));
  const text = textOf(writeMessage({ ...request, headers, body: '' }));
  return (response) => {
    const tag = readEnvelope(response)?.toTag ?? '';
    const acknowledge = acknowledgements.get(tag);
    if (acknowledge !== undefined) return acknowledge();
    const invite = parseMessage(bytesOf(text));
    const state = invite?.kind === 'request' ? dialogOfAnswer(invite, response) : null;
    if (state === null || acknowledgements.size >= MAX_LATE_ANSWERS) return;
    const dialog = new Dialog(stack, state, { credentials: new Credentials(null), flow });
    acknowledgements.set(tag, () => dialog.acknowledge(sequence));
    dialog.acknowledge(sequence);
    dialog.request('BYE', { headers: [reasonHeader(16)] }, () => undefined);
  };
}

const FOUNDS_DIALOG = new Set(['via', 'from', 'to', 'call-id', 'cseq']);
