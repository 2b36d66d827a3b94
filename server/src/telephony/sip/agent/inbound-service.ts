import type { AcceptCall } from '../../../voice/legs/outbound-route.ts';
import type { AdmissionService } from '../admission/admission.ts';
import { type Called, chooseTrunk } from '../admission/choose-trunk.ts';
import type { Header } from '../message/sip-message.ts';
import { randomToken } from '../message/tokens.ts';
import { parseUri } from '../message/uri.ts';
import type { Registrations } from '../registration/registrations.ts';
import { SipInboundCall } from '../sessions/inbound-call.ts';
import { screenInvite } from '../sessions/screen-invite.ts';
import type { Stack } from '../stack.ts';
import type { Incoming, ServerTransaction } from '../transaction/server-transaction.ts';
import { callerOf } from '../trunk/caller.ts';
import { readNumber } from '../trunk/numbers.ts';
import { hasServer } from '../trunk/trunk-addresses.ts';
import { addressesOf } from '../trunk-route.ts';
import { unsupportedOf } from './unsupported.ts';

export interface InboundServiceOptions {
  stack: Stack;
  admission: AdmissionService;
  registrations: Registrations;
  onInvite: AcceptCall;
  /** Sends a stateless response (RFC 3261 8.2.7). */
  answer(incoming: Incoming, status: number, headers: Header[]): void;
}

/** Handles initial INVITEs: finds the trunk, checks the request and presents the call. */
export class InboundService {
  readonly #options: InboundServiceOptions;
  /** Calls that are neither answered nor rejected yet. */
  readonly #waiting = new Set<SipInboundCall>();
  /** INVITEs whose senders are being looked up, by transaction key. */
  readonly #lookUps = new Map<string, { isCanceled: boolean }>();
  #isClosed = false;

  constructor(options: InboundServiceOptions) {
    this.#options = options;
  }

  /** Never throws. */
  invited(incoming: Incoming): void {
    this.#invited(incoming).catch(() => this.#options.answer(incoming, 500, []));
  }

  /** Cancels an INVITE whose sender is still being looked up. @returns false if no INVITE matches */
  canceled(incoming: Incoming): boolean {
    const lookup = this.#lookUps.get(this.#options.stack.transactions.transactionKey(incoming, 'INVITE'));
    if (lookup !== undefined) lookup.isCanceled = true;
    return lookup !== undefined;
  }

  /** Rejects waiting calls and all new ones. */
  close(): void {
    this.#isClosed = true;
    for (const call of this.#waiting) call.reject('unavailable');
  }

  async #invited(incoming: Incoming): Promise<void> {
    const { registrations, answer } = this.#options;
    if (this.#isClosed) return answer(incoming, 503, []);
    if (this.#options.stack.transactions.isMerged(incoming)) return answer(incoming, 482, []);
    const name = this.#options.stack.transactions.transactionKey(incoming);
    // A retransmission while its sender is being looked up.
    if (this.#lookUps.has(name)) return;
    const lookup = { isCanceled: false };
    this.#lookUps.set(name, lookup);
    try {
      const dialed = dialedOf(incoming);
      const named = registrations.trunkNamed(incoming);
      const called = named === null ? await this.#admitted(incoming, dialed) : chooseTrunk([named], dialed);
      const transaction = called === null ? null : this.#accept(incoming);
      if (called === null || transaction === null) return;
      if (lookup.isCanceled) transaction.respond({ status: 487, toTag: randomToken() });
      else this.#take(transaction, called);
    } finally {
      this.#lookUps.delete(name);
    }
  }

  /** Null if refused or dropped. */
  async #admitted(incoming: Incoming, dialed: string): Promise<Called | null> {
    const registered = this.#options.registrations.trunksAt(incoming.flow.remoteAddress);
    const admission = await this.#options.admission.admit(incoming, dialed, registered);
    if (admission.kind === 'admitted') return admission.called;
    if (admission.kind === 'refused') {
      this.#options.answer(incoming, admission.status, admission.headers);
    }
    return null;
  }

  #accept(incoming: Incoming): ServerTransaction | null {
    const { transactions } = this.#options.stack;
    // A copy may have arrived over another path while the sender was looked up.
    const isMerged = transactions.isMerged(incoming);
    const transaction = isMerged ? null : transactions.accept(incoming);
    if (transaction === null) this.#options.answer(incoming, isMerged ? 482 : 503, []);
    return transaction;
  }

  #take(transaction: ServerTransaction, { trunk, to }: Called): void {
    const { incoming } = transaction;
    const unsupported = unsupportedOf(incoming.request);
    const localTag = randomToken();
    if (unsupported !== null) {
      transaction.respond({ status: 420, toTag: localTag, headers: [unsupported] });
      return;
    }
    const screened = screenInvite(incoming, localTag);
    if ('refusal' in screened) {
      transaction.respond({ ...screened.refusal, toTag: localTag });
      return;
    }
    transaction.respond({ status: 100, toTag: null });
    const caller = callerOf(incoming.request, incoming.envelope);
    this.#present(
      new SipInboundCall({
        stack: this.#options.stack,
        transaction,
        ...screened,
        route: trunk.id,
        from: caller === null ? null : readNumber(caller, trunk),
        to,
        isTelephone: !hasServer(trunk),
        credentials: this.#options.registrations.credentialsFor(trunk, incoming.flow),
        addressOf: addressesOf(trunk),
      }),
    );
  }

  #present(call: SipInboundCall): void {
    this.#waiting.add(call);
    call.signal.addEventListener('abort', () => this.#waiting.delete(call), { once: true });
    this.#options
      .onInvite(call)
      .catch(() => undefined)
      .finally(() => {
        call.leaveUndecided();
        this.#waiting.delete(call);
      });
  }
}

/** The user part of the Request-URI, else of To: some carriers put the number only there. */
function dialedOf({ request, envelope }: Incoming): string {
  return parseUri(request.uri)?.user ?? parseUri(envelope.to.uri)?.user ?? '';
}
