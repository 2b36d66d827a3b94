import { randomInt } from 'node:crypto';
import { after } from '../../../core/after.ts';
import type { Clock } from '../../../core/clock.ts';
import { ALLOW, SUPPORTED } from '../dialog/contact.ts';
import { allowedMethods, type Dialog } from '../dialog/dialog.ts';
import { dueInMs, type SessionTimer, timerOfAnswer, timerOfRequest } from '../dialog/session-timer.ts';
import { timerHeaders, timerOffer } from '../dialog/timer-headers.ts';
import type { Header, SipMessage, SipRequest, SipResponse } from '../message/sip-message.ts';
import { noCommonAudio } from '../sdp/audio-terms.ts';
import type { Stack } from '../stack.ts';
import { TRANSACTION_TIMEOUT_MS } from '../transaction/machine.ts';
import type { ServerTransaction } from '../transaction/server-transaction.ts';
import type { AudioSession } from './audio-session.ts';

export interface NegotiationOptions {
  stack: Stack;
  dialog: Dialog;
  audio: AudioSession;
  /** True if we sent the INVITE; decides the retry delay after a glare (RFC 3261 14.1). */
  isCaller: boolean;
  /** The peer's INVITE or 2xx. */
  peer: SipMessage;
  /** Called when the call must end. */
  broken(reason: string): void;
}

interface Unacknowledged {
  transaction: ServerTransaction;
  /** True if our 2xx contains an offer, so that the ACK contains the answer. */
  hasOffered: boolean;
  acknowledged(): void;
}

const CANNOT_UPDATE = new Set([405, 501]);
const SDP: Header = { name: 'content-type', value: 'application/sdp' };

/** Re-INVITE and UPDATE of both sides: hold, new media addresses, session refreshes. */
export class Renegotiation {
  readonly #options: NegotiationOptions;
  readonly #keeper: SessionKeeper;
  #canUpdate: boolean;
  #isInviting = false;
  #isStopped = false;
  /** Cancels the timeout of our refresh. */
  #stopWaiting: () => void = () => undefined;
  #unacknowledged: Unacknowledged | null = null;

  constructor(options: NegotiationOptions) {
    this.#options = options;
    this.#canUpdate = allowedMethods(options.peer).has('UPDATE');
    this.#keeper = new SessionKeeper(options.stack.clock, (timer) => this.#onTimer(timer));
  }

  keep(timer: SessionTimer | null): void {
    this.#keeper.keep(timer);
  }

  stop(): void {
    this.#isStopped = true;
    this.#stopWaiting();
    this.#keeper.stop();
  }

  /** Stops retransmitting a 2xx that will not be acknowledged. */
  peerLeft(): void {
    const waiting = this.#unacknowledged?.transaction;
    this.#unacknowledged = null;
    if (waiting === undefined) return;
    waiting.listener = null;
    waiting.acknowledged();
  }

  /** The dialog was replaced: nothing more is sent or expected within it. */
  replaced(): void {
    const waiting = this.#unacknowledged;
    this.stop();
    this.peerLeft();
    waiting?.acknowledged();
  }

  /** Waits for the ACK of our 2xx, which is retransmitted until then. */
  awaitAcknowledgement(waiting: Unacknowledged): void {
    this.#unacknowledged = waiting;
    waiting.transaction.listener = {
      canceled: () => undefined,
      timedOut: () => this.#options.broken('The peer did not acknowledge the answer.'),
    };
  }

  acknowledged(request: SipRequest, sequence: number): void {
    const waiting = this.#unacknowledged;
    if (waiting === null || waiting.transaction.incoming.envelope.cseq.number !== sequence) return;
    this.#unacknowledged = null;
    waiting.transaction.acknowledged();
    // The transaction lives for another 32 seconds; do not keep the call that long.
    waiting.transaction.listener = null;
    const { audio } = this.#options;
    // A peer that asked for an offer only to refresh the session does not answer it; the audio stays as it is.
    const isUnanswered = request.body.trim() === '' && audio.isAgreed();
    if (waiting.hasOffered && !isUnanswered && !audio.takeAnswer(request.body)) {
      this.#options.broken('The peer offers no supported codec.');
    } else waiting.acknowledged();
  }

  /** Handles a re-INVITE or UPDATE. */
  requested(transaction: ServerTransaction): void {
    const { request } = transaction.incoming;
    const timer = timerOfRequest(request);
    const refusal = this.#refusalOf(request, timer);
    if (refusal !== null || timer === 'too-small') {
      transaction.respond({ status: 422, toTag: null, ...refusal });
      return;
    }
    const body = this.#bodyFor(request);
    if (body === null) {
      transaction.respond({
        status: 488,
        toTag: null,
        headers: [noCommonAudio(this.#options.audio.mustEncrypt)],
      });
      return;
    }
    this.#options.dialog.refreshTarget(request);
    this.#answer(transaction, { timer, body }).catch(() => this.#options.broken('The peer is unreachable.'));
  }

  /** One offer/answer exchange at a time (RFC 3261 14.2, RFC 3311 5.2). */
  #refusalOf(
    { method }: SipRequest,
    timer: SessionTimer | 'too-small' | null,
  ): { status: number; headers: Header[] } | null {
    if (this.#isInviting) return { status: 491, headers: [] };
    if (method === 'INVITE' && this.#unacknowledged !== null) {
      return { status: 500, headers: [{ name: 'retry-after', value: String(randomInt(0, 11)) }] };
    }
    return timer === 'too-small' ? { status: 422, headers: timerOffer(null).minimum } : null;
  }

  /** Our answer, or our offer if a re-INVITE has none; null if not acceptable. */
  #bodyFor({ method, body }: SipRequest): string | null {
    if (body.trim() !== '') return this.#options.audio.answer(body);
    return method === 'INVITE' ? this.#options.audio.offer() : '';
  }

  async #answer(
    transaction: ServerTransaction,
    { timer, body }: { timer: SessionTimer | null; body: string },
  ): Promise<void> {
    const { request } = transaction.incoming;
    const headers = [
      await this.#options.dialog.contact(),
      ALLOW,
      SUPPORTED,
      ...timerHeaders(timer, request),
      ...(body === '' ? [] : [SDP]),
    ];
    transaction.respond({ status: 200, toTag: null, headers, body });
    this.#keeper.keep(timer);
    if (request.method !== 'INVITE') return;
    const hasOffered = request.body.trim() === '';
    this.awaitAcknowledgement({ transaction, hasOffered, acknowledged: () => undefined });
  }

  #onTimer(timer: SessionTimer): void {
    if (timer.refresher === 'remote') this.#options.broken('The peer did not refresh the session.');
    else this.#refresh(timer);
  }

  #refresh(timer: SessionTimer): void {
    const { dialog, audio } = this.#options;
    const method = this.#canUpdate ? 'UPDATE' : 'INVITE';
    const body = method === 'INVITE' ? audio.refresh() : '';
    const headers = [ALLOW, SUPPORTED, ...timerOffer(timer.intervalSeconds).headers];
    this.#isInviting = true;
    const late = new AbortController();
    const waitMs = Math.min(TRANSACTION_TIMEOUT_MS, dueInMs(timer) / 4);
    this.#stopWaiting = after(this.#options.stack.clock, waitMs, () => late.abort());
    dialog.request(method, { headers, body, signal: late.signal }, (response, sequence) => {
      if (response !== null && response.status < 300 && method === 'INVITE') dialog.acknowledge(sequence);
      // A retransmitted 2xx needs only its ACK.
      if (!this.#isInviting || this.#isStopped) return;
      this.#isInviting = false;
      this.#stopWaiting();
      this.#refreshed(response, timer);
    });
  }

  #refreshed(response: SipResponse | null, timer: SessionTimer): void {
    const { dialog, audio, broken } = this.#options;
    if (response === null || response.status === 408 || response.status === 481) {
      broken('The peer does not respond.');
    } else if (response.status < 300) {
      dialog.refreshTarget(response);
      if (response.body !== '') audio.takeAnswer(response.body);
      this.#keeper.keep(timerOfAnswer(response));
    } else if (this.#canUpdate && CANNOT_UPDATE.has(response.status)) {
      // A proxy rejects UPDATE although the peer allows it.
      this.#canUpdate = false;
      this.#refresh(timer);
    } else if (response.status === 491) this.#keeper.tryAgain(timer, this.#pauseAfterGlareMs());
    // Retry within the second half of the interval; the peer hangs up at its end.
    else this.#keeper.tryAgain(timer, dueInMs(timer) / 4);
  }

  /** RFC 3261 14.1: different ranges so that both sides do not collide again. */
  #pauseAfterGlareMs(): number {
    return this.#options.isCaller ? randomInt(210, 401) * 10 : randomInt(0, 201) * 10;
  }
}

/** The session timer (RFC 4028): fires when we must refresh, or when the peer's refresh is overdue. */
class SessionKeeper {
  readonly #clock: Clock;
  readonly #due: (timer: SessionTimer) => void;
  #stop: () => void = () => undefined;
  #isOver = false;

  constructor(clock: Clock, due: (timer: SessionTimer) => void) {
    this.#clock = clock;
    this.#due = due;
  }

  /** Restarts the timer. @param timer null for no session timer */
  keep(timer: SessionTimer | null): void {
    this.#stop();
    if (timer !== null) this.tryAgain(timer, dueInMs(timer));
  }

  /** Schedules the next try after a failed refresh. */
  tryAgain(timer: SessionTimer, pauseMs: number): void {
    this.#stop();
    if (!this.#isOver) this.#stop = after(this.#clock, pauseMs, () => this.#due(timer));
  }

  stop(): void {
    this.#isOver = true;
    this.#stop();
  }
}
