import type { LegEnd, TransferOutcome } from '../../../voice/legs/media-leg.ts';
import { ALLOW, SUPPORTED } from '../dialog/contact.ts';
import type { Dialog } from '../dialog/dialog.ts';
import type { DialogUser } from '../dialog/dialogs.ts';
import { parseCseq } from '../message/envelope.ts';
import { headerOf, type SipMessage, type SipRequest } from '../message/sip-message.ts';
import type { Stack } from '../stack.ts';
import type { ServerTransaction } from '../transaction/server-transaction.ts';
import type { AudioSession } from './audio-session.ts';
import { digitOfInfo } from './info-digit.ts';
import type { LegInbox } from './leg-inbox.ts';
import { isReferNotify } from './refer.ts';
import { Renegotiation } from './renegotiation.ts';
import { Transfer } from './transfer.ts';

export interface CallDeps {
  stack: Stack;
  dialog: Dialog;
  audio: AudioSession;
  inbox: LegInbox;
  isCaller: boolean;
  /** The peer's INVITE or 2xx. */
  peer: SipMessage;
  ended(end: LegEnd): void;
}

/** An answered call until either side hangs up. */
export class EstablishedCall implements DialogUser {
  readonly id: DialogUser['id'];
  readonly isRelayed: boolean;
  readonly negotiation: Renegotiation;
  readonly #deps: CallDeps;
  readonly #closed = Promise.withResolvers<void>();
  readonly #stopWatching: () => void;
  #transfer: Transfer | null = null;
  #isOver = false;

  constructor(deps: CallDeps) {
    this.#deps = deps;
    this.id = deps.dialog.state;
    this.isRelayed = deps.dialog.isRelayed;
    this.negotiation = new Renegotiation({
      ...deps,
      broken: (reason) => this.#hangUp({ kind: 'lost', reason }),
    });
    deps.stack.dialogs.add(this);
    this.#stopWatching = deps.dialog.whenCut(() => deps.audio.shortenSilenceTimeout());
  }

  requested(transaction: ServerTransaction): void {
    const { method } = transaction.incoming.request;
    const isInOrder = this.#deps.dialog.takesInOrder(transaction.incoming);
    // A BYE counts even out of order: the peer is gone, although RFC 3261 12.2.2 asks for a 500.
    if (method === 'BYE') this.#left(transaction);
    else if (!isInOrder) refuse(transaction, 500);
    else if (this.#isOver) refuse(transaction, 481);
    else if (method === 'INVITE' || method === 'UPDATE') this.negotiation.requested(transaction);
    else if (method === 'INFO') this.#informed(transaction);
    else if (method === 'NOTIFY') this.#notified(transaction);
    else this.#answerOther(transaction, method);
  }

  acknowledged(request: SipRequest): void {
    const sequence = parseCseq(headerOf(request, 'cseq') ?? '')?.number;
    if (sequence !== undefined) this.negotiation.acknowledged(request, sequence);
  }

  lost(reason: string): void {
    this.#hangUp({ kind: 'lost', reason });
  }

  hangUp(): void {
    this.#hangUp({ kind: 'local-hang-up' });
  }

  /** Null after the call has ended. */
  pendingHangUp(): string | null {
    return this.#isOver ? null : this.#deps.dialog.pendingHangUp();
  }

  /** Hangs up; resolves when the peer has answered the BYE or does not respond. */
  close(): Promise<void> {
    this.hangUp();
    return this.#closed.promise;
  }

  /** @param target a SIP URI */
  async transfer(target: string, signal: AbortSignal): Promise<TransferOutcome> {
    if (this.#isOver || signal.aborted) return { kind: 'refused', reason: 'The call is over.' };
    if (this.#transfer !== null) return { kind: 'refused', reason: 'Another transfer is in progress.' };
    const transfer = new Transfer(this.#deps.stack.clock);
    this.#transfer = transfer;
    transfer.send(this.#deps.dialog, target, signal);
    const outcome = await transfer.outcome;
    this.#transfer = null;
    if (outcome.kind === 'transferred') this.#hangUp({ kind: 'transferred' });
    return outcome;
  }

  #left(transaction: ServerTransaction): void {
    transaction.respond({ status: 200, toTag: null });
    this.negotiation.peerLeft();
    const hasGone = this.#transfer?.ended(true) === true;
    this.#end(hasGone ? { kind: 'transferred' } : { kind: 'remote-hang-up' });
    this.#forget();
  }

  #hangUp(end: LegEnd): void {
    if (this.#isOver) return;
    this.#end(end);
    this.#deps.dialog.request('BYE', {}, () => this.#forget());
  }

  #end(end: LegEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.negotiation.stop();
    this.#stopWatching();
    this.#transfer?.ended(false);
    this.#deps.audio.close();
    this.#deps.inbox.end(end);
    this.#deps.ended(end);
  }

  #forget(): void {
    this.#deps.stack.dialogs.remove(this);
    this.#closed.resolve();
  }

  #informed(transaction: ServerTransaction): void {
    const { audio, inbox } = this.#deps;
    const { request } = transaction.incoming;
    const digit = digitOfInfo(request);
    // An empty INFO is a liveness check (RFC 2976 2.2).
    if (digit === null && request.body.trim() !== '') {
      refuse(transaction, 415);
      return;
    }
    if (digit !== null) inbox.informed(digit, audio.hasTelephoneEvents());
    transaction.respond({ status: 200, toTag: null });
  }

  #notified(transaction: ServerTransaction): void {
    const { request } = transaction.incoming;
    if (this.#transfer === null && !isReferNotify(request)) {
      refuse(transaction, 481);
      return;
    }
    transaction.respond({ status: 200, toTag: null });
    this.#transfer?.notified(request);
  }

  #answerOther(transaction: ServerTransaction, method: string): void {
    if (method === 'OPTIONS') {
      transaction.respond({ status: 200, toTag: null, headers: [ALLOW, SUPPORTED] });
    } else if (method === 'PRACK') refuse(transaction, 481);
    else transaction.respond({ status: 405, toTag: null, headers: [ALLOW] });
  }
}

function refuse(transaction: ServerTransaction, status: number): void {
  transaction.respond({ status, toTag: null });
}
