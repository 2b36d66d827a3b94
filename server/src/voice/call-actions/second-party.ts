import { Resampler } from '../../core/resampler.ts';
import { JitterBuffer } from '../audio/jitter-buffer.ts';
import type { UntimedEvent } from '../call-event.ts';
import type { Engine, EngineEvent } from '../engines/engine.ts';
import type { LegEnd, MediaLeg } from '../legs/media-leg.ts';
import { AudioInput } from '../session/audio-input.ts';
import type { CallContext } from '../session/call-context.ts';
import type { CallStage } from '../session/call-stage.ts';
import { EngineReports } from '../session/engine-reports.ts';
import { LateTicks } from '../session/late-ticks.ts';
import { LegTimeline } from '../session/leg-timeline.ts';
import { MachineGate } from '../session/machine-gate.ts';
import type { SpeechOutcome } from '../session/reply.ts';
import { Speech } from '../session/speech.ts';
import { Speaker } from '../speaking/speaker.ts';
import { PATIENT_DETECTION } from '../turns/answering-machine.ts';

/** The party dialed for a transfer: can be spoken to, then bridged with the customer. Closed with the call. */
export class SecondParty {
  /** Resolves when either side has hung up. */
  readonly ended: Promise<LegEnd>;
  readonly #stage: CallStage;
  readonly #leg: MediaLeg;
  readonly #speaker: Speaker;
  readonly #speech: Speech;
  readonly #engine: Engine;
  readonly #stopTicking: () => void;
  #detection: AnswerDetection | null = null;
  #isMachine = false;
  /** The engine failed and cannot speak. */
  #hasFailed = false;
  #toCustomer: { queue: JitterBuffer; resampler: Resampler | null } | null = null;
  readonly #call: CallContext;
  readonly #reports: EngineReports;
  #hasEnded = false;
  #closing: Promise<void> | null = null;
  #replies = 0;

  constructor(stage: CallStage, leg: MediaLeg) {
    this.#stage = stage;
    this.#leg = leg;
    this.#speaker = new Speaker(leg);
    const call = withoutTranscript(stage.call);
    this.#call = call;
    const { assistant } = stage.conversation;
    this.#reports = new EngineReports(call, assistant);
    this.#engine = call.services.openEngine({
      assistant,
      sampleRateHz: leg.sampleRateHz,
      listener: (event) => this.#receive(event),
      extraTools: [],
      history: [],
      transcribeOnly: true,
      replacedSpeech: call.replacedSpeech,
      clock: call.services.clock,
      signal: call.signal,
    });
    this.#speech = new Speech({
      call,
      assistant,
      playback: this.#speaker.playback,
      engine: this.#engine,
      nextReplyId: () => `second-party-${++this.#replies}`,
    });
    this.ended = new Promise((resolve) => this.#start(resolve));
    this.#stopTicking = stage.everyTick(() => this.#tick());
    call.signal.addEventListener('abort', this.#closeOnAbort, { once: true });
  }

  /** Why the party cannot be connected; null if it can. */
  get absence(): 'voicemail' | 'hung up' | null {
    if (this.#isMachine) return 'voicemail';
    return this.#hasEnded ? 'hung up' : null;
  }

  /**
   * Runs answer detection. Resolves when it is our turn to speak, when a machine answered, or when the party hung up.
   */
  async awaitTurn(): Promise<void> {
    const machine = Promise.withResolvers<void>();
    this.#detection = new AnswerDetection({
      call: this.#call,
      leg: this.#leg,
      engine: this.#engine,
      machineAnswered: () => {
        this.#isMachine = true;
        machine.resolve();
        this.#speech.cut();
      },
    });
    await Promise.race([this.#detection.ourTurn, machine.promise, this.ended]);
  }

  /** Speaks to the party only. `cut` if it hangs up before the end or turns out to be a machine. */
  say(text: string): Promise<SpeechOutcome> {
    if (this.#hasFailed) return Promise.resolve('failed');
    return this.#hasEnded || this.#isMachine ? Promise.resolve('cut') : this.#speech.say(text);
  }

  /** Bridges the party and the customer until either hangs up. */
  connect(): void {
    this.#detection?.close();
    const { leg } = this.#stage;
    const toParty = new JitterBuffer(this.#leg.sampleRateHz);
    const resampler = between(leg, this.#leg);
    this.#speaker.setBackground(toParty);
    const toCustomer = new JitterBuffer(leg.sampleRateHz);
    this.#toCustomer = { queue: toCustomer, resampler: between(this.#leg, leg) };
    this.#stage.setBackground(toCustomer);
    this.#stage.setListener({
      audio: (frame) => toParty.push(resampler?.process(frame) ?? frame),
      digit: (digit) => void this.#leg.sendDigits(digit),
    });
  }

  /** Hangs up. Resolves once all usage has been reported. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  readonly #closeOnAbort = (): void => void this.close();

  async #close(): Promise<void> {
    this.#call.signal.removeEventListener('abort', this.#closeOnAbort);
    this.#stopTicking();
    this.#detection?.close();
    this.#leg.hangUp();
    this.#speech.cut();
    await this.#engine.close();
  }

  /** The party's speech is transcribed but not answered: replies started by the engine are interrupted. */
  #receive(event: EngineEvent): void {
    this.#reports.report(event);
    switch (event.type) {
      case 'customer-interim':
      case 'customer-text':
        if (event.text !== '') this.#detection?.understood(event.text, event.type === 'customer-text');
        break;
      case 'reply-started':
        this.#engine.interrupt(event.replyId, { text: '', audioMs: 0 });
        break;
      default:
        this.#speech.receive(event);
    }
    if (event.type === 'failed' && event.fatal) {
      this.#hasFailed = true;
      this.#speech.cut('failed');
    }
  }

  #start(resolve: (end: LegEnd) => void): void {
    this.#leg.start({
      audio: (frame, positionMs, waitedMs) => {
        this.#detection?.pushAudio(frame, positionMs, waitedMs);
        this.#toCustomer?.queue.push(this.#toCustomer.resampler?.process(frame) ?? frame);
      },
      digit: (digit) => {
        if (this.#toCustomer !== null) void this.#stage.leg.sendDigits(digit);
      },
      typed: () => undefined,
      audioLost: (ms) => this.#speaker.playback.lost(ms),
      ended: (end) => {
        this.#hasEnded = true;
        this.#speech.cut();
        resolve(end);
      },
    });
  }

  #tick(): void {
    this.#detection?.tick();
    while (this.#speech.takeEvent(this.#stage.call.nowMs()) !== null);
    const { speaks } = this.#speaker.tick();
    if (speaks !== null) this.#speech.sounded(speaks);
  }
}

/** Types of events that are forwarded to the call: usage and failures. */
const FORWARDED: ReadonlySet<UntimedEvent['type']> = new Set([
  ...(['model-call', 'speech-usage', 'provider-failed', 'model-replaced'] as const),
]);

/** The conversation with the party is billed, but is not part of the transcript. */
function withoutTranscript(call: CallContext): CallContext {
  return {
    ...call,
    emit: (fact) => {
      if (FORWARDED.has(fact.type)) call.emit(fact);
    },
    emitPartial: () => undefined,
  };
}

function between(from: MediaLeg, to: MediaLeg): Resampler | null {
  return from.sampleRateHz === to.sampleRateHz ? null : new Resampler(from.sampleRateHz, to.sampleRateHz);
}

interface AnswerDetectionDeps {
  call: CallContext;
  leg: Pick<MediaLeg, 'sampleRateHz'>;
  /** Transcribes the party. */
  engine: Pick<Engine, 'pushAudio' | 'speechStarted' | 'speechStopped'>;
  /** A machine answered. May come after we started to speak. */
  machineAnswered(): void;
}

/** Answering-machine detection for the dialed party of a transfer, by the same rules as for customers. */
class AnswerDetection {
  /** Resolves when it is our turn to speak, to a person or into silence; never if a machine answers first. */
  readonly ourTurn: Promise<void>;
  readonly #call: CallContext;
  readonly #sinceMs: number;
  readonly #timeline = new LegTimeline();
  readonly #audioInput: AudioInput;
  readonly #gate: MachineGate;
  readonly #ticks = new LateTicks();
  #isClosed = false;

  constructor({ call, leg, engine, machineAnswered }: AnswerDetectionDeps) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ourTurn = promise;
    this.#call = call;
    this.#sinceMs = call.nowMs();
    this.#gate = new MachineGate(leg.sampleRateHz, PATIENT_DETECTION, (event) => {
      if (event.type === 'greet') resolve();
      if (event.type === 'verdict' && event.answeredBy === 'machine') machineAnswered();
    });
    this.#audioInput = new AudioInput({
      services: call.services,
      sampleRateHz: leg.sampleRateHz,
      output: (frame) => engine.pushAudio(frame),
      listener: (event) => {
        if (event.type === 'noise-kept') return;
        this.#gate.speech(event);
        if (event.type === 'speech-started') engine.speechStarted();
        else engine.speechStopped();
      },
    });
  }

  pushAudio(frame: Int16Array, positionMs: number, waitedMs = 0): void {
    if (this.#isClosed) return;
    const atMs = this.#timeline.callTimeOf(positionMs, this.#nowMs() - waitedMs);
    this.#gate.pushAudio(frame, atMs);
    this.#audioInput.pushAudio(frame, atMs, 'nobody');
  }

  understood(text: string, isFinal: boolean): void {
    if (!this.#isClosed) this.#gate.text(text, isFinal);
  }

  tick(): void {
    const nowMs = this.#nowMs();
    if (this.#isClosed || this.#ticks.isLate(nowMs)) return;
    this.#gate.tick(nowMs);
    this.#audioInput.tick(nowMs);
    if (this.#gate.isOver) this.close();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#audioInput.close();
  }

  #nowMs(): number {
    return this.#call.nowMs() - this.#sinceMs;
  }
}
