import { after } from '../../../core/after.ts';
import { AnswerFailed } from '../../../voice/legs/answer-failed.ts';
import type { MediaLeg } from '../../../voice/legs/media-leg.ts';
import type { InboundCall } from '../../../voice/legs/outbound-route.ts';
import type { Credentials } from '../auth/credentials.ts';
import { ALLOW, contactHeader, SUPPORTED } from '../dialog/contact.ts';
import { Dialog } from '../dialog/dialog.ts';
import type { DialogState } from '../dialog/dialog-state.ts';
import { writeRefusal } from '../dialog/hang-up.ts';
import type { SessionTimer } from '../dialog/session-timer.ts';
import { timerHeaders } from '../dialog/timer-headers.ts';
import type { Envelope } from '../message/envelope.ts';
import type { Header } from '../message/sip-message.ts';
import { noCommonAudio } from '../sdp/audio-terms.ts';
import type { Stack } from '../stack.ts';
import type { ServerTransaction } from '../transaction/server-transaction.ts';
import type { Flow, Path, Target } from '../transport/flow.ts';
import { AudioSession } from './audio-session.ts';
import { EarlyDialog } from './early-dialog.ts';
import { EstablishedCall } from './established-call.ts';
import { LegInbox } from './leg-inbox.ts';
import type { ReferralTo } from './referral.ts';
import { SipLeg } from './sip-leg.ts';

/** A call that is not answered by then is rejected. Longer than any carrier's ringing timeout. */
const UNDECIDED_MS = 180_000;
const REFUSALS = {
  busy: 486,
  'unknown-number': 404,
  declined: 603,
  unavailable: 480,
  // Makes the carrier try its next server.
  stopping: 503,
} as const;
const SDP: Header = { name: 'content-type', value: 'application/sdp' };

export interface InboundOptions {
  stack: Stack;
  transaction: ServerTransaction;
  dialog: DialogState;
  timer: SessionTimer | null;
  /** Trunk id; `from` and `to` are normalized by the trunk's number format. */
  route: string;
  from: string | null;
  to: string;
  sipHeaders: Readonly<Record<string, string>>;
  /** True if the caller is a phone registered here. */
  isTelephone: boolean;
  /** For challenges of the caller's server. */
  credentials: Credentials;
  referralTo: ReferralTo;
}

/** An admitted INVITE until it is answered or rejected. */
export class SipInboundCall implements InboundCall {
  readonly route: string;
  readonly carrierCallId: string;
  readonly from: string | null;
  readonly to: string;
  readonly sipHeaders: Readonly<Record<string, string>>;
  readonly #options: InboundOptions;
  readonly #gone = new AbortController();
  readonly #stopWaiting: () => void;
  #isAnswering = false;
  /** True once the leg provides the pending hang-up. */
  #isUp = false;
  #early: EarlyDialog | null = null;

  constructor(options: InboundOptions) {
    const { transaction, stack } = options;
    this.#options = options;
    this.route = options.route;
    this.from = options.from;
    this.to = options.to;
    this.sipHeaders = options.sipHeaders;
    this.carrierCallId = options.dialog.callId;
    this.#stopWaiting = after(stack.clock, UNDECIDED_MS, () => this.reject('unavailable'));
    transaction.listener = { canceled: () => this.#canceled(), timedOut: () => undefined };
  }

  get signal(): AbortSignal {
    return this.#gone.signal;
  }

  ring(): void {
    const { transaction, stack } = this.#options;
    if (this.#gone.signal.aborted) return;
    // From our first response with a tag the caller may send requests within the early dialog.
    if (!this.#isAnswering) this.#early ??= this.#openEarly();
    stack.returnPath(transaction.incoming.flow).then(
      (path) => transaction.respond({ status: 180, toTag: this.#tag, headers: [contactHeader(path), ALLOW] }),
      () => undefined,
    );
  }

  async answer(): Promise<MediaLeg> {
    if (this.#isAnswering) throw new Error('The call is already answered.');
    this.#gone.signal.throwIfAborted();
    this.#isAnswering = true;
    const path = await this.#options.stack.returnPath(this.#options.transaction.incoming.flow);
    let call: EstablishedCall | null = null;
    const inbox = new LegInbox(this.#options.stack.clock, (reason) => call?.lost(reason));
    const audio = await this.#openAudio(path, inbox);
    const body = this.#describe(audio);
    call = this.#establish(audio, inbox);
    await this.#acceptWith(call, { contact: contactHeader(path), body });
    this.#isUp = true;
    return new SipLeg({ call, audio, inbox, referralTo: this.#options.referralTo });
  }

  pendingHangUps(): readonly string[] {
    const { transaction, dialog, route, stack } = this.#options;
    const { request, envelope, flow } = transaction.incoming;
    const isOver = this.#gone.signal.aborted || this.#isUp || stack.signer?.isSignedFlow(flow) === true;
    if (isOver) return [];
    const target = targetOfCaller(flow, envelope);
    return [writeRefusal({ invite: request, dialog: this.#early?.state ?? dialog, target, trunk: route })];
  }

  reject(reason: keyof typeof REFUSALS): void {
    if (!this.#isAnswering) this.#refuse(REFUSALS[reason]);
  }

  /** Called when the handler has neither answered nor rejected the call. */
  leaveUndecided(): void {
    this.reject('unavailable');
  }

  get #tag(): string {
    return this.#options.dialog.localTag;
  }

  #refuse(status: number, headers: readonly Header[] = []): void {
    if (this.#gone.signal.aborted) return;
    this.#options.transaction.respond({ status, toTag: this.#tag, headers });
    this.#end();
  }

  #canceled(): void {
    if (!this.#options.transaction.isAnswered()) this.#refuse(487);
  }

  #openEarly(): EarlyDialog {
    const { stack, dialog, transaction } = this.#options;
    return new EarlyDialog({
      stack,
      state: dialog,
      flow: transaction.incoming.flow,
      isCaller: false,
      left: () => this.#canceled(),
      call: null,
    });
  }

  #end(why = new Error('The caller hung up.')): void {
    this.#early?.close().catch(() => undefined);
    this.#stopWaiting();
    this.#gone.abort(why);
  }

  async #openAudio(path: Path, inbox: LegInbox): Promise<AudioSession> {
    const opening = AudioSession.open(this.#options.stack.audio, path, inbox);
    const audio = await opening.catch((error: unknown) => {
      this.#refuse(503);
      const reason = error instanceof Error ? error.message : 'Failed to open the audio of the call.';
      throw new AnswerFailed(reason, { cause: error });
    });
    if (!this.#gone.signal.aborted) return audio;
    audio.close();
    throw this.#gone.signal.reason;
  }

  /** Our answer, or our own offer if the INVITE has none. */
  #describe(audio: AudioSession): string {
    const { body } = this.#options.transaction.incoming.request;
    const description = body.trim() === '' ? audio.offer() : audio.answer(body);
    if (description !== null) return description;
    audio.close();
    this.#refuse(488, [noCommonAudio()]);
    throw new AnswerFailed('The caller offers no supported codec.');
  }

  #establish(audio: AudioSession, inbox: LegInbox): EstablishedCall {
    const { stack, transaction, credentials, isTelephone, route } = this.#options;
    const state = this.#early?.state ?? this.#options.dialog;
    const { flow, request } = transaction.incoming;
    return new EstablishedCall({
      stack,
      dialog: new Dialog(stack, state, { credentials, flow, isTelephone, trunk: route }),
      audio,
      inbox,
      isCaller: false,
      trunk: route,
      peer: request,
      ended: (end) => this.#end(end.kind === 'lost' ? new AnswerFailed(end.reason) : undefined),
    });
  }

  /** Sends the 200. Resolves on its ACK, rejects if the call ends first. */
  async #acceptWith(
    call: EstablishedCall,
    { contact, body }: { contact: Header; body: string },
  ): Promise<void> {
    const { transaction, timer } = this.#options;
    const { request } = transaction.incoming;
    this.#stopWaiting();
    const headers = [contact, ALLOW, SUPPORTED, ...timerHeaders(timer, request), SDP];
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#gone.signal.addEventListener('abort', () => reject(this.#gone.signal.reason), { once: true });
    call.negotiation.awaitAcknowledgement({
      transaction,
      hasOffered: request.body.trim() === '',
      acknowledged: resolve,
    });
    call.negotiation.keep(timer);
    transaction.respond({ status: 200, toTag: this.#tag, headers, body });
    await promise;
  }
}

/**
 * The destination of responses; over TCP and TLS the sent-by port, in case the connection is closed (RFC 3261 18.2.2).
 */
function targetOfCaller({ transport, remoteAddress: address, remotePort }: Flow, { via }: Envelope): Target {
  const listening = via.port ?? (transport === 'tls' ? 5061 : 5060);
  return { transport, address, port: transport === 'udp' ? remotePort : listening, host: via.host };
}
