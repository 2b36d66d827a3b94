import { Resampler } from '../../core/resampler.ts';
import type { Engine, EngineEvent } from '../engines/engine.ts';
import type { LegEnd, MediaLeg } from '../legs/media-leg.ts';
import type { CallContext, CallFact } from '../session/call-context.ts';
import { receiveFromEngine } from '../session/receive-from-engine.ts';
import type { SpeechOutcome } from '../session/reply.ts';
import { Speech } from '../session/speech.ts';
import { FrameQueue } from '../speaking/frame-queue.ts';
import { Speaker } from '../speaking/speaker.ts';
import type { CallStage } from './call-stage.ts';
import { WhoAnswered } from './who-answered.ts';

/** Somebody who was called for the customer: can be spoken to, then be connected with them. Leaves with the call. */
export class SecondParty {
  /** Resolves when they, or we, have hung up. */
  readonly ended: Promise<LegEnd>;
  readonly #stage: CallStage;
  readonly #leg: MediaLeg;
  readonly #speaker: Speaker;
  readonly #speech: Speech;
  readonly #engine: Engine;
  readonly #stopTicking: () => void;
  #who: WhoAnswered | null = null;
  #isMachine = false;
  /** The engine cannot speak any more. */
  #isMute = false;
  #toCustomer: { queue: FrameQueue; resampler: Resampler | null } | null = null;
  readonly #call: CallContext;
  #hasEnded = false;
  #closing: Promise<void> | null = null;
  #replies = 0;

  constructor(stage: CallStage, leg: MediaLeg) {
    this.#stage = stage;
    this.#leg = leg;
    this.#speaker = new Speaker(leg);
    const call = unheardByCustomer(stage.call);
    this.#call = call;
    this.#speech = new Speech({
      ...{ call, assistant: stage.conversation.assistant },
      playback: this.#speaker.playback,
      engine: () => this.#engine,
      nextReplyId: () => `second-party-${++this.#replies}`,
      played: () => undefined,
      troubled: () => undefined,
    });
    this.#engine = stage.openEngine({
      assistant: stage.conversation.assistant,
      sampleRateHz: leg.sampleRateHz,
      listener: (event) => this.#receive(event),
      ...{ extraTools: [], history: [], answersNobody: true },
      clock: call.services.clock,
      signal: call.signal,
    });
    this.ended = new Promise((resolve) => this.#start(resolve));
    this.#stopTicking = stage.everyTick(() => this.#tick());
    call.signal.addEventListener('abort', this.#leave, { once: true });
  }

  /** Why there is nobody to connect the customer with; null: there is. */
  get absence(): 'voicemail' | 'hung up' | null {
    if (this.#isMachine) return 'voicemail';
    return this.#hasEnded ? 'hung up' : null;
  }

  /** Listens to who has answered; resolves when they expect us to speak, when it is a machine, or when they are gone. */
  async expectsUs(): Promise<void> {
    const machine = Promise.withResolvers<void>();
    this.#who = new WhoAnswered({
      ...{ call: this.#call, leg: this.#leg, sound: (frame) => this.#engine.hear(frame) },
      speech: ({ type }) =>
        type === 'started' ? this.#engine.speechStarted() : this.#engine.speechStopped(),
      machine: () => {
        this.#isMachine = true;
        machine.resolve();
        this.#speech.cut();
      },
    });
    await Promise.race([this.#who.ourTurn, machine.promise, this.ended]);
  }

  /** Speaks to them alone; `cut` when they hang up meanwhile, or turn out to be a machine. */
  say(text: string): Promise<SpeechOutcome> {
    if (this.#isMute) return Promise.resolve('failed');
    return this.#hasEnded || this.#isMachine ? Promise.resolve('cut') : this.#speech.say(text);
  }

  /** Lets them and the customer hear each other, until either hangs up. */
  connect(): void {
    this.#who?.close();
    const { leg } = this.#stage;
    const toParty = new FrameQueue(this.#leg.sampleRateHz);
    const resampler = between(leg, this.#leg);
    this.#speaker.setBackground(toParty);
    const toCustomer = new FrameQueue(leg.sampleRateHz);
    this.#toCustomer = { queue: toCustomer, resampler: between(this.#leg, leg) };
    this.#stage.setBackground(toCustomer);
    this.#stage.setListener({
      audio: (frame) => toParty.push(resampler?.process(frame) ?? frame),
      digit: (digit) => void this.#leg.sendDigits(digit),
    });
  }

  /** Hangs up; resolves when the last of what it cost was told. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  readonly #leave = (): void => void this.close();

  async #close(): Promise<void> {
    this.#call.signal.removeEventListener('abort', this.#leave);
    this.#stopTicking();
    this.#who?.close();
    this.#leg.hangUp();
    this.#speech.cut();
    await this.#engine.close();
  }

  /** Nobody listens to them: an engine that answers by itself is not let. */
  #receive(event: EngineEvent): void {
    receiveFromEngine(event, {
      call: this.#call,
      speech: this.#speech,
      understood: (text, isFinal) => this.#who?.understood(text, isFinal),
      spokeIn: () => undefined,
      saidSince: this.#call.nowMs,
      speechStarted: () => undefined,
      speechStopped: () => undefined,
      replyStarted: (replyId) => this.#engine.interrupt(replyId, { text: '', audioMs: 0 }),
      failed: () => {
        this.#isMute = true;
        this.#speech.cut('failed');
      },
    });
  }

  #start(resolve: (end: LegEnd) => void): void {
    this.#leg.start({
      audio: (frame, positionMs, waitedMs) => {
        this.#who?.hear(frame, positionMs, waitedMs);
        this.#toCustomer?.queue.push(this.#toCustomer.resampler?.process(frame) ?? frame);
      },
      digit: (digit) => {
        if (this.#toCustomer !== null) void this.#stage.leg.sendDigits(digit);
      },
      typed: () => undefined,
      lostSound: (ms) => this.#speaker.playback.lost(ms),
      ended: (end) => {
        this.#hasEnded = true;
        this.#speech.cut();
        resolve(end);
      },
    });
  }

  #tick(): void {
    this.#who?.tick();
    this.#speech.tick(this.#stage.call.nowMs());
    const { speaks } = this.#speaker.tick();
    if (speaks !== null) this.#speech.sounded(speaks);
  }
}

/** What costs something, or went wrong, with whomever. */
const TOLD: ReadonlySet<CallFact['type']> = new Set([
  ...(['model-call', 'speech-usage', 'provider-failed', 'model-replaced'] as const),
]);

/** What is said to somebody else costs the same, but is no part of what the customer heard. */
function unheardByCustomer(call: CallContext): CallContext {
  return {
    ...call,
    tell: (fact) => {
      if (TOLD.has(fact.type)) call.tell(fact);
    },
  };
}

function between(from: MediaLeg, to: MediaLeg): Resampler | null {
  return from.sampleRateHz === to.sampleRateHz ? null : new Resampler(from.sampleRateHz, to.sampleRateHz);
}
