import { withinTime } from '../../core/within-time.ts';
import type { AnsweredBy, CallOutcome } from '../call-event.ts';
import type { CallAssistant } from '../call-host.ts';
import type { CallAction } from '../calls/call-control.ts';
import type { CallStage, CustomerListener } from '../calls/call-stage.ts';
import { HandoffLimit } from '../calls/handoff-limit.ts';
import { performAction } from '../calls/perform-action.ts';
import type { OpenEngine } from '../engines/engine-options.ts';
import { FRAME_MS, type LegListener, type MediaLeg } from '../legs/media-leg.ts';
import { type BackgroundSound, Speaker } from '../speaking/speaker.ts';
import type { SpeechChange } from '../turns/speech-segments.ts';
import type { AnsweredCall, VoiceServices } from '../voice-services.ts';
import { type CallContext, callContext } from './call-context.ts';
import { blameOf, type CallEnd, endOfLeg, endOfSignal, endOfTimer, MAX_DURATION } from './call-end.ts';
import { CallRecording } from './call-recording.ts';
import { CallTimers, isOfSilence } from './call-timers.ts';
import { Conversation } from './conversation.ts';
import { Ear } from './ear.ts';
import { LateTicks } from './late-ticks.ts';
import { LegTimeline, OF_OUR_OWN } from './leg-timeline.ts';
import type { MachineGate } from './machine-gate.ts';
import { openConversation } from './opening.ts';
import { roomSound } from './room-sound.ts';
import { Transcript } from './transcript.ts';
import { TypedSpeech } from './typed-speech.ts';

/** A call that was answered, from there to its end: joins the leg with whoever speaks and listens on it. */
export class CallSession implements CallStage {
  readonly call: CallContext;
  readonly leg: MediaLeg;
  readonly openEngine: OpenEngine;
  conversation: Conversation;
  readonly #answered: AnsweredCall;
  readonly #speaker: Speaker;
  readonly #ear: Ear;
  readonly #recording: CallRecording;
  readonly #typedSpeech: TypedSpeech;
  readonly #timers = new CallTimers();
  readonly #ticks = new LateTicks();
  readonly #transcript = new Transcript();
  readonly #received = new LegTimeline();
  readonly #sent = new LegTimeline(OF_OUR_OWN);
  readonly handoffs = new HandoffLimit();
  readonly #tickers = new Set<() => void>();
  readonly #over = new AbortController();
  #gate: MachineGate | null = null;
  #listener: CustomerListener | null = null;
  #acting: Promise<void> | null = null;
  #answeredBy: AnsweredBy | null = null;
  #replies = 0;
  #isHeld = false;
  #isOver = false;
  #ended: (outcome: CallOutcome) => void = () => undefined;

  constructor(services: VoiceServices, answered: AnsweredCall) {
    this.#answered = answered;
    this.leg = answered.leg;
    this.openEngine = services.openEngine;
    this.call = callContext(services, answered.host, {
      signal: this.#over.signal,
      observe: (fact) => this.#transcript.add(fact),
    });
    const { sampleRateHz } = this.leg;
    this.#speaker = new Speaker(this.leg, (ms) => this.#recording.takeBack(ms));
    this.#ear = new Ear({
      services,
      sampleRateHz,
      floor: () => this.conversation.floor,
      speech: (change) => this.#guard(() => this.#speech(change)),
      sound: (frame) => this.#guard(() => this.conversation.hear(frame)),
      noiseKept: () => this.#guard(() => this.call.tell({ type: 'noise-kept' })),
    });
    this.#recording = new CallRecording(this.call, sampleRateHz);
    this.#typedSpeech = new TypedSpeech(this.call, sampleRateHz);
    this.conversation = this.#converse(answered.assistant);
  }

  get transcript(): CallStage['transcript'] {
    return this.#transcript.messages;
  }

  /** Holds the call to its end. */
  async run(): Promise<CallOutcome> {
    const { signal, leave } = this.#answered;
    const ended = new Promise<CallOutcome>((resolve) => (this.#ended = resolve));
    const abort = (): void => this.end(endOfSignal(signal));
    signal.addEventListener('abort', abort, { once: true });
    leave?.addEventListener('abort', () => this.#timers.leave(this.call.nowMs()), { once: true });
    const stop = this.call.services.mediaClock.every20Ms((tick) => this.#guard(() => this.#tick(tick)));
    this.#guard(() => this.#begin());
    if (signal.aborted) abort();
    const outcome = await ended;
    stop();
    signal.removeEventListener('abort', abort);
    await this.#close();
    return outcome;
  }

  end(end: CallEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#answered.ended?.();
    const { status, reason } = end;
    const known = { durationMs: this.call.nowMs(), answeredBy: this.#answeredBy };
    this.#ended({ status, reason, ...blameOf(end, this.conversation.isTroubled), ...known });
  }

  setBackground(sound: BackgroundSound | null): void {
    const { settings } = this.conversation.assistant;
    this.#speaker.setBackground(sound ?? roomSound(this.call.services.beds, settings, this.leg.sampleRateHz));
  }

  setListener(listener: CustomerListener | null): void {
    this.#listener = listener;
    this.#ear.reset();
  }

  everyTick(listener: () => void): () => void {
    this.#tickers.add(listener);
    return () => this.#tickers.delete(listener);
  }

  async handOff(assistant: CallAssistant): Promise<Conversation> {
    const before = this.conversation;
    // Whoever is speaking begins anew for the one who takes over: of speech whose begin they did not hear nobody answers the words.
    this.#ear.reset();
    this.conversation = this.#converse(assistant);
    this.setBackground(null);
    await before.close();
    return this.conversation;
  }

  #begin(): void {
    this.setBackground(null);
    const opening = openConversation({
      direction: this.#answered.direction,
      assistant: this.#answered.assistant,
      sampleRateHz: this.leg.sampleRateHz,
      conversation: () => this.conversation,
      answeredBy: (answeredBy) => {
        this.#answeredBy = answeredBy;
        this.call.tell({ type: 'answered-by', answeredBy });
      },
      end: (end) => this.end(end),
    });
    // What was said before anybody listened is heard at once: who is there to know of it has to be there.
    this.#gate = opening.gate;
    this.leg.start(this.#legListener());
    opening.begin();
  }

  #converse(assistant: CallAssistant): Conversation {
    this.#ear.adjust(assistant.settings);
    this.#timers.follow(assistant.settings, this.call.nowMs());
    this.#recording.record(assistant.settings.record);
    return new Conversation({
      call: this.call,
      leg: this.leg,
      speaker: this.#speaker,
      ear: this.#ear,
      assistant,
      history: this.#transcript.messages.slice(),
      openEngine: this.openEngine,
      nextReplyId: () => `reply-${++this.#replies}`,
      understood: (text, isFinal) => this.#gate?.text(text, isFinal),
      act: (action, spoke) => this.#act(action, spoke),
      failed: (reason) => this.end({ status: 'failed', reason }),
    });
  }

  #legListener(): LegListener {
    return {
      audio: (frame, positionMs, waitedMs) => this.#guard(() => this.#hear(frame, positionMs, waitedMs)),
      digit: (digit) => this.#guard(() => this.#digit(digit)),
      typed: (text) => this.#guard(() => this.#typed(text)),
      worded: (text) => this.#guard(() => this.#worded(text)),
      held: (isHeld) => {
        this.#isHeld = isHeld;
      },
      lostSound: (ms) => this.#guard(() => this.#speaker.playback.lost(ms)),
      ended: (end) => this.end(endOfLeg(end)),
    };
  }

  #hear(frame: Int16Array, positionMs: number, waitedMs = 0): void {
    const atMs = this.#received.place(positionMs, this.call.nowMs() - waitedMs);
    // Whatever comes meanwhile is music, or an announcement.
    if (this.#isHeld) return;
    this.#said(this.#typedSpeech.over(frame), atMs);
    if (this.#listener !== null) return;
    this.#gate?.hear(frame, atMs);
    this.#ear.hear(frame, atMs);
  }

  /** What others hear of the customer. */
  #said(frame: Int16Array, atMs: number): void {
    // What came before we listened begins the recording.
    this.#recording.customer(frame, Math.max(0, atMs));
    this.#listener?.audio(frame);
  }

  #typed(text: string): void {
    this.#timers.customerActed();
    this.#typedSpeech.say(text);
    this.conversation.typed(text);
  }

  #worded(text: string): void {
    if (!this.#isHeld && this.#listener === null) this.conversation.worded(text);
  }

  #digit(digit: string): void {
    this.#timers.customerActed();
    this.call.tell({ type: 'digit', digit });
    if (this.#listener !== null) this.#listener.digit(digit);
    else this.conversation.pressed(digit);
  }

  #speech(change: SpeechChange): void {
    this.#gate?.speech(change);
    this.conversation.heardSpeech(change);
  }

  #tick(tick: number): void {
    const nowMs = this.call.nowMs();
    if (!this.#ticks.isLate(nowMs)) this.#decide(nowMs);
    const typed = this.#typedSpeech.alone();
    if (typed !== null) this.#said(typed.frame, typed.atMs);
    for (const listener of this.#tickers) listener();
    const { frame, speaks } = this.#speaker.tick();
    if (speaks !== null) this.conversation.speech.sounded(speaks);
    const atMs = this.#sent.place(tick * FRAME_MS, nowMs);
    if (frame === null) this.#recording.quiet(atMs);
    else this.#recording.assistant(frame, atMs);
  }

  /** What there is to do about who speaks, and who does not. */
  #decide(nowMs: number): void {
    if (!this.#isHeld) this.#gate?.tick(nowMs);
    this.#ear.tick(nowMs);
    if (this.#isHeld) this.conversation.standStill();
    else this.conversation.tick();
    this.#watch(nowMs);
  }

  /** A call on hold is not a silent one, and ends by its limit alone. */
  #watch(nowMs: number): void {
    const { customer, assistant } = this.conversation.activity;
    const isCustomer = customer || (this.#gate?.isOpen === false && this.#ear.segments.speaking);
    const facts = {
      nowMs,
      customer: isCustomer,
      assistant: this.#acting === null && !this.#isHeld ? assistant : ('busy' as const),
    };
    const decision = this.#timers.watch(facts);
    // Who has answered is listened to first: that silence has an end of its own.
    if (isOfSilence(decision) && this.#gate?.isOpen === false) return;
    if (decision === 'reengage') this.conversation.reengage();
    if (decision === 'time-over') void this.#sayTimeIsOver();
    const end = endOfTimer(decision);
    if (end !== null) this.end(end);
  }

  /** A customer who is being connected, or talks with somebody else, is not talked over: the limit itself ends that, unless they come back. */
  async #sayTimeIsOver(): Promise<void> {
    const { conversation } = this;
    await this.#acting;
    // Whoever has taken over has a limit of their own.
    if (this.#isOver || this.conversation !== conversation) return;
    await conversation.sayLocked(conversation.phrases.timeIsOver);
    this.end(MAX_DURATION);
  }

  #act(action: CallAction, spoke: boolean): void {
    const acting = performAction(this, action, spoke)
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        if (this.#acting === acting) this.#acting = null;
      });
    this.#acting = acting;
  }

  /** Whatever throws in here ends the call, and only this one. */
  #guard(work: () => void): void {
    try {
      if (!this.#isOver) work();
    } catch (error) {
      this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    if (this.#isOver) return;
    this.call.services.log.error({ error }, 'A call failed.');
    this.end({ status: 'failed', reason: 'internal error' });
  }

  async #close(): Promise<void> {
    const closing = this.conversation.close();
    this.#over.abort(OVER);
    this.#recording.close();
    this.#ear.close();
    this.leg.hangUp();
    // Nothing that hangs keeps a call that is over.
    const closed = Promise.allSettled([closing, this.#acting]);
    await withinTime(this.call.services.clock, CLOSE_WITHIN_MS, closed);
  }
}

const CLOSE_WITHIN_MS = 3_000;
/** One for all: making an error costs more than the rest of an abort. */
const OVER = new Error('The call is over.');
