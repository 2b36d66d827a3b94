import { after } from '../../../core/after.ts';
import type { LegEnd } from '../../../voice/legs/media-leg.ts';
import type { DialEvent, DialFailure, Dialing, RingingListener } from '../../../voice/legs/outbound-route.ts';
import { Credentials } from '../auth/credentials.ts';
import { type DialPlan, mostInvites } from '../dialog/dial-plan.ts';
import type { Dialog } from '../dialog/dialog.ts';
import { ANSWERED_ELSEWHERE, reasonHeader } from '../dialog/reason.ts';
import type { ReplaceableCall, Replacement } from '../dialog/replaces.ts';
import { readMinimum, SESSION_INTERVAL_SECONDS, timerOfAnswer } from '../dialog/session-timer.ts';
import { readEnvelope } from '../message/envelope.ts';
import { copyOf } from '../message/message-text.ts';
import { type Header, headerOf, type SipRequest, type SipResponse } from '../message/sip-message.ts';
import type { Stack } from '../stack.ts';
import type { Target } from '../transport/flow.ts';
import { acceptReplacement } from './accept-replacement.ts';
import { failureOf } from './dial-failure.ts';
import { EarlyDialogs } from './early-dialogs.ts';
import { EstablishedCall } from './established-call.ts';
import { InviteAttempt } from './invite-attempt.ts';
import { MediaPath, type OpenPath } from './media-path.ts';
import type { OpenPlan } from './open-invites.ts';
import type { Redirects } from './redirects.ts';
import type { ReferralTo } from './referral.ts';
import { SipLeg } from './sip-leg.ts';

export interface OutboundOptions {
  stack: Stack;
  plan: DialPlan;
  ringingTimeMs: number;
  listener: (event: DialEvent) => void;
  /** Receives the audio before the answer; absent to ignore it. */
  ringing?: RingingListener | undefined;
  /** Tracks open INVITEs, so that another process can cancel them if this one dies. */
  open: OpenPlan;
  /** Stores the pending hang-ups before the first INVITE; absent if already stored. */
  store?(): Promise<void>;
  /** Absent to follow no redirects. */
  redirects?: Redirects;
  referralTo: ReferralTo;
  /** Called once, with the outcome known. */
  settled(): void;
}

interface Refusal {
  failure: DialFailure;
  code: string | null;
  reason: string;
}

/** Why the call is canceled. */
export type CancelCause = 'canceled' | 'timed-out' | 'answered-elsewhere';

const CANCEL_REASONS: Record<CancelCause, Header> = {
  canceled: reasonHeader(16),
  'timed-out': reasonHeader(19),
  'answered-elsewhere': ANSWERED_ELSEWHERE,
};

/** INVITEs per server: the first, with credentials, with a fresh nonce, with a longer interval. */
const MAX_TRIES = 4;
/** The next server is tried if the current one is silent for this long, after three retransmissions. */
const SILENCE_MS = 4000;

export class OutboundCall implements Dialing, ReplaceableCall {
  readonly isAnswered = false;
  readonly #options: OutboundOptions;
  #plan: DialPlan;
  #open: OpenPlan;
  #credentials: Credentials;
  readonly #earlyDialogs: EarlyDialogs;
  readonly #media: MediaPath;
  readonly #answeredDialogs = new AnsweredDialogs();
  #stopRinging: () => void = () => undefined;
  #stopSilence: () => void = () => undefined;
  /** Servers not tried yet. */
  #targets: Target[] = [];
  #attempt: InviteAttempt | null = null;
  #call: EstablishedCall | null = null;
  /** INVITEs sent to the current server. */
  #tries = 0;
  #sequence = 0;
  /** Limit of INVITEs at all servers together. */
  #most: number;
  #intervalSeconds = SESSION_INTERVAL_SECONDS;
  #isRinging = false;
  #isSettled = false;
  /** True after the event `answered`. */
  #isAnnounced = false;

  constructor(options: OutboundOptions) {
    this.#options = options;
    this.#plan = options.plan;
    this.#open = options.open;
    this.#most = mostInvites(options.plan);
    this.#credentials = new Credentials(options.plan.login);
    this.#earlyDialogs = new EarlyDialogs(options.stack, this);
    this.#media = new MediaPath(options.stack, (reason) => this.#call?.lost(reason));
    const { stack, ringingTimeMs } = options;
    this.#stopRinging = after(stack.clock, ringingTimeMs, () => this.#ringingTimedOut());
    this.#begin().catch((error: unknown) => this.#fail(unreachable(error)));
  }

  get trunk(): string | null {
    return this.#plan.trunk ?? this.#plan.extension ?? null;
  }

  get isOver(): boolean {
    return this.#isSettled;
  }

  /** Cancels our INVITE. The call counts as answered when the new phone has acknowledged our answer. */
  async replaceDialog(replacement: Replacement): Promise<void> {
    const ready = this.#media.open;
    if (ready === null)
      return replacement.transaction.respond({ status: 603, toTag: replacement.state.localTag });
    let call: EstablishedCall | null = null;
    await acceptReplacement(this.#options.stack, replacement, {
      audio: () => (this.#isSettled || ready !== this.#media.open ? null : ready.audio),
      moveTo: (dialog, peer) => {
        this.#settle();
        this.#attempt?.cancel(ANSWERED_ELSEWHERE);
        call = this.#callIn(dialog, ready, peer);
        return call;
      },
      acknowledged: () => {
        if (call?.isOver === false) this.#announce(call, ready);
      },
    });
  }

  cancel(cause: CancelCause = 'canceled'): void {
    // Another phone may have taken the call over without an acknowledgement yet.
    if (!this.#isAnnounced) this.#call?.hangUp();
    this.#giveUp({ failure: 'canceled', code: null, reason: 'The call was canceled.' }, cause);
  }

  async #begin(): Promise<void> {
    const { stack } = this.#options;
    const plan = this.#plan;
    const home = plan.trunk === undefined ? undefined : stack.registeredFlows.get(plan.trunk);
    this.#targets = await stack.routes.targetsOf(plan.destination, home ?? null);
    await this.#options.store?.();
    await this.#next(unreachable(null));
  }

  /** Tries the next reachable server. @param last failure to report if all are tried */
  async #next(last: Refusal): Promise<void> {
    let refusal = last;
    for (let target = this.#targets.shift(); target !== undefined; target = this.#targets.shift()) {
      if (this.#isSettled) return;
      try {
        if (await this.#reach(target)) this.#send(target);
        return;
      } catch (error) {
        refusal = unreachable(error);
      }
    }
    this.#fail(refusal);
  }

  /** @returns false if canceled while connecting */
  #reach(target: Target): Promise<boolean> {
    const withinMs = this.#targets.length > 0 ? SILENCE_MS : null;
    return this.#media.reach(target, { plan: this.#plan, withinMs });
  }

  #send(target: Target): void {
    if (this.#media.open === null) return;
    const { path, audio } = this.#media.open;
    const { stack } = this.#options;
    // Another server gets the same CSeq (RFC 3263 4.3), a retry at the same server a new one.
    if (this.#tries > 0 || this.#sequence === 0) this.#sequence += 1;
    this.#tries += 1;
    const open = this.#open;
    const attempt: InviteAttempt = new InviteAttempt({
      stack,
      plan: this.#plan,
      target,
      path,
      credentials: this.#credentials,
      sequence: this.#sequence,
      intervalSeconds: this.#intervalSeconds,
      body: audio.offer(),
      responded: (response) => {
        open.received(attempt, response);
        this.#responded(attempt, response);
      },
      lost: (why) => {
        open.over(attempt);
        this.#left(attempt, why);
      },
    });
    this.#attempt = attempt;
    open.sent(attempt);
    this.#stopSilence();
    if (this.#targets.length === 0) return;
    this.#stopSilence = after(stack.clock, SILENCE_MS, () => this.#silent(attempt));
  }

  #silent(attempt: InviteAttempt): void {
    if (this.#isSettled || attempt !== this.#attempt || attempt.hasResponse) return;
    attempt.abandon();
    this.#left(attempt, 'timed-out');
  }

  /** The attempt failed without a final response; it may still ring. */
  #left(attempt: InviteAttempt, why: 'timed-out' | 'disconnected'): void {
    if (attempt !== this.#attempt) return;
    if (!attempt.hasResponse) this.#options.stack.routes.health.failed(attempt.target);
    const timedOut = { code: '408', reason: 'The server did not answer.' };
    const broken = { code: null, reason: 'The connection to the server was lost.' };
    this.#moveOn({ failure: 'unavailable', ...(why === 'timed-out' ? timedOut : broken) });
  }

  #leave(): void {
    this.#attempt = null;
    this.#tries = 0;
    this.#earlyDialogs.close();
    this.#stopSilence();
  }

  #moveOn(refusal: Refusal): void {
    this.#leave();
    this.#next(refusal).catch((error: unknown) => this.#fail(unreachable(error)));
  }

  #responded(attempt: InviteAttempt, response: SipResponse): void {
    const { health } = this.#options.stack.routes;
    const { status } = response;
    const pauseMs = status === 503 ? retryAfterMs(response) : null;
    if (pauseMs === null) health.worked(attempt.target);
    else health.failed(attempt.target, pauseMs);
    if (status >= 200 && status < 300) this.#answered(attempt, response);
    else if (this.#isSettled || attempt !== this.#attempt) return;
    else if (status < 200) this.#progressed(attempt, response);
    else this.#refused(attempt, response);
  }

  #progressed({ invite }: InviteAttempt, response: SipResponse): void {
    const { status } = response;
    const { ringing } = this.#options;
    const description = status > 100 ? this.#earlyDialogs.provisional(invite, response) : null;
    if (description !== null && ringing !== undefined) {
      this.#media.open?.audio.receiveEarly(description, ringing);
    }
    if (this.#isRinging || (status !== 180 && status !== 183)) return;
    this.#isRinging = true;
    this.#options.listener({ type: 'ringing' });
  }

  #refused(attempt: InviteAttempt, response: SipResponse): void {
    const { target } = attempt;
    const { status, reason } = response;
    const refusal = { failure: failureOf(status, this.#isRinging), code: String(status), reason };
    if (this.#triesAgain(response)) this.#send(target);
    else if (status === 503) this.#moveOn(refusal);
    else if (status >= 400 || this.#options.redirects === undefined) this.#fail(refusal);
    else {
      this.#leave();
      this.#follow(this.#options.redirects, { attempt, response, refusal }).catch((error: unknown) =>
        this.#fail(unreachable(error)),
      );
    }
  }

  /** Follows a redirect (3xx) to another destination. */
  async #follow(
    redirects: Redirects,
    { attempt, response, refusal }: { attempt: InviteAttempt; response: SipResponse; refusal: Refusal },
  ): Promise<void> {
    const redirect = await redirects.follow(this.#plan, response, { attempt, sent: this.#sequence });
    if (redirect === null) return this.#fail(refusal);
    this.#open.close();
    this.#open = redirect.open;
    if (this.#isSettled) return this.#open.close();
    this.#plan = redirect.plan;
    this.#most = redirect.most;
    this.#targets = redirect.targets;
    this.#credentials = new Credentials(redirect.plan.login);
    this.#sequence += 1;
    await this.#next(refusal);
  }

  /** True if credentials or a longer session interval allow a retry. */
  #triesAgain(response: SipResponse): boolean {
    const isLast = this.#tries >= MAX_TRIES || this.#sequence >= this.#most;
    if (isLast) return false;
    const { status } = response;
    if (status === 401 || status === 407) return this.#credentials.learn(response, this.#tries === 1);
    if (status !== 422) return false;
    const minimum = readMinimum(response) ?? 0;
    if (minimum <= this.#intervalSeconds || minimum > 86_400) return false;
    this.#intervalSeconds = minimum;
    return true;
  }

  #answered(attempt: InviteAttempt, response: SipResponse): void {
    const known = this.#answeredDialogs.known(response);
    if (known !== null) attempt.acknowledge(known);
    else if (this.#isSettled || attempt !== this.#attempt) this.#answeredDialogs.dismiss(attempt, response);
    else this.#establish(attempt, response);
  }

  #establish(attempt: InviteAttempt, response: SipResponse): void {
    const ready = this.#media.open;
    const description = this.#earlyDialogs.descriptionOf(response);
    const dialog = this.#answeredDialogs.take(attempt, response);
    if (dialog === null || ready === null) {
      this.#fail({ failure: 'unavailable', code: null, reason: 'The server sent an invalid response.' });
      return;
    }
    if (description === null || !ready.audio.takeAnswer(description)) {
      dialog.request('BYE', { headers: [reasonHeader(88)] }, () => undefined);
      const reason = 'The SDP answer has no supported codec or encryption key.';
      this.#fail({ failure: 'unavailable', code: '488', reason });
      return;
    }
    this.#settle();
    const call = this.#callIn(dialog, ready, response);
    call.negotiation.keep(timerOfAnswer(response));
    this.#announce(call, ready);
  }

  /** @param peer the phone's 2xx, or the INVITE of a phone that has taken the call over */
  #callIn(dialog: Dialog, { audio, inbox }: OpenPath, peer: SipRequest | SipResponse): EstablishedCall {
    const call = new EstablishedCall({
      stack: this.#options.stack,
      dialog,
      audio,
      inbox,
      isCaller: peer.kind === 'response',
      trunk: this.trunk,
      peer,
      ended: (end) => this.#ended(end),
    });
    this.#call = call;
    return call;
  }

  #announce(call: EstablishedCall, { audio, inbox }: OpenPath): void {
    const { listener, referralTo } = this.#options;
    this.#isAnnounced = true;
    const leg = new SipLeg({ call, audio, inbox, referralTo });
    listener({ type: 'answered', leg, carrierCallId: this.#plan.callId });
  }

  #ended({ kind }: LegEnd): void {
    this.#release();
    if (this.#isAnnounced) return;
    const reason = 'The phone that took the call over left it.';
    const failure = kind === 'local-hang-up' ? 'canceled' : 'unavailable';
    queueMicrotask(() => this.#options.listener({ type: 'failed', failure, code: null, reason }));
  }

  /** Frees the call's memory now: its INVITE transaction would keep this object for another 32 seconds. */
  #release(): void {
    this.#media.release();
    this.#call = null;
    this.#attempt?.leave(this.#answeredDialogs.acknowledgements());
  }

  #ringingTimedOut(): void {
    const isRinging = this.#attempt?.hasResponse === true;
    const refusal: Refusal = isRinging
      ? { failure: 'no-answer', code: null, reason: 'The ringing timed out.' }
      : { failure: 'unavailable', code: null, reason: 'The server did not answer.' };
    this.#giveUp(refusal, 'timed-out');
  }

  #giveUp(refusal: Refusal, cause: CancelCause): void {
    if (this.#isSettled) return;
    this.#fail(refusal);
    this.#attempt?.cancel(CANCEL_REASONS[cause]);
  }

  #fail(refusal: Refusal): void {
    if (this.#isSettled) return;
    this.#settle();
    this.#media.close();
    // The caller must receive the Dialing first.
    queueMicrotask(() => this.#options.listener({ type: 'failed', ...refusal }));
  }

  #settle(): void {
    this.#earlyDialogs.close();
    this.#isSettled = true;
    this.#stopRinging();
    this.#stopSilence();
    this.#open.close();
    this.#options.settled();
  }
}

function unreachable(error: unknown): Refusal {
  const reason = error instanceof Error ? error.message : 'The server is unreachable.';
  return { failure: 'unavailable', code: null, reason };
}

/** Further answers to one call are ignored. */
const MAX_ANSWERS = 9;

/** Dialogs of all 2xx responses to one INVITE: the first is the call, the others are hung up. */
class AnsweredDialogs {
  readonly #byTag = new Map<string, Dialog>();

  /** The dialog of a retransmitted 2xx; null if the 2xx is new. */
  known(response: SipResponse): Dialog | null {
    return this.#byTag.get(readEnvelope(response)?.toTag ?? '') ?? null;
  }

  /** Acknowledges a new 2xx and returns its dialog; null if it creates no dialog. */
  take(attempt: InviteAttempt, response: SipResponse): Dialog | null {
    const dialog = attempt.dialogOf(response);
    if (dialog !== null) this.#byTag.set(dialog.state.remoteTag, dialog);
    return dialog;
  }

  /** Repeats the ACK of each 2xx, by its tag. */
  acknowledgements(): Map<string, () => void> {
    const all = new Map<string, () => void>();
    for (const [tag, dialog] of this.#byTag) {
      const repeat = dialog.repeatedAcknowledgement();
      if (repeat !== null) all.set(copyOf(tag), repeat);
    }
    return all;
  }

  /** Hangs up an answer that crossed our CANCEL or came from a second phone. */
  dismiss(attempt: InviteAttempt, response: SipResponse): void {
    if (this.#byTag.size < MAX_ANSWERS) {
      this.take(attempt, response)?.request('BYE', { headers: [reasonHeader(16)] }, () => undefined);
    }
  }
}

/** The Retry-After value (RFC 3261 20.33) in milliseconds; null if absent. */
function retryAfterMs(response: SipResponse): number | null {
  const [digits] = /^\d{1,9}(?=\s|;|\(|$)/.exec(headerOf(response, 'retry-after') ?? '') ?? [];
  return digits === undefined ? null : Number(digits) * 1000;
}
