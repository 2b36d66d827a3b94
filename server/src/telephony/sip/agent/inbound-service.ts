import { storableText } from '../../../core/storable.ts';
import type { AcceptCall } from '../../../voice/legs/outbound-route.ts';
import type { AdmissionService } from '../admission/admission.ts';
import { type Called, chooseTrunk } from '../admission/choose-trunk.ts';
import { type DialogOptions, type DialogState, dialogOfInvite } from '../dialog/dialog-state.ts';
import { type Replaces, readReplaces } from '../dialog/replaces.ts';
import { type SessionTimer, timerOfRequest } from '../dialog/session-timer.ts';
import { timerOffer } from '../dialog/timer-headers.ts';
import type { Envelope } from '../message/envelope.ts';
import { wireHeaderName } from '../message/header-names.ts';
import { parseNameAddresses } from '../message/name-address.ts';
import { type Header, headerOf, headersOf, type SipRequest } from '../message/sip-message.ts';
import { randomToken } from '../message/tokens.ts';
import { parseUri } from '../message/uri.ts';
import type { Registrations } from '../registrations.ts';
import { forwardedOrigin, type Origin } from '../relay/flow-relay.ts';
import { agreeOnAudio, noCommonAudio } from '../sdp/audio-terms.ts';
import { parseSdp } from '../sdp/parse-sdp.ts';
import { SipInboundCall } from '../sessions/inbound-call.ts';
import type { Stack } from '../stack.ts';
import type { Incoming, ServerTransaction } from '../transaction/server-transaction.ts';
import { readNumber } from '../trunk/numbers.ts';
import { hasServer } from '../trunk/trunk-addresses.ts';
import { referralsOf } from '../trunk-route.ts';
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
      const replaces = readReplaces(incoming.request);
      if (replaces !== null) return await this.#replace(incoming, replaces, lookup);
      const dialed = dialedOf(incoming);
      const named = registrations.trunkNamed(incoming);
      const called = named === null ? await this.#admitted(incoming, dialed) : chooseTrunk([named], dialed);
      const transaction = called === null ? null : this.#accept(incoming);
      if (called === null || transaction === null) return;
      const localTag = this.#options.stack.localTag(randomToken());
      const screened = this.#screen(transaction, { localTag, ...lookup });
      if (screened !== null) this.#take(transaction, called, screened);
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

  /**
   * Moves a call to the dialog of an INVITE with Replaces (RFC 3891). Only an INVITE that its trunk would
   * admit as a new call may take the call over.
   */
  async #replace(
    incoming: Incoming,
    replaces: Replaces | 'malformed',
    lookup: { isCanceled: boolean },
  ): Promise<void> {
    const { stack, admission, answer } = this.#options;
    const origin = this.#originOf(incoming);
    const { flow, envelope } = incoming;
    const found = replaces === 'malformed' ? null : (stack.dialogs.named(replaces)?.call ?? null);
    if (replaces === 'malformed' || found === null || found.trunk === null) {
      const status = replaces === 'malformed' ? 400 : stack.dialogs.hasEnded(replaces) ? 603 : 481;
      if (admission.allows(origin.address)) answer(incoming, status, []);
      return;
    }
    const options = await this.#peerOf(incoming, found.trunk, origin);
    const transaction = options === null ? null : this.#accept(incoming);
    if (options === null || transaction === null) return;
    const localTag = stack.localTag(randomToken());
    const screened = this.#screen(transaction, { localTag, isCanceled: lookup.isCanceled });
    if (screened === null) return;
    // A ringing phone may have answered in the meantime.
    const call = stack.dialogs.named(replaces)?.call ?? found;
    if (call.isOver || (call.isAnswered && replaces.isEarlyOnly)) {
      transaction.respond({ status: call.isOver ? 603 : 486, toTag: localTag });
      return;
    }
    const { dialog: state, timer } = screened;
    // Requests of the new dialog go to the process that has forwarded the INVITE.
    if (stack.signer?.isSignedFlow(flow) === true) {
      const { transport, remoteAddress: address } = flow;
      stack.allowTarget({ transport, address, port: envelope.via.port ?? 5060 });
    }
    await call.replaceDialog({ transaction, state, timer, options, source: origin.address });
  }

  #originOf(incoming: Incoming): Origin {
    const { stack, registrations } = this.#options;
    if (stack.signer?.isSignedFlow(incoming.flow) === true) return forwardedOrigin(incoming.request);
    return { address: incoming.flow.remoteAddress, trunks: registrations.trunksOver(incoming) };
  }

  /** How to reach the sender, if it is one of the trunk's callers; null if refused or dropped. */
  async #peerOf(incoming: Incoming, trunkId: string, origin: Origin): Promise<DialogOptions | null> {
    const { admission, registrations, answer } = this.#options;
    const { request, flow } = incoming;
    const credentials = registrations.credentialsFor(trunkId, flow);
    if (origin.trunks.includes(trunkId)) return { credentials, flow, trunk: trunkId };
    const admitted = await admission.admitTo(trunkId, request, origin.address);
    if (admitted.kind === 'refused') answer(incoming, admitted.status, admitted.headers);
    if (admitted.kind !== 'admitted') return null;
    return { credentials, flow, isTelephone: !hasServer(admitted.trunk), trunk: trunkId };
  }

  #accept(incoming: Incoming): ServerTransaction | null {
    const { transactions } = this.#options.stack;
    // A copy may have arrived over another path while the sender was looked up.
    const isMerged = transactions.isMerged(incoming);
    const transaction = isMerged ? null : transactions.accept(incoming);
    if (transaction === null) this.#options.answer(incoming, isMerged ? 482 : 503, []);
    return transaction;
  }

  /** Null for an INVITE that is canceled or not acceptable, which it answers. */
  #screen(
    transaction: ServerTransaction,
    { localTag, isCanceled }: { localTag: string; isCanceled: boolean },
  ): Screened | null {
    const { incoming } = transaction;
    const unsupported = unsupportedOf(incoming.request);
    const screened = isCanceled
      ? { refusal: { status: 487, headers: [] } }
      : unsupported === null
        ? screenInvite(incoming, localTag)
        : { refusal: { status: 420, headers: [unsupported] } };
    if (!('refusal' in screened)) return screened;
    transaction.respond({ ...screened.refusal, toTag: localTag });
    return null;
  }

  #take(transaction: ServerTransaction, { trunk, to }: Called, screened: Screened): void {
    const { incoming } = transaction;
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
        sipHeaders: sipHeadersOf(incoming.request, caller === null),
        isTelephone: !hasServer(trunk),
        credentials: this.#options.registrations.credentialsFor(trunk.id, incoming.flow),
        referralTo: referralsOf(trunk),
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

interface Screened {
  dialog: DialogState;
  timer: SessionTimer | null;
}

/** Checks a new INVITE before the call is presented. */
function screenInvite(
  { request, envelope }: Incoming,
  localTag: string,
): Screened | { refusal: { status: number; headers: Header[] } } {
  const refusal = refusalOf(request);
  if (refusal !== null) return { refusal };
  const dialog = dialogOfInvite(request, envelope, localTag);
  if (dialog === null) return { refusal: { status: 400, headers: [] } };
  const timer = timerOfRequest(request);
  if (timer === 'too-small') return { refusal: { status: 422, headers: timerOffer(null).minimum } };
  return { dialog, timer };
}

function refusalOf(request: SipRequest): { status: number; headers: Header[] } | null {
  // Without an offer we send ours in the 2xx.
  if (request.body.trim() === '') return null;
  const type = (headerOf(request, 'content-type') ?? 'application/sdp').toLowerCase();
  if (!type.startsWith('application/sdp')) {
    return { status: 415, headers: [{ name: 'accept', value: 'application/sdp, multipart/mixed' }] };
  }
  const description = parseSdp(request.body);
  const isCommon = description !== null && agreeOnAudio(description) !== null;
  return isCommon ? null : { status: 488, headers: [noCommonAudio()] };
}

/** Headers by which carriers and contact centers pass on data about a call. */
const PASSED_ON = /^(?:x-.+|user-to-user)$/;
/** Those that may name the caller; left out if the caller withholds the number. */
const NAMING = /^(?:diversion|history-info|remote-party-id)$/;
const MOST_HEADERS = 30;
const MOST_CHARACTERS = 500;

/** The passed-on headers of an INVITE by their usual names; repeated values are joined with commas. */
function sipHeadersOf({ headers }: SipRequest, isWithheld: boolean): Record<string, string> {
  const passedOn = headers.filter(
    ({ name }) => name.length <= 64 && (PASSED_ON.test(name) || (!isWithheld && NAMING.test(name))),
  );
  const byName = Map.groupBy(passedOn, ({ name }) => wireHeaderName(name));
  return Object.fromEntries(
    [...byName].slice(0, MOST_HEADERS).map(([name, all]) => {
      const value = all.map((header) => header.value).join(', ');
      return [name, storableText(value.slice(0, MOST_CHARACTERS))];
    }),
  );
}

/**
 * Caller identity: P-Asserted-Identity (RFC 3325), else From; Remote-Party-ID where From has only the name of a trunk's
 * user. Null if withheld.
 */
export function callerOf(request: SipRequest, { from }: Envelope): string | null {
  const privacy = (headerOf(request, 'privacy') ?? '').toLowerCase().split(/[;,\s]+/);
  if (privacy.includes('id') || privacy.includes('user')) return null;
  const calling = parseNameAddresses(headersOf(request, 'remote-party-id')).filter(({ parameters }) =>
    /^(?:|calling)$/i.test(parameters.get('party') ?? ''),
  );
  if (calling.some(({ parameters }) => /^(?:full|uri|yes)$/i.test(parameters.get('privacy') ?? '')))
    return null;
  const asserted = parseNameAddresses(headersOf(request, 'p-asserted-identity'));
  const [stated] = usersOf([...asserted, from]);
  if (stated === undefined || NUMBER.test(stated)) return stated ?? null;
  return usersOf(calling).find((user) => NUMBER.test(user)) ?? stated;
}

const NUMBER = /^\+?[\d().-]+$/;

/** User parts of addresses that are not anonymous. */
function usersOf(addresses: readonly { uri: string }[]): string[] {
  return addresses.flatMap(({ uri }) => {
    const parsed = parseUri(uri);
    const user = parsed?.user ?? '';
    const isAnonymous = /^(?:|anonymous|unknown|restricted|unavailable)$/i.test(user);
    return isAnonymous || parsed?.host === 'anonymous.invalid' ? [] : [user];
  });
}
