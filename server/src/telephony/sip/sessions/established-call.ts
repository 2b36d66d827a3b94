import { after } from '../../../core/after.ts';
import type { Clock } from '../../../core/clock.ts';
import type { LegEnd, TransferOutcome } from '../../../voice/legs/media-leg.ts';
import { ALLOW, SUPPORTED } from '../dialog/contact.ts';
import type { Dialog } from '../dialog/dialog.ts';
import type { DialogUser } from '../dialog/dialogs.ts';
import { reasonHeader } from '../dialog/reason.ts';
import type { ReplaceableCall, Replacement } from '../dialog/replaces.ts';
import { parseCseq } from '../message/envelope.ts';
import { headerOf, type SipMessage, type SipRequest, type SipResponse } from '../message/sip-message.ts';
import type { Stack } from '../stack.ts';
import type { ServerTransaction } from '../transaction/server-transaction.ts';
import { acceptReplacement } from './accept-replacement.ts';
import type { AudioSession } from './audio-session.ts';
import { failureOf } from './dial-failure.ts';
import type { LegInbox } from './leg-inbox.ts';
import type { Referral } from './referral.ts';
import { Renegotiation } from './renegotiation.ts';

export interface CallDeps {
  stack: Stack;
  dialog: Dialog;
  audio: AudioSession;
  inbox: LegInbox;
  isCaller: boolean;
  /** Trunk whose callers may take the call over (RFC 3891); null for a call over no trunk. */
  trunk: string | null;
  /** The peer's INVITE or 2xx. */
  peer: SipMessage;
  ended(end: LegEnd): void;
}

/** An answered call until either side hangs up. */
export class EstablishedCall implements DialogUser, ReplaceableCall {
  readonly isAnswered = true;
  negotiation: Renegotiation;
  readonly #closed = Promise.withResolvers<void>();
  readonly #replaced: (() => void)[] = [];
  #deps: CallDeps;
  #stopWatching: () => void;
  #transfer: Transfer | null = null;
  #isOver = false;

  constructor(deps: CallDeps) {
    this.#deps = deps;
    this.negotiation = this.#negotiate();
    deps.stack.dialogs.add(this);
    this.#stopWatching = this.#watch();
  }

  get id(): DialogUser['id'] {
    return this.#deps.dialog.state;
  }

  get isRelayed(): boolean {
    return this.#deps.dialog.isRelayed;
  }

  get call(): ReplaceableCall {
    return this;
  }

  get trunk(): string | null {
    return this.#deps.trunk;
  }

  get isOver(): boolean {
    return this.#isOver;
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

  /** Calls `replaced` each time the call has moved to another dialog, so that `pendingHangUp` has changed. */
  whenReplaced(replaced: () => void): void {
    this.#replaced.push(replaced);
  }

  /** Hangs up on the previous peer. */
  async replaceDialog(replacement: Replacement): Promise<void> {
    const { stack, audio, dialog } = this.#deps;
    const isReplaced = await acceptReplacement(stack, replacement, {
      // Another INVITE may have replaced the same dialog in the meantime.
      audio: () => (this.#isOver || dialog !== this.#deps.dialog ? null : audio),
      moveTo: (next, peer) => {
        this.#moveTo(next, peer);
        return this;
      },
      acknowledged: () => undefined,
    });
    if (!isReplaced) return;
    for (const replaced of this.#replaced) replaced();
  }

  /** Hangs up; resolves when the peer has answered the BYE or does not respond. */
  close(): Promise<void> {
    this.hangUp();
    return this.#closed.promise;
  }

  async transfer(referral: Referral, signal: AbortSignal): Promise<TransferOutcome> {
    if (this.#isOver || signal.aborted) return { kind: 'refused', reason: 'The call is over.' };
    if (this.#transfer !== null) return { kind: 'refused', reason: 'Another transfer is in progress.' };
    const transfer = new Transfer(this.#deps.stack.clock);
    this.#transfer = transfer;
    transfer.send(this.#deps.dialog, referral, signal);
    const outcome = await transfer.outcome;
    this.#transfer = null;
    if (outcome.kind === 'transferred') this.#hangUp({ kind: 'transferred' });
    return outcome;
  }

  #moveTo(dialog: Dialog, peer: SipRequest): void {
    const { stack, dialog: previous } = this.#deps;
    this.negotiation.replaced();
    this.#stopWatching();
    this.#transfer?.ended(false);
    stack.dialogs.remove(this);
    hangUpReplaced(stack, previous);
    this.#deps = { ...this.#deps, dialog, peer, isCaller: false };
    this.negotiation = this.#negotiate();
    this.#stopWatching = this.#watch();
    stack.dialogs.add(this);
  }

  #negotiate(): Renegotiation {
    const negotiation: Renegotiation = new Renegotiation({
      ...this.#deps,
      broken: (reason) => {
        // The dialog may have been replaced in the meantime.
        if (negotiation === this.negotiation) this.#hangUp({ kind: 'lost', reason });
      },
    });
    return negotiation;
  }

  #watch(): () => void {
    const { dialog, audio } = this.#deps;
    return dialog.whenCut(() => audio.shortenSilenceTimeout());
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
    const reason = end.kind === 'lost' ? reasonHeader(31, end.reason) : reasonHeader(16);
    this.#deps.dialog.request('BYE', { headers: [reason] }, () => this.#forget());
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

/** Sends BYE in a dialog that another one has replaced, and answers its requests until the peer has confirmed. */
function hangUpReplaced(stack: Stack, dialog: Dialog): void {
  const closed = Promise.withResolvers<void>();
  const user: DialogUser = {
    id: dialog.state,
    isRelayed: dialog.isRelayed,
    call: null,
    requested: (transaction) =>
      refuse(transaction, transaction.incoming.request.method === 'BYE' ? 200 : 481),
    acknowledged: () => undefined,
    close: () => closed.promise,
  };
  stack.dialogs.add(user);
  dialog.request('BYE', { headers: [reasonHeader(16)] }, () => {
    stack.dialogs.remove(user);
    closed.resolve();
  });
}

function refuse(transaction: ServerTransaction, status: number): void {
  transaction.respond({ status, toTag: null });
}

/** Longer than any ringing time. */
const REPORT_WITHIN_MS = 180_000;

/** A blind transfer by REFER (RFC 3515) until its outcome is known. */
class Transfer {
  readonly outcome: Promise<TransferOutcome>;
  #settle: (outcome: TransferOutcome) => void = () => undefined;
  #isAccepted = false;

  constructor(clock: Clock) {
    const { promise, resolve } = Promise.withResolvers<TransferOutcome>();
    const stop = after(clock, REPORT_WITHIN_MS, () =>
      resolve({ kind: 'refused', reason: 'The transfer timed out.' }),
    );
    this.#settle = (outcome) => {
      stop();
      resolve(outcome);
    };
    this.outcome = promise;
  }

  send(dialog: Dialog, { uri, headers: additional }: Referral, signal: AbortSignal): void {
    const giveUp = (): void => this.#settle({ kind: 'refused', reason: 'The transfer was canceled.' });
    signal.addEventListener('abort', giveUp, { once: true });
    this.outcome.then(() => signal.removeEventListener('abort', giveUp));
    const headers = [{ name: 'refer-to', value: `<${uri}>` }, ...additional];
    dialog.request('REFER', { headers }, (response) => {
      this.#isAccepted = response !== null && response.status < 300;
      const outcome = outcomeOfRefer(response);
      if (outcome !== null) this.#settle(outcome);
    });
  }

  notified(notify: SipRequest): void {
    const outcome = outcomeOfNotify(notify);
    if (outcome !== null) this.#settle(outcome);
  }

  /** Must be called when the call has ended. @returns true if the peer hung up because it accepted the transfer */
  ended(isByPeer: boolean): boolean {
    const hasGone = isByPeer && this.#isAccepted;
    this.#settle(hasGone ? { kind: 'transferred' } : { kind: 'refused', reason: 'The call ended.' });
    return hasGone;
  }
}

const MAX_BODY_CHARACTERS = 200;
const KEY = /^[0-9a-d*#]$/i;
/** Event codes that some gateways send instead of keys (RFC 4733 3.2). */
const NUMBERED: ReadonlyMap<string, string> = new Map([
  ['10', '*'],
  ['11', '#'],
  ['12', 'A'],
  ['13', 'B'],
  ['14', 'C'],
  ['15', 'D'],
]);

/** The key in an INFO body, `Signal=5` or the bare key; null if missing. Never throws. */
export function digitOfInfo(request: SipRequest): string | null {
  const type = (headerOf(request, 'content-type') ?? '').toLowerCase();
  if (request.body.length > MAX_BODY_CHARACTERS) return null;
  if (type.startsWith('application/dtmf-relay')) return signalOf(request.body);
  return type.startsWith('application/dtmf') ? keyOf(request.body) : null;
}

function signalOf(body: string): string | null {
  for (const line of body.split(/[\r\n]/)) {
    const [name = '', value = ''] = line.split('=', 2);
    const key = name.trim().toLowerCase() === 'signal' ? keyOf(value) : null;
    if (key !== null) return key;
  }
  return null;
}

function keyOf(text: string): string | null {
  const key = text.trim();
  return KEY.test(key) ? key.toUpperCase() : (NUMBERED.get(key) ?? null);
}

/** Outcome of the response to a REFER; null if accepted, and NOTIFYs follow. */
function outcomeOfRefer(response: SipResponse | null): TransferOutcome | null {
  if (response === null) return { kind: 'refused', reason: 'The peer did not answer.' };
  return response.status < 300 ? null : { kind: 'untried' };
}

/** Outcome in a NOTIFY (RFC 3515 2.4.4); null while the transfer is in progress. Never throws. */
function outcomeOfNotify(notify: SipRequest): TransferOutcome | null {
  const [line = ''] = notify.body.trimStart().split(/\r?\n/);
  const [, digits, reason = ''] = /^SIP\/2\.0\s+([1-6]\d\d)\s*(.*)$/i.exec(line) ?? [];
  const status = Number(digits ?? 0);
  if (status >= 200 && status < 300) return { kind: 'transferred' };
  if (status >= 300) {
    return {
      kind: 'refused',
      reason: `${status} ${reason}`.trim(),
      isBusy: failureOf(status, true) === 'busy',
    };
  }
  const isOver = /^\s*terminated/i.test(headerOf(notify, 'subscription-state') ?? '');
  return isOver ? { kind: 'refused', reason: 'The peer stopped reporting.' } : null;
}

function isReferNotify(notify: SipRequest): boolean {
  return /^refer\b/i.test((headerOf(notify, 'event') ?? '').trim());
}
