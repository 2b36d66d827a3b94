import { withinTime } from '../core/within-time.ts';
import { performAction } from './call-actions/perform-action.ts';
import { superviseCall } from './call-actions/supervise-call.ts';
import type { CallOutcome } from './call-event.ts';
import type { CallAssistant } from './call-host.ts';
import { FRAME_MS, type LegListener, type MediaLeg } from './legs/media-leg.ts';
import { ambientSound } from './session/ambient-sound.ts';
import { AudioInput, type AudioInputEvent } from './session/audio-input.ts';
import { CallAudio } from './session/call-audio.ts';
import { type CallContext, callContext } from './session/call-context.ts';
import {
  type CallEnd,
  endOfLeg,
  endOfSignal,
  endOfTimer,
  failedByOf,
  MAX_DURATION,
} from './session/call-end.ts';
import { CallRecording } from './session/call-recording.ts';
import type { CallStage, CustomerListener } from './session/call-stage.ts';
import { CallTimers, isOfSilence } from './session/call-timers.ts';
import { Conversation } from './session/conversation.ts';
import type { ConversationEvent } from './session/conversation-deps.ts';
import { HandoffLimit } from './session/handoff-limit.ts';
import { MASKED_KEY } from './session/keypad-mask.ts';
import { LateTicks } from './session/late-ticks.ts';
import { LegTimeline } from './session/leg-timeline.ts';
import type { MachineGate } from './session/machine-gate.ts';
import { Opening } from './session/opening.ts';
import { Transcript } from './session/transcript.ts';
import { TypedSpeech } from './session/typed-speech.ts';
import { type BackgroundSound, Speaker } from './speaking/speaker.ts';
import type { AnsweredCall, RunCall, VoiceServices } from './voice-services.ts';

/** An answered call until its end: connects the leg with the conversations on it. */
class CallSession implements CallStage {
  readonly call: CallContext;
  readonly leg: MediaLeg;
  conversation: Conversation;
  readonly #answered: AnsweredCall;
  readonly #speaker: Speaker;
  readonly #audioInput: AudioInput;
  readonly #recording: CallRecording;
  readonly #audio: CallAudio;
  readonly #typedSpeech: TypedSpeech;
  readonly #timers = new CallTimers();
  readonly #ticks = new LateTicks();
  readonly #transcript = new Transcript();
  readonly #received = new LegTimeline();
  readonly handoffs = new HandoffLimit();
  readonly #tickers = new Set<() => void>();
  readonly #abort = new AbortController();
  readonly #toolAbort = new AbortController();
  /** Earlier conversations that are closing. */
  readonly #closing = new Map<Conversation, Promise<void>>();
  readonly #outcome = Promise.withResolvers<CallOutcome>();
  #gate: MachineGate | null = null;
  #listener: CustomerListener | null = null;
  #acting: Promise<void> | null = null;
  #replies = 0;
  #isOnHold = false;
  #hasEnded = false;

  constructor(services: VoiceServices, answered: AnsweredCall) {
    this.#answered = answered;
    this.leg = answered.leg;
    this.call = callContext(services, answered.host, {
      signal: this.#abort.signal,
      toolSignal: this.#toolAbort.signal,
      observe: (fact) => this.#transcript.add(fact),
    });
    const { sampleRateHz } = this.leg;
    this.#speaker = new Speaker(this.leg, (ms) => this.#recording.retract(ms));
    this.#audioInput = new AudioInput({
      services,
      sampleRateHz,
      output: this.#guarded((frame) => this.conversation.pushAudio(frame)),
      listener: this.#guarded((event) => this.#detected(event)),
    });
    this.#recording = new CallRecording(this.call, sampleRateHz);
    this.#audio = new CallAudio(sampleRateHz);
    this.#typedSpeech = new TypedSpeech(this.call, sampleRateHz);
    this.conversation = this.#converse(answered.assistant);
  }

  get transcript(): CallStage['transcript'] {
    return this.#transcript.messages;
  }

  get isWithAssistant(): boolean {
    return !this.#hasEnded && this.#acting === null;
  }

  get isOpen(): boolean {
    return this.#gate?.isListening !== true;
  }

  async run(): Promise<CallOutcome> {
    const { signal, endGracefully } = this.#answered;
    const abort = (): void => this.end(endOfSignal(signal));
    signal.addEventListener('abort', abort, { once: true });
    endGracefully?.addEventListener('abort', () => this.#timers.endGracefully(this.call.nowMs()), {
      once: true,
    });
    const stop = this.call.services.mediaClock.every20Ms(this.#guarded((tick) => this.#tick(tick)));
    this.#guarded(() => this.#begin())();
    this.#answered.started?.(superviseCall(this, this.#audio));
    if (signal.aborted) abort();
    const outcome = await this.#outcome.promise;
    stop();
    signal.removeEventListener('abort', abort);
    await this.#close();
    return outcome;
  }

  end(end: CallEnd): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#answered.ended?.();
    const { status, reason } = end;
    const known = { durationMs: this.call.nowMs(), answeredBy: this.#gate?.verdict ?? null };
    const failedBy = failedByOf(end, this.conversation.isFailing);
    this.#outcome.resolve({ status, reason, ...failedBy, ...known });
  }

  setBackground(sound: BackgroundSound | null): void {
    const { settings } = this.conversation.assistant;
    this.#speaker.setBackground(
      sound ?? ambientSound(this.call.services.backgroundAudio, settings, this.leg.sampleRateHz),
    );
  }

  setListener(listener: CustomerListener | null): void {
    this.#listener = listener;
    this.#audioInput.reset();
  }

  everyTick(listener: () => void): () => void {
    this.#tickers.add(listener);
    return () => this.#tickers.delete(listener);
  }

  handOff(assistant: CallAssistant): Conversation {
    const before = this.conversation;
    // Ongoing speech starts over for the next assistant, which would not answer speech whose start it missed.
    this.#audioInput.reset();
    this.conversation = this.#converse(assistant);
    this.conversation.orders.inherit(before.orders, { isSameAssistant: before.assistant === assistant });
    this.setBackground(null);
    // Not awaited: a running tool must not delay the next assistant.
    this.#closing.set(before, before.close());
    return this.conversation;
  }

  #begin(): void {
    this.setBackground(null);
    const opening = new Opening(this, this.#answered.direction);
    // `start()` replays buffered audio synchronously, so the gate must exist first.
    this.#gate = opening.gate;
    this.leg.start(this.#legListener());
    opening.begin();
  }

  #converse(assistant: CallAssistant): Conversation {
    this.#audioInput.applySettings(assistant.settings);
    this.#timers.apply(assistant.settings, this.call.nowMs());
    this.#recording.record(assistant.settings.record);
    return new Conversation({
      call: this.call,
      leg: this.leg,
      speaker: this.#speaker,
      audioInput: this.#audioInput,
      assistant,
      history: this.#transcript.messages.slice(),
      nextReplyId: () => `reply-${++this.#replies}`,
      listener: (event) => this.#conversed(event),
    });
  }

  #conversed(event: ConversationEvent): void {
    switch (event.type) {
      case 'transcribed':
        if (this.#listener === null) this.#gate?.text(event.text, event.isFinal);
        break;
      case 'interrupted':
        this.#gate?.interrupted();
        break;
      case 'action-due':
        this.act(performAction(this, event.action, event.spoke));
        break;
      case 'failed':
        this.end({ status: 'failed', reason: event.reason });
    }
  }

  #legListener(): LegListener {
    return {
      audio: this.#guarded((frame, positionMs, waitedMs) => this.#receiveAudio(frame, positionMs, waitedMs)),
      digit: this.#guarded((digit) => this.#digit(digit)),
      typed: this.#guarded((text) => this.#typed(text)),
      transcribed: this.#guarded((text) => this.#transcribed(text)),
      holdChanged: (isHeld) => {
        this.#isOnHold = isHeld;
      },
      audioLost: this.#guarded((ms) => this.#speaker.playback.lost(ms)),
      ended: (end) => {
        if (end.kind === 'remote-hang-up') this.#gate?.callEnds();
        this.end(endOfLeg(end));
      },
    };
  }

  #receiveAudio(frame: Int16Array, positionMs: number, waitedMs = 0): void {
    const atMs = this.#received.callTimeOf(positionMs, this.call.nowMs() - waitedMs);
    // Ignore hold music and announcements.
    if (this.#isOnHold) return;
    this.#forwardCustomer(this.#typedSpeech.mixOver(frame), atMs);
    this.#listener?.spoken?.(frame);
    if (this.#listener !== null) return;
    this.#gate?.pushAudio(frame, atMs);
    this.#audioInput.pushAudio(frame, atMs, this.conversation.turnHolder);
  }

  /** Customer audio for the recording, listeners and a bridged party. */
  #forwardCustomer(frame: Int16Array, atMs: number): void {
    // Buffered audio from before the answer goes to the start of the recording.
    this.#recording.customer(frame, Math.max(0, atMs));
    this.#audio.customer(frame);
    this.#listener?.audio(frame);
  }

  #typed(text: string): void {
    this.#timers.customerActed();
    this.#typedSpeech.say(text);
    this.conversation.typed(text);
  }

  #transcribed(text: string): void {
    if (!this.#isOnHold && this.#listener === null) this.conversation.transcribed(text);
  }

  #digit(digit: string): void {
    this.#timers.customerActed();
    const isMasked = this.conversation.assistant.settings.maskKeypadInput;
    if (isMasked) this.#recording.keyPressed(this.call.nowMs());
    this.call.emit({ type: 'digit', digit: isMasked ? MASKED_KEY : digit });
    if (this.#listener !== null) this.#listener.digit(digit);
    else this.conversation.pressed(digit);
  }

  #detected(event: AudioInputEvent): void {
    if (event.type === 'noise-kept') {
      this.call.emit(event);
      return;
    }
    this.#gate?.speech(event);
    this.conversation.speechChanged(event);
  }

  #tick(tick: number): void {
    const nowMs = this.call.nowMs();
    if (!this.#ticks.isLate(nowMs)) this.#process(nowMs);
    const typed = this.#typedSpeech.nextWithoutMicrophone();
    if (typed !== null) this.#forwardCustomer(typed.frame, typed.atMs);
    for (const listener of this.#tickers) listener();
    const { frame, speaks } = this.#speaker.tick();
    if (speaks !== null) this.conversation.speech.sounded(speaks);
    this.#recording.assistant(frame, tick * FRAME_MS, nowMs);
    this.#audio.tick(frame);
  }

  #process(nowMs: number): void {
    // Answer detection gets no audio while a supervisor or another party speaks with the customer.
    if (!this.#isOnHold && this.#listener === null) this.#gate?.tick(nowMs);
    this.#audioInput.tick(nowMs);
    if (this.#isOnHold) this.conversation.tickOnHold();
    else this.conversation.tick();
    this.#checkTimers(nowMs);
  }

  /** Time on hold does not count as silence; only the maximum duration applies. */
  #checkTimers(nowMs: number): void {
    const { isCustomerActive, assistantActivity } = this.conversation;
    const isDetecting = this.#gate?.isListening === true;
    const decision = this.#timers.watch({
      nowMs,
      customer: isCustomerActive || (isDetecting && this.#audioInput.segments.speaking),
      assistant: this.#acting === null && !this.#isOnHold ? assistantActivity : 'busy',
    });
    // Answer detection has its own silence limit.
    if (isOfSilence(decision) && isDetecting) return;
    if (decision === 'reengage') this.conversation.reengage();
    if (decision === 'time-over') {
      this.#gate?.callEnds();
      void this.#sayTimeUp();
    }
    const end = endOfTimer(decision);
    if (end !== null) this.end(end);
  }

  /**
   * Says that the time is up, then ends the call. Does not interrupt a transfer or a bridged conversation: the limit
   * itself ends those, unless the customer returns.
   */
  async #sayTimeUp(): Promise<void> {
    const { assistant } = this.conversation;
    await this.#acting;
    // The next assistant has its own limit.
    if (this.#hasEnded || this.conversation.assistant !== assistant) return;
    await this.conversation.sayLocked(this.conversation.phrases.timeIsOver);
    this.end(MAX_DURATION);
  }

  act(work: Promise<void>): void {
    const acting = work
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        if (this.#acting === acting) this.#acting = null;
      });
    this.#acting = acting;
  }

  /** An error in a guarded callback ends this call only. */
  #guarded<Args extends unknown[]>(work: (...args: Args) => void): (...args: Args) => void {
    return (...args) => {
      try {
        if (!this.#hasEnded) work(...args);
      } catch (error) {
        this.#failed(error);
      }
    };
  }

  #failed(error: unknown): void {
    if (this.#hasEnded) return;
    this.call.services.log.error({ error }, 'A call failed.');
    this.end({ status: 'failed', reason: 'internal error' });
  }

  async #close(): Promise<void> {
    this.#closing.set(this.conversation, this.conversation.close());
    this.#abort.abort(CALL_ENDED);
    this.#recording.close();
    this.#audioInput.close();
    this.leg.hangUp();
    // A hanging provider must not keep the call open.
    const { clock } = this.call.services;
    const closed = Promise.allSettled([...this.#closing.values(), this.#acting]);
    await withinTime(clock, CLOSE_WITHIN_MS, closed);
    // Only this process learns the results of running tools.
    const isToolRunning = [...this.#closing.keys()].some(({ hasRunningEffects }) => hasRunningEffects);
    if (isToolRunning) await withinTime(clock, TOOLS_WITHIN_MS, closed);
    this.#toolAbort.abort(CALL_ENDED);
  }
}

const CLOSE_WITHIN_MS = 3_000;
/** Longer than a tool may take. */
const TOOLS_WITHIN_MS = 32_000;
/** Shared, because creating an error costs more than the rest of an abort. */
const CALL_ENDED = new Error('The call is over.');

/** Runs an answered call to its end. Never rejects. */
export const runCall: RunCall = async (services: VoiceServices, call: AnsweredCall): Promise<CallOutcome> => {
  try {
    return await new CallSession(services, call).run();
  } catch (error) {
    services.log.error({ error }, 'A call failed.');
    call.leg.hangUp();
    const known = { durationMs: 0, answeredBy: null };
    return { status: 'failed', reason: 'internal error', failedBy: 'assistant', ...known };
  }
};
