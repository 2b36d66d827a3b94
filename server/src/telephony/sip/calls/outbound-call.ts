import type { DialEvent, DialFailure, Dialing } from '../../../voice/legs/outbound-route.ts';
import { Credentials } from '../auth/credentials.ts';
import { readMinimum, SESSION_INTERVAL_SECONDS, timerOfAnswer } from '../dialog/session-timer.ts';
import { retryAfterMs } from '../message/retry-after.ts';
import type { SipResponse } from '../message/sip-message.ts';
import type { Stack } from '../stack.ts';
import { after } from '../transaction/timers.ts';
import type { Target } from '../transport/flow.ts';
import { failureOf } from './dial-failure.ts';
import { type DialPlan, mostInvites } from './dial-plan.ts';
import { EstablishedCall } from './established-call.ts';
import { InviteAttempt } from './invite-attempt.ts';
import { MediaWay } from './media-way.ts';
import type { OpenPlan } from './open-invites.ts';
import { PhoneAnswers } from './phone-answers.ts';
import type { Redirects } from './redirects.ts';
import { RingingPhones } from './ringing-phones.ts';
import { SipLeg } from './sip-leg.ts';

export interface OutboundOptions {
  stack: Stack;
  plan: DialPlan;
  ringingTimeMs: number;
  listener: (event: DialEvent) => void;
  /** Resolves when packets may go out: until then all is got ready. What is given up by then sends none. Absent: now. */
  due?: Promise<void> | undefined;
  /** What another process takes back. */
  open: OpenPlan;
  /** Resolves when others know what is about to go out; absent: they do. */
  known?(): Promise<void>;
  /** Absent: whoever is called is called nowhere else. */
  redirects?: Redirects;
  addressOf(target: string): string | null;
  /** Told once, when there is an outcome. */
  settled(): void;
}

/** Why there is no call. */
interface Refusal {
  failure: DialFailure;
  code: string | null;
  reason: string;
}

/** At one server at most: the first, one with a proof, one with a fresh nonce or interval. */
const MAX_TRIES = 4;
/** A server that has not said a word by then is left for the next, where there is one: after three repetitions. */
const SILENCE_MS = 4000;
/** A call that is due at an instant goes out so long after it at most: people's hours may end then. */
const LATEST_MS = 1500;

/** A call that we make, until it is answered or cannot be. */
export class OutboundCall implements Dialing {
  readonly #options: OutboundOptions;
  #plan: DialPlan;
  #open: OpenPlan;
  #credentials: Credentials;
  readonly #phones: RingingPhones;
  readonly #media: MediaWay;
  readonly #answers = new PhoneAnswers();
  #stopRinging: () => void = () => undefined;
  #stopSilence: () => void = () => undefined;
  /** Servers that were not tried yet. */
  #targets: Target[] = [];
  #attempt: InviteAttempt | null = null;
  #call: EstablishedCall | null = null;
  /** At the present server. */
  #tries = 0;
  #sequence = 0;
  /** INVITEs, at all servers together. */
  #most: number;
  #intervalSeconds = SESSION_INTERVAL_SECONDS;
  /** Null: it is not due yet, or was from its beginning. */
  #dueMs: number | null = null;
  #isRinging = false;
  #isSettled = false;

  constructor(options: OutboundOptions) {
    this.#options = options;
    this.#plan = options.plan;
    this.#open = options.open;
    this.#most = mostInvites(options.plan);
    this.#credentials = new Credentials(options.plan.login);
    this.#phones = new RingingPhones(options.stack);
    this.#media = new MediaWay(options.stack, (reason) => this.#call?.lost(reason));
    if (options.due === undefined) this.#limitRinging();
    else
      void options.due.then(() => {
        this.#dueMs = options.stack.clock.monotonicMs();
        this.#limitRinging();
      });
    this.#begin().catch((error: unknown) => this.#fail(noWay(error)));
  }

  cancel(): void {
    this.#giveUp('cancelled', 'It was given up.');
  }

  #limitRinging(): void {
    const { stack, ringingTimeMs } = this.#options;
    if (!this.#isSettled) this.#stopRinging = after(stack.clock, ringingTimeMs, () => this.#rungOut());
  }

  async #begin(): Promise<void> {
    const { stack } = this.#options;
    const plan = this.#plan;
    const home = plan.trunk === undefined ? undefined : stack.homes.get(plan.trunk);
    this.#targets = await stack.routes.targetsOf(plan.destination, home ?? null);
    await this.#options.known?.();
    await this.#next(noWay(null));
  }

  /** Asks the next server that can be reached. @param last why there is no call if there is none */
  async #next(last: Refusal): Promise<void> {
    let refusal = last;
    for (let target = this.#targets.shift(); target !== undefined; target = this.#targets.shift()) {
      if (this.#isSettled) return;
      try {
        if (await this.#reachWhenDue(target)) this.#send(target);
        return;
      } catch (error) {
        refusal = noWay(error);
      }
    }
    this.#fail(refusal);
  }

  /** As `#reach`, and no earlier than it is due. */
  async #reachWhenDue(target: Target): Promise<boolean> {
    const { due } = this.#options;
    const isReached = await this.#reach(target);
    if (due === undefined || !isReached) return isReached;
    await due;
    if (this.#isSettled) return false;
    // A connection may have been closed meanwhile.
    const isReady = this.#media.open?.way.flow.isOpen() === true || (await this.#reach(target));
    // Whoever said that it is due may have meant these seconds and no later ones; a second server may be asked later.
    if (isReady && this.#sequence === 0 && this.#lateMs() > LATEST_MS) {
      throw new Error('There was no way to the server in time.');
    }
    return isReady;
  }

  #lateMs(): number {
    return this.#dueMs === null ? 0 : this.#options.stack.clock.monotonicMs() - this.#dueMs;
  }

  /** @returns false: it was given up meanwhile */
  #reach(target: Target): Promise<boolean> {
    const withinMs = this.#targets.length > 0 ? SILENCE_MS : null;
    return this.#media.reach(target, { plan: this.#plan, withinMs });
  }

  #send(target: Target): void {
    if (this.#media.open === null) return;
    const { way, audio } = this.#media.open;
    const { stack } = this.#options;
    // Another server is asked the very same (RFC 3263 4.3), the same server something new.
    if (this.#tries > 0 || this.#sequence === 0) this.#sequence += 1;
    this.#tries += 1;
    const open = this.#open;
    const attempt: InviteAttempt = new InviteAttempt({
      ...{ stack, plan: this.#plan, target, way, credentials: this.#credentials },
      sequence: this.#sequence,
      intervalSeconds: this.#intervalSeconds,
      body: audio.offer(),
      responded: (response) => {
        open.heard(attempt, response);
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
    if (this.#isSettled || attempt !== this.#attempt || attempt.hasHeard) return;
    attempt.abandon();
    this.#left(attempt, 'timed-out');
  }

  /** Nothing more is awaited of it, though it may ring still. */
  #left(attempt: InviteAttempt, why: 'timed-out' | 'disconnected'): void {
    if (attempt !== this.#attempt) return;
    if (!attempt.hasHeard) this.#options.stack.routes.health.failed(attempt.target);
    const timedOut = { code: '408', reason: 'The server did not answer.' };
    const broken = { code: null, reason: 'The connection to the server broke.' };
    this.#moveOn({ failure: 'unavailable', ...(why === 'timed-out' ? timedOut : broken) });
  }

  #leave(): void {
    this.#attempt = null;
    this.#tries = 0;
    this.#phones.close();
    this.#stopSilence();
  }

  #moveOn(refusal: Refusal): void {
    this.#leave();
    this.#next(refusal).catch((error: unknown) => this.#fail(noWay(error)));
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
    if (status > 100) this.#phones.heard(invite, response);
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
        this.#fail(noWay(error)),
      );
    }
  }

  /** Goes where the server says that whoever is called is to be called. */
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

  /** A proof of who we are, or a longer interval, may be all that is missing. */
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
    const known = this.#answers.known(response);
    if (known !== null) attempt.acknowledge(known);
    else if (this.#isSettled || attempt !== this.#attempt) this.#answers.dismiss(attempt, response);
    else this.#establish(attempt, response);
  }

  #establish(attempt: InviteAttempt, response: SipResponse): void {
    const ready = this.#media.open;
    const description = this.#phones.descriptionOf(response);
    const dialog = this.#answers.take(attempt, response);
    if (dialog === null || ready === null) {
      this.#fail({ failure: 'unavailable', code: null, reason: 'The answer cannot be used.' });
      return;
    }
    if (description === null || !ready.audio.takeAnswer(description)) {
      dialog.request('BYE', {}, () => undefined);
      const reason = 'The answer has no codec, or no key, that we speak.';
      this.#fail({ failure: 'unavailable', code: '488', reason });
      return;
    }
    this.#settle();
    const { stack, listener, addressOf } = this.#options;
    const { audio, inbox } = ready;
    const ended = (): void => this.#release();
    const call = new EstablishedCall({ stack, dialog, audio, inbox, isCaller: true, peer: response, ended });
    this.#call = call;
    call.negotiation.keep(timerOfAnswer(response));
    const leg = new SipLeg({ call, audio, inbox, addressOf });
    listener({ type: 'answered', leg, carrierCallId: this.#plan.callId });
  }

  /** The INVITE's transaction knows us for half a minute; what weighs something need not wait for that. */
  #release(): void {
    this.#media.release();
    this.#call = null;
  }

  #rungOut(): void {
    if (this.#attempt?.hasHeard === true) this.#giveUp('no-answer', 'It rang long enough.');
    else this.#giveUp('unavailable', 'The server did not answer.');
  }

  #giveUp(failure: DialFailure, reason: string): void {
    if (this.#isSettled) return;
    this.#fail({ failure, code: null, reason });
    this.#attempt?.takeBack();
  }

  #fail(refusal: Refusal): void {
    if (this.#isSettled) return;
    this.#settle();
    this.#media.close();
    // Whoever dialled may not have been told yet what it dialled.
    queueMicrotask(() => this.#options.listener({ type: 'failed', ...refusal }));
  }

  #settle(): void {
    this.#phones.close();
    this.#isSettled = true;
    this.#stopRinging();
    this.#stopSilence();
    this.#open.close();
    this.#options.settled();
  }
}

function noWay(error: unknown): Refusal {
  const reason = error instanceof Error ? error.message : 'There is no way to the server.';
  return { failure: 'unavailable', code: null, reason };
}
