import type { DialEvent, DialFailure, Dialing } from '../../../voice/legs/line.ts';
import { Credentials } from '../auth/credentials.ts';
import { Dialog } from '../dialog/dialog.ts';
import { dialogOfAnswer } from '../dialog/dialog-state.ts';
import { readMinimum, SESSION_INTERVAL_SECONDS, timerOfAnswer } from '../dialog/session-timer.ts';
import { readEnvelope } from '../message/envelope.ts';
import type { Header, SipResponse } from '../message/sip-message.ts';
import type { Stack } from '../stack.ts';
import type { ClientTransaction } from '../transaction/client-transaction.ts';
import { after } from '../transaction/timers.ts';
import type { Way } from '../transaction/transactions.ts';
import { AudioSession } from './audio-session.ts';
import { failureOf } from './dial-failure.ts';
import { type DialPlan, inviteOf } from './dial-plan.ts';
import { EstablishedCall } from './established-call.ts';
import { LegInbox } from './leg-inbox.ts';
import { RingingPhones } from './ringing-phones.ts';
import { SipLeg } from './sip-leg.ts';

export interface OutboundOptions {
  stack: Stack;
  plan: DialPlan;
  ringingTimeMs: number;
  listener: (event: DialEvent) => void;
  addressOf(target: string): string | null;
  /** Told once, when there is an outcome. */
  settled(): void;
}

/** What is there once packets can flow. */
interface Ready {
  way: Way;
  audio: AudioSession;
  inbox: LegInbox;
}

/** At most: the first, one with a proof, one with a fresh nonce or interval. */
const MAX_TRIES = 4;
/** Answers of further telephones, which are hung up; those of more of them are not heard. */
const MAX_DISMISSED = 8;

/** A call that we make, until it is answered or cannot be. */
export class OutboundCall implements Dialing {
  readonly #options: OutboundOptions;
  readonly #credentials: Credentials;
  readonly #stopRinging: () => void;
  #ready: Ready | null = null;
  #invite: ClientTransaction | null = null;
  #call: EstablishedCall | null = null;
  #dialog: Dialog | null = null;
  readonly #phones: RingingPhones;
  /** By the tag of each telephone whose answer came too late. */
  readonly #dismissed = new Map<string, Dialog>();
  #sequence = 0;
  #intervalSeconds = SESSION_INTERVAL_SECONDS;
  #hasHeard = false;
  #isRinging = false;
  #isSettled = false;

  constructor(options: OutboundOptions) {
    this.#options = options;
    this.#credentials = new Credentials(options.plan.login);
    this.#phones = new RingingPhones(options.stack);
    this.#stopRinging = after(options.stack.clock, options.ringingTimeMs, () => this.#rungOut());
    this.#begin().catch((error: unknown) =>
      this.#fail('unavailable', { code: null, reason: reasonOf(error) }),
    );
  }

  cancel(): void {
    this.#giveUp('cancelled', 'It was given up.');
  }

  async #begin(): Promise<void> {
    const { stack, plan } = this.#options;
    const way = await stack.wayTo(plan.destination);
    const inbox = new LegInbox();
    const audio = await AudioSession.open(stack.audio, way.localAddress, {
      frame: (samples, positionMs) => inbox.frame(samples, positionMs),
      digit: (digit) => inbox.digit(digit),
      lost: (reason) => this.#call?.lost(reason),
    });
    if (this.#isSettled) return audio.close();
    this.#ready = { way, audio, inbox };
    this.#send(this.#ready);
  }

  #send({ way, audio }: Ready): void {
    const { stack, plan } = this.#options;
    this.#sequence += 1;
    const proofs = this.#credentials.headersFor('INVITE', plan.to);
    const request = inviteOf(plan, {
      sequence: this.#sequence,
      way,
      proofs,
      intervalSeconds: this.#intervalSeconds,
      body: audio.offer(),
    });
    this.#hasHeard = false;
    this.#invite = stack.transactions.request(request, way, {
      response: (response) => this.#responded(response, proofs),
      timedOut: () => this.#fail('unavailable', { code: '408', reason: 'The server did not answer.' }),
    });
  }

  #responded(response: SipResponse, proofs: readonly Header[]): void {
    if (response.status < 200) this.#progressed(response);
    else if (response.status < 300) this.#answered(response, proofs);
    else if (!this.#triesAgain(response)) {
      const { status, reason } = response;
      this.#fail(failureOf(status), { code: String(status), reason });
    }
  }

  #progressed(response: SipResponse): void {
    const { status } = response;
    if (status > 100 && !this.#isSettled && this.#invite !== null) {
      this.#phones.heard(this.#invite, response);
    }
    const isFirst = !this.#hasHeard;
    this.#hasHeard = true;
    // Before the first word of the server there was nothing to cancel (RFC 3261 9.1).
    if (this.#isSettled && isFirst) this.#cancelInvite();
    if (this.#isSettled || this.#isRinging || (status !== 180 && status !== 183)) return;
    this.#isRinging = true;
    this.#options.listener({ type: 'ringing' });
  }

  /** A proof of who we are, or a longer interval, may be all that is missing. */
  #triesAgain(response: SipResponse): boolean {
    if (this.#isSettled || this.#ready === null || this.#sequence >= MAX_TRIES) return false;
    const { status } = response;
    if (status === 401 || status === 407) {
      if (!this.#credentials.learn(response, this.#sequence === 1)) return false;
    } else if (status === 422) {
      const minimum = readMinimum(response) ?? 0;
      if (minimum <= this.#intervalSeconds || minimum > 86_400) return false;
      this.#intervalSeconds = minimum;
    } else return false;
    this.#send(this.#ready);
    return true;
  }

  #answered(response: SipResponse, proofs: readonly Header[]): void {
    const sequence = this.#sequence;
    const tag = readEnvelope(response)?.toTag ?? null;
    const isEstablished = this.#dialog?.state.remoteTag === tag;
    const known = isEstablished ? this.#dialog : this.#dismissed.get(tag ?? '');
    if (known != null) known.acknowledge(sequence, { headers: proofs });
    else if (this.#isSettled) this.#dismiss(response, proofs);
    else this.#establish(response, proofs);
  }

  #establish(response: SipResponse, proofs: readonly Header[]): void {
    const ready = this.#ready;
    const description = this.#phones.descriptionOf(response);
    const dialog = this.#found(response, proofs);
    if (dialog === null || ready === null) {
      this.#fail('unavailable', { code: null, reason: 'The answer cannot be used.' });
      return;
    }
    this.#dialog = dialog;
    if (description === null || !ready.audio.takeAnswer(description)) {
      dialog.request('BYE', {}, () => undefined);
      this.#fail('unavailable', { code: '488', reason: 'The answer has no codec that we speak.' });
      return;
    }
    this.#settle();
    const { stack, listener, addressOf } = this.#options;
    const { audio, inbox } = ready;
    const call = new EstablishedCall({
      stack,
      dialog,
      audio,
      inbox,
      isCaller: true,
      peer: response,
      ended: () => this.#release(),
    });
    this.#call = call;
    call.negotiation.keep(timerOfAnswer(response));
    const leg = new SipLeg({ call, audio, inbox, addressOf });
    listener({ type: 'answered', leg, carrierCallId: this.#options.plan.callId });
  }

  /** An answer that crossed our giving up, or a second one from another phone: hung up. */
  #dismiss(response: SipResponse, proofs: readonly Header[]): void {
    if (this.#dismissed.size === MAX_DISMISSED) return;
    const dialog = this.#found(response, proofs);
    if (dialog === null) return;
    this.#dismissed.set(dialog.state.remoteTag, dialog);
    dialog.request('BYE', {}, () => undefined);
  }

  /** The dialog of an answer, acknowledged. */
  #found(response: SipResponse, headers: readonly Header[]): Dialog | null {
    const invite = this.#invite;
    const state = invite === null ? null : dialogOfAnswer(invite.request, response);
    if (invite === null || state === null) return null;
    const credentials = this.#credentials.ofKnownRealms();
    const dialog = new Dialog(this.#options.stack, state, { credentials, flow: invite.flow });
    dialog.acknowledge(this.#sequence, { headers });
    return dialog;
  }

  /** The INVITE's transaction knows us for half a minute; what weighs something need not wait for that. */
  #release(): void {
    this.#ready = null;
    this.#call = null;
  }

  #rungOut(): void {
    if (this.#hasHeard) this.#giveUp('no-answer', 'It rang long enough.');
    else this.#giveUp('unavailable', 'The server did not answer.');
  }

  #giveUp(failure: DialFailure, reason: string): void {
    if (this.#isSettled) return;
    this.#fail(failure, { code: null, reason });
    if (this.#hasHeard) this.#cancelInvite();
  }

  #cancelInvite(): void {
    if (this.#invite !== null) this.#options.stack.transactions.cancel(this.#invite);
  }

  #fail(failure: DialFailure, { code, reason }: { code: string | null; reason: string }): void {
    if (this.#isSettled) return;
    this.#settle();
    this.#ready?.audio.close();
    this.#release();
    // Whoever dialled may not have been told yet what it dialled.
    queueMicrotask(() => this.#options.listener({ type: 'failed', failure, code, reason }));
  }

  #settle(): void {
    this.#phones.close();
    this.#isSettled = true;
    this.#stopRinging();
    this.#options.settled();
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'There is no way to the server.';
}
