import type { Engine } from '../engines/engine.ts';
import { FRAME_MS } from '../legs/media-leg.ts';
import type { VoiceSettings } from '../settings.ts';
import type { TurnPrediction } from '../turn-detector/turn-detector.ts';
import { isBackChannel } from '../turns/back-channels.ts';
import {
  type Interruption,
  type InterruptionDecision,
  type InterruptionEvent,
  type InterruptionRules,
  interrupt,
  isIntended,
  NO_INTERRUPTION,
  type PossibleInterruption,
} from '../turns/interruption.ts';
import type { SpeechChange } from '../turns/speech-segments.ts';
import type { AudioInput } from './audio-input.ts';
import type { CustomerTurn } from './customer-turn.ts';
import { EngineTurnSignals } from './engine-turn-signals.ts';
import { type AudioGate, HeldAudio } from './held-audio.ts';
import { interruptionGuards } from './interruption-rules.ts';
import { OverlappingSpeech } from './overlapping-speech.ts';
import { TurnEndpoint } from './turn-endpoint.ts';

/** Transcripts may lag ignored speech by this long. */
const IGNORED_TRANSCRIPT_MS = 1200;
/** Transcripts of a turn may lag its end by this long. */
const TURN_TRANSCRIPT_MS = 1000;

/** Dependencies of turn taking on the conversation. */
export interface TurnTakingHooks {
  nowMs(): number;
  engine(): Engine;
  settings(): VoiceSettings;
  isAnswering(): boolean;
  /** True if the reply is almost played, so that "yes" answers it. */
  isNearlyPlayed(): boolean;
  isGreeting(): boolean;
  isToolRunning(): boolean;
  mayInterrupt(): boolean;
  /** True if a text, besides backchannels, does not interrupt in the current state. */
  isIgnored(text: string): boolean;
  pause(): void;
  resume(): void;
  /** The customer interrupted; `sinceMs`: start of their speech. */
  interrupted(sinceMs: number): void;
  turnOver(turn: CustomerTurn, endedMs: number): void;
  /** An engine with its own turn detection did not answer. */
  unanswered(): void;
  /** The turn detector (`endpoint_type: ai`). */
  predictTurnEnd(turn: CustomerTurn): Promise<TurnPrediction>;
}

/** Tracks whose turn it is: applies the turn policies. */
export class TurnTaking {
  readonly #hooks: TurnTakingHooks;
  readonly #audioInput: AudioInput;
  #turn: CustomerTurn | null = null;
  #finals = '';
  readonly #end = new TurnEndpoint();
  #interruption: Interruption = NO_INTERRUPTION;
  readonly #overlapping = new OverlappingSpeech();
  /** True if customer speech is ignored because the assistant must not be interrupted. */
  #isIgnoring = false;
  /** True if an engine with its own turn detection has detected speech. */
  #isEngineSpeech = false;
  readonly #signals = new EngineTurnSignals();
  #endedMs = Number.NEGATIVE_INFINITY;
  readonly #held = new HeldAudio((frame) => this.#hooks.engine().pushAudio(frame));

  constructor(hooks: TurnTakingHooks, audioInput: AudioInput) {
    this.#hooks = hooks;
    this.#audioInput = audioInput;
  }

  /** True if it is, or may become, the customer's turn. */
  get isCustomerActive(): boolean {
    return this.#turn !== null || this.#interruption.type === 'possible';
  }

  pushAudio(frame: Int16Array): void {
    this.#held.pushAudio(frame, this.#audioGate());
  }

  speech(change: SpeechChange): void {
    if (change.type === 'started') this.#speechStarted(change.atMs);
    else this.#speechStopped(change);
  }

  /** Handles a transcript of the customer. `isFinal` if it will not change. */
  text(text: string, isFinal: boolean): void {
    const all = `${this.#finals} ${text}`.trim();
    if (isFinal) this.#finals = all;
    this.#end.textChanged();
    const nowMs = this.#hooks.nowMs();
    if (this.#interruption.type === 'possible') this.#updateByText(all, nowMs);
    else if (isFinal && this.#reconsiderIgnored(all, nowMs)) return;
    else if (this.#turn === null && this.#hooks.isAnswering()) this.#handleSoftSpeech(all, nowMs);
    else if (this.#turn === null && isFinal && !isBackChannel(text)) this.#handleUndetected(nowMs);
    if (this.#turn === null) return;
    this.#turn.text = all;
    this.#signals.noticed();
  }

  /** The engine detected speech, possibly without our VAD. */
  engineSpeechStarted(): void {
    const nowMs = this.#hooks.nowMs();
    this.#signals.speechReported();
    if (!this.#hooks.isAnswering()) {
      this.#openTurn(nowMs);
      this.#signals.noticed();
    } else if (this.#interruption.type === 'none' && this.#hooks.mayInterrupt()) {
      this.#isEngineSpeech = true;
      this.#updateInterruption({ type: 'speech-started', atMs: nowMs, nowMs });
    }
  }

  engineSpeechStopped(): void {
    const isDetectedByVad = this.#audioInput.segments.speaking;
    if (this.#interruption.type !== 'possible' || !this.#isEngineSpeech || isDetectedByVad) return;
    const nowMs = this.#hooks.nowMs();
    const endedMs = nowMs - this.#hooks.settings().endpointSilenceMs;
    const voicedMs = Math.max(0, endedMs - this.#interruption.soundSinceMs);
    this.#updateInterruption({ type: 'speech-stopped', voicedMs, nowMs });
  }

  tick(): void {
    const nowMs = this.#hooks.nowMs();
    if (this.#interruption.type === 'possible') this.#tickInterruption(nowMs);
    if (this.#isIgnoring && !this.#hooks.isAnswering()) this.#stopIgnoring(nowMs);
    if (!this.#hooks.isAnswering()) this.#openOverlap();
    const turn = this.#turn;
    if (turn === null) return;
    const { segments } = this.#audioInput;
    if (segments.speaking) turn.lastVoicedMs = Math.max(turn.lastVoicedMs, segments.lastVoicedMs);
    if (this.#hooks.engine().hasTurnDetection) {
      if (this.#silenceMs(turn, nowMs) < this.#signals.unansweredMs(this.#hooks.settings())) return;
      this.#forget();
      this.#hooks.unanswered();
      return;
    }
    const { settings, predictTurnEnd } = this.#hooks;
    const silenceMs = this.#silenceMs(turn, nowMs);
    const isOver = this.#end.isOver({ silenceMs, settings: settings(), predict: () => predictTurnEnd(turn) });
    if (isOver) this.#turnOver(turn, nowMs);
  }

  /** Replaces `tick` while on hold: the silence of the turn does not grow. */
  tickOnHold(): void {
    if (this.#turn !== null) this.#turn.lastVoicedMs += FRAME_MS;
  }

  /** Ends the turn now: the engine answers by itself, or text was typed. */
  takeTurn(): CustomerTurn | null {
    const turn = this.#turn;
    this.#forget();
    return turn;
  }

  #speechStarted(atMs: number): void {
    const { engine, isAnswering, mayInterrupt, nowMs } = this.#hooks;
    // If the audio was redirected during earlier speech, the end of that speech may not have been reported.
    this.#isIgnoring = isAnswering() && !mayInterrupt();
    if (this.#isIgnoring) return;
    engine().speechStarted();
    if (this.#interruption.type === 'possible' || isAnswering()) {
      this.#updateInterruption({ type: 'speech-started', atMs, nowMs: nowMs() });
    } else this.#openTurn(atMs);
  }

  #speechStopped({ atMs, voicedMs }: Extract<SpeechChange, { type: 'stopped' }>): void {
    if (this.#isIgnoring) {
      this.#isIgnoring = false;
      return;
    }
    this.#hooks.engine().speechStopped();
    if (this.#turn !== null) {
      this.#turn.lastVoicedMs = Math.max(this.#turn.lastVoicedMs, atMs);
      this.#turn.voicedMs = (this.#turn.voicedMs ?? 0) + voicedMs;
    }
    if (this.#interruption.type === 'possible') {
      this.#updateInterruption({ type: 'speech-stopped', voicedMs, nowMs: this.#hooks.nowMs() });
    }
  }

  #audioGate(): AudioGate {
    const { engine, isAnswering, mayInterrupt } = this.#hooks;
    if (this.#isIgnoring || (isAnswering() && !mayInterrupt())) return 'drop';
    if (!engine().hasTurnDetection) return 'pass';
    if (this.#interruption.type === 'possible') return this.#isEngineSpeech ? 'pass' : 'hold';
    if (!isAnswering()) return 'pass';
    return this.#overlapping.overlap === null ? 'delay' : 'hold';
  }

  /** Engines with their own turn detection do not get held audio, so their transcripts belong to earlier speech. */
  #updateByText(text: string, nowMs: number): void {
    if (!this.#hooks.engine().hasTurnDetection) this.#updateInterruption({ type: 'text', text, nowMs });
  }

  #tickInterruption(nowMs: number): void {
    // If the reply has ended since the speech began, this is a regular turn.
    if (this.#hooks.isAnswering()) {
      const voicedUntilMs = this.#isEngineSpeech ? nowMs : this.#audioInput.voicedUntilMs;
      this.#updateInterruption({ type: 'tick', voicedUntilMs, nowMs });
    } else if (this.#interruption.type === 'possible') {
      const { sinceMs } = this.#interruption;
      this.#endInterruption();
      this.#hooks.resume();
      this.#openTurn(sinceMs);
    }
  }

  #updateInterruption(event: InterruptionEvent): void {
    const before = this.#interruption;
    const { state, decision } = interrupt(before, event, this.#rules());
    this.#interruption = state;
    if (decision === 'resume' && before.type === 'possible') this.#recordIgnored(before, event);
    this.#apply(decision, before.type === 'possible' ? before.sinceMs : event.nowMs, event);
  }

  #rules(): InterruptionRules {
    const { settings, engine, mayInterrupt, isIgnored, isToolRunning, isGreeting } = this.#hooks;
    const { hasTurnDetection } = engine();
    const guards = interruptionGuards(settings(), hasTurnDetection);
    // While a tool runs there is nothing to talk over, and a noise would only discard its answer.
    const requiresWords = isToolRunning() && !hasTurnDetection;
    const hasInterims = this.#audioInput.hasInterims && !hasTurnDetection;
    const allowed = mayInterrupt();
    // Only a transcript distinguishes "hello?" from a question, and engines with their own turn detection have none in
    // time.
    const detectsHello = isGreeting() && !hasTurnDetection;
    return { allowed, ...guards, requiresWords, hasInterims, isGreeting: detectsHello, isIgnored };
  }

  #recordIgnored(sound: PossibleInterruption, event: InterruptionEvent): void {
    const { engine, isNearlyPlayed, isGreeting } = this.#hooks;
    const isAtEnd = isNearlyPlayed();
    if (engine().hasTurnDetection) {
      this.#overlapping.deferToEngine(sound.sinceMs, isAtEnd);
      return;
    }
    const text = event.type === 'text' ? event.text : sound.text;
    this.#overlapping.ignored({
      sound: { ...sound, text },
      resumedMs: event.nowMs,
      isAtEnd,
      isGreeting: isGreeting(),
    });
    this.#reconsiderIgnored(text, event.nowMs);
  }

  /** Handles a late transcript of an ignored sound. @returns false if it does not belong to one */
  #reconsiderIgnored(text: string, nowMs: number): boolean {
    if (this.#turn !== null) return false;
    const { verdict, sinceMs } = this.#overlapping.understood({ text, nowMs }, this.#rules());
    if (verdict === 'ignore') this.#finals = '';
    if (verdict === 'interrupt') this.#confirm(sinceMs);
    return verdict !== 'none';
  }

  #apply(decision: InterruptionDecision, sinceMs: number, event: InterruptionEvent): void {
    if (decision === 'pause') {
      this.#finals = '';
      this.#overlapping.forgetIgnored();
      this.#hooks.pause();
    }
    if (decision === 'resume') {
      this.#finals = '';
      this.#isEngineSpeech = false;
      if (this.#overlapping.overlap === null) this.#held.drop();
      this.#hooks.resume();
    }
    if (decision === 'confirm') this.#confirm(event.type === 'speech-started' ? event.atMs : sinceMs);
  }

  #endInterruption(): void {
    this.#interruption = NO_INTERRUPTION;
    this.#isEngineSpeech = false;
  }

  #confirm(sinceMs: number): void {
    const isNoticed = this.#isEngineSpeech;
    this.#endInterruption();
    this.#hooks.interrupted(sinceMs);
    this.#openTurn(sinceMs);
    if (isNoticed) this.#signals.noticed();
  }

  #openTurn(sinceMs: number): void {
    if (this.#turn !== null) return;
    const lastVoicedMs = Math.max(sinceMs, this.#audioInput.segments.lastVoicedMs);
    const text = `${this.#overlapping.overlap?.text ?? ''} ${this.#finals}`.trim();
    this.#turn = { sinceMs, lastVoicedMs, text };
    this.#overlapping.forget();
    this.#end.reset();
  }

  /** Turns speech over the end of a reply into a turn, once the reply has ended. */
  #openOverlap(): void {
    const { overlap } = this.#overlapping;
    if (overlap === null) return;
    if (this.#hooks.engine().hasTurnDetection) this.#overlapping.deferToEngine(overlap.sinceMs, false);
    else if (overlap.text !== '') this.#openTurn(overlap.sinceMs);
  }

  /** Handles a transcript during a reply: confirms speech that was ignored as too soft for the customer. */
  #handleSoftSpeech(text: string, nowMs: number): void {
    const ignored = this.#audioInput.ignored(nowMs, IGNORED_TRANSCRIPT_MS);
    const isLate = nowMs - this.#endedMs < TURN_TRANSCRIPT_MS;
    if (ignored === null || isLate || this.#hooks.engine().hasTurnDetection) return;
    const rules = this.#rules();
    if (!rules.allowed || isBackChannel(text) || rules.isIgnored(text)) return;
    const { sinceMs, lastMs, voicedMs } = ignored;
    const sound = { sinceMs, soundSinceMs: sinceMs, endedMs: null, voicedBeforeMs: 0, voicedMs, text };
    if (!isIntended({ type: 'possible', ...sound }, rules)) return;
    this.#confirm(sinceMs);
    if (this.#turn !== null) this.#turn.lastVoicedMs = lastMs;
  }

  /** Handles a transcript of speech that our VAD missed. */
  #handleUndetected(nowMs: number): void {
    this.#openTurn(nowMs);
    if (this.#turn !== null) this.#turn.lastVoicedMs = nowMs;
  }

  #stopIgnoring(nowMs: number): void {
    this.#isIgnoring = false;
    if (!this.#audioInput.segments.speaking) return;
    this.#hooks.engine().speechStarted();
    this.#openTurn(nowMs);
  }

  #silenceMs(turn: CustomerTurn, nowMs: number): number {
    return Math.min(this.#audioInput.silenceMs(nowMs), Math.max(0, nowMs - turn.lastVoicedMs));
  }

  #turnOver(turn: CustomerTurn, endedMs: number): void {
    this.#forget();
    this.#endedMs = endedMs;
    this.#hooks.turnOver(turn, endedMs);
  }

  #forget(): void {
    this.#turn = null;
    this.#finals = '';
    this.#overlapping.forget();
    this.#signals.reset();
    this.#endInterruption();
    this.#end.reset();
  }
}
