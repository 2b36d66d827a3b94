import type { Engine } from '../engines/engine.ts';
import type { Judgement } from '../hearing/end-of-turn.ts';
import { FRAME_MS } from '../legs/media-leg.ts';
import type { VoiceSettings } from '../settings.ts';
import { isBackChannel } from '../turns/back-channels.ts';
import {
  type Interruption,
  type InterruptionDecision,
  type InterruptionEvent,
  type InterruptionRules,
  interrupt,
  isMeant,
  NO_INTERRUPTION,
  type PossibleInterruption,
} from '../turns/interruption.ts';
import type { SpeechChange } from '../turns/speech-segments.ts';
import type { CustomerTurn } from './customer-turn.ts';
import type { Ear } from './ear.ts';
import { EngineNotices } from './engine-notices.ts';
import { type Hearing, HeldSound } from './held-sound.ts';
import { interruptionGuards } from './interruption-rules.ts';
import { SpokenOver } from './spoken-over.ts';
import { TurnEndpoint } from './turn-endpoint.ts';

/** So long after speech that was passed over its words may still come. */
const PASSED_WORDS_MS = 1200;
/** So long after the end of a turn its own words may still come. */
const OWN_WORDS_MS = 1000;

/** What turn taking asks of the conversation around it. */
export interface TurnTakingHooks {
  nowMs(): number;
  engine(): Engine;
  settings(): VoiceSettings;
  /** An answer sounds, is on its way, or waits. */
  isAnswering(): boolean;
  /** It is being spoken and about to end, so that a "yes" is an answer to it. */
  isNearlyOver(): boolean;
  /** It is the first message. */
  isGreeting(): boolean;
  /** It is silent, as a tool works on it. */
  isAtWork(): boolean;
  /** False: what goes on must not be interrupted. */
  mayInterrupt(): boolean;
  /** Further texts that do not interrupt just now. */
  isIgnored(text: string): boolean;
  pause(): void;
  resume(): void;
  /** The customer takes the floor; `sinceMs`: their first sound. */
  interrupted(sinceMs: number): void;
  turnOver(turn: CustomerTurn, endedMs: number): void;
  /** An engine that finds turns has found none in what was heard. */
  unanswered(): void;
  /** The judge of `endpoint_type: ai`. */
  judgeTurn(turn: CustomerTurn): Promise<Judgement>;
}

/** Who has the floor: asks the policies and does what they decide. */
export class TurnTaking {
  readonly #hooks: TurnTakingHooks;
  readonly #ear: Ear;
  #turn: CustomerTurn | null = null;
  #finals = '';
  readonly #end = new TurnEndpoint();
  #interruption: Interruption = NO_INTERRUPTION;
  readonly #over = new SpokenOver();
  /** The customer speaks, and is not heard, because the assistant may not be interrupted. */
  #isDeaf = false;
  /** An engine that finds turns hears speech by itself. */
  #engineHears = false;
  readonly #notices = new EngineNotices();
  /** When the last turn was over. */
  #endedMs = Number.NEGATIVE_INFINITY;
  readonly #held = new HeldSound((frame) => this.#hooks.engine().hear(frame));

  constructor(hooks: TurnTakingHooks, ear: Ear) {
    this.#hooks = hooks;
    this.#ear = ear;
  }

  /** Whether the customer has the floor, or may be about to take it. */
  get isCustomerActive(): boolean {
    return this.#turn !== null || this.#interruption.type === 'possible';
  }

  /** What the customer says, on its way to the engine. */
  hear(frame: Int16Array): void {
    this.#held.hear(frame, this.#hearing());
  }

  speech(change: SpeechChange): void {
    if (change.type === 'started') this.#speechStarted(change.atMs);
    else this.#speechStopped(change);
  }

  /** Words of the customer; `isFinal`: they will not change. */
  text(text: string, isFinal: boolean): void {
    const all = `${this.#finals} ${text}`.trim();
    if (isFinal) this.#finals = all;
    this.#end.textChanged();
    const nowMs = this.#hooks.nowMs();
    if (this.#interruption.type === 'possible') this.#askByText(all, nowMs);
    else if (isFinal && this.#isOfPassed(all, nowMs)) return;
    else if (this.#turn === null && this.#hooks.isAnswering()) this.#softWords(all, nowMs);
    else if (this.#turn === null && isFinal && !isBackChannel(text)) this.#unheard(nowMs);
    if (this.#turn === null) return;
    this.#turn.text = all;
    this.#notices.noticed();
  }

  /** An engine that finds turns heard the customer begin: with what our own detector heard, or where that heard nothing. */
  engineHeardSpeech(): void {
    const nowMs = this.#hooks.nowMs();
    this.#notices.told();
    if (!this.#hooks.isAnswering()) {
      this.#openTurn(nowMs);
      this.#notices.noticed();
    } else if (this.#interruption.type === 'none' && this.#hooks.mayInterrupt()) {
      this.#engineHears = true;
      this.#askInterruption({ type: 'speech-started', atMs: nowMs, nowMs });
    }
  }

  /** It heard them end. */
  engineHeardSilence(): void {
    const isOurs = this.#ear.segments.speaking;
    if (this.#interruption.type !== 'possible' || !this.#engineHears || isOurs) return;
    const nowMs = this.#hooks.nowMs();
    const endedMs = nowMs - this.#hooks.settings().endpointSilenceMs;
    const voicedMs = Math.max(0, endedMs - this.#interruption.soundSinceMs);
    this.#askInterruption({ type: 'speech-stopped', voicedMs, nowMs });
  }

  tick(): void {
    const nowMs = this.#hooks.nowMs();
    if (this.#interruption.type === 'possible') this.#tickInterruption(nowMs);
    if (this.#isDeaf && !this.#hooks.isAnswering()) this.#hearAgain(nowMs);
    if (!this.#hooks.isAnswering()) this.#openOverlap();
    const turn = this.#turn;
    if (turn === null) return;
    const { segments } = this.#ear;
    if (segments.speaking) turn.lastVoicedMs = Math.max(turn.lastVoicedMs, segments.lastVoicedMs);
    if (this.#hooks.engine().findsTurns) {
      if (this.#silenceMs(turn, nowMs) < this.#notices.unansweredMs(this.#hooks.settings())) return;
      this.#forget();
      this.#hooks.unanswered();
      return;
    }
    const { settings, judgeTurn } = this.#hooks;
    const silenceMs = this.#silenceMs(turn, nowMs);
    const isOver = this.#end.isOver({ silenceMs, settings: settings(), judge: () => judgeTurn(turn) });
    if (isOver) this.#turnOver(turn, nowMs);
  }

  /** Neither side is heard for 20 ms: the turn's silence does not grow. */
  standStill(): void {
    if (this.#turn !== null) this.#turn.lastVoicedMs += FRAME_MS;
  }

  /** Takes the turn as it is, as over: the engine answers by itself, or words were typed. */
  takeTurn(): CustomerTurn | null {
    const turn = this.#turn;
    this.#forget();
    return turn;
  }

  #speechStarted(atMs: number): void {
    const { engine, isAnswering, mayInterrupt, nowMs } = this.#hooks;
    // Of speech before this one the end may not have been told: the ear was taken away meanwhile.
    this.#isDeaf = isAnswering() && !mayInterrupt();
    if (this.#isDeaf) return;
    engine().speechStarted();
    if (this.#interruption.type === 'possible' || isAnswering()) {
      this.#askInterruption({ type: 'speech-started', atMs, nowMs: nowMs() });
    } else this.#openTurn(atMs);
  }

  #speechStopped({ atMs, voicedMs }: Extract<SpeechChange, { type: 'stopped' }>): void {
    if (this.#isDeaf) {
      this.#isDeaf = false;
      return;
    }
    this.#hooks.engine().speechStopped();
    if (this.#turn !== null) {
      this.#turn.lastVoicedMs = Math.max(this.#turn.lastVoicedMs, atMs);
      this.#turn.voicedMs = (this.#turn.voicedMs ?? 0) + voicedMs;
    }
    if (this.#interruption.type === 'possible') {
      this.#askInterruption({ type: 'speech-stopped', voicedMs, nowMs: this.#hooks.nowMs() });
    }
  }

  #hearing(): Hearing {
    const { engine, isAnswering, mayInterrupt } = this.#hooks;
    if (this.#isDeaf || (isAnswering() && !mayInterrupt())) return 'deaf';
    if (!engine().findsTurns) return 'open';
    if (this.#interruption.type === 'possible') return this.#engineHears ? 'open' : 'hold';
    if (!isAnswering()) return 'open';
    return this.#over.overlap === null ? 'lead' : 'hold';
  }

  /** An engine that finds turns understands nothing of what is kept from it: those words are of before. */
  #askByText(text: string, nowMs: number): void {
    if (!this.#hooks.engine().findsTurns) this.#askInterruption({ type: 'text', text, nowMs });
  }

  #tickInterruption(nowMs: number): void {
    // What was answering is over by itself: then it is a turn like any other.
    if (this.#hooks.isAnswering()) {
      const voicedUntilMs = this.#engineHears ? nowMs : this.#ear.voicedUntilMs;
      this.#askInterruption({ type: 'tick', voicedUntilMs, nowMs });
    } else if (this.#interruption.type === 'possible') {
      const { sinceMs } = this.#interruption;
      this.#endInterruption();
      this.#hooks.resume();
      this.#openTurn(sinceMs);
    }
  }

  #askInterruption(event: InterruptionEvent): void {
    const before = this.#interruption;
    const { state, decision } = interrupt(before, event, this.#rules());
    this.#interruption = state;
    if (decision === 'resume' && before.type === 'possible') this.#pass(before, event);
    this.#obey(decision, before.type === 'possible' ? before.sinceMs : event.nowMs, event);
  }

  #rules(): InterruptionRules {
    const { settings, engine, mayInterrupt, isIgnored, isAtWork, isGreeting } = this.#hooks;
    const { findsTurns } = engine();
    const guards = interruptionGuards(settings(), findsTurns);
    // Whoever is silent is not talked over: a noise would only end the answer that the tool works for.
    const asksWords = isAtWork() && !findsTurns;
    const wordsFollow = this.#ear.tellsWordsSoon && !findsTurns;
    const allowed = mayInterrupt();
    // Only words distinguish a "hello?" from a question, and such an engine has none in time.
    const tellsHello = isGreeting() && !findsTurns;
    return { allowed, ...guards, asksWords, wordsFollow, isGreeting: tellsHello, isIgnored };
  }

  #pass(sound: PossibleInterruption, event: InterruptionEvent): void {
    const { engine, isNearlyOver, isGreeting } = this.#hooks;
    const isAtEnd = isNearlyOver();
    if (engine().findsTurns) {
      this.#over.leaveToEngine(sound.sinceMs, isAtEnd);
      return;
    }
    const text = event.type === 'text' ? event.text : sound.text;
    this.#over.passedOver({
      sound: { ...sound, text },
      resumedMs: event.nowMs,
      isAtEnd,
      isGreeting: isGreeting(),
    });
    this.#isOfPassed(text, event.nowMs);
  }

  /** Words that are understood late, of a sound that the assistant went on from. @returns false: they are not */
  #isOfPassed(text: string, nowMs: number): boolean {
    if (this.#turn !== null) return false;
    const { thought, sinceMs } = this.#over.understood({ text, nowMs }, this.#rules());
    if (thought === 'ignore') this.#finals = '';
    if (thought === 'interrupt') this.#confirm(sinceMs);
    return thought !== 'none';
  }

  #obey(decision: InterruptionDecision, sinceMs: number, event: InterruptionEvent): void {
    if (decision === 'pause') {
      this.#finals = '';
      this.#over.forgetPassed();
      this.#hooks.pause();
    }
    if (decision === 'resume') {
      this.#finals = '';
      this.#engineHears = false;
      if (this.#over.overlap === null) this.#held.drop();
      this.#hooks.resume();
    }
    if (decision === 'confirm') this.#confirm(event.type === 'speech-started' ? event.atMs : sinceMs);
  }

  #endInterruption(): void {
    this.#interruption = NO_INTERRUPTION;
    this.#engineHears = false;
  }

  #confirm(sinceMs: number): void {
    const isNoticed = this.#engineHears;
    this.#endInterruption();
    this.#hooks.interrupted(sinceMs);
    this.#openTurn(sinceMs);
    if (isNoticed) this.#notices.noticed();
  }

  #openTurn(sinceMs: number): void {
    if (this.#turn !== null) return;
    const lastVoicedMs = Math.max(sinceMs, this.#ear.segments.lastVoicedMs);
    const text = `${this.#over.overlap?.text ?? ''} ${this.#finals}`.trim();
    this.#turn = { sinceMs, lastVoicedMs, text };
    this.#over.forget();
    this.#end.reset();
  }

  /** The assistant has finished: what was said over its end is a turn now. */
  #openOverlap(): void {
    const { overlap } = this.#over;
    if (overlap === null) return;
    if (this.#hooks.engine().findsTurns) this.#over.leaveToEngine(overlap.sinceMs, false);
    else if (overlap.text !== '') this.#openTurn(overlap.sinceMs);
  }

  /** Words of speech over an answer that was too soft to be taken for the customer's: who is understood is heard. */
  #softWords(text: string, nowMs: number): void {
    const passed = this.#ear.passed(nowMs, PASSED_WORDS_MS);
    const isLate = nowMs - this.#endedMs < OWN_WORDS_MS;
    if (passed === null || isLate || this.#hooks.engine().findsTurns) return;
    const rules = this.#rules();
    if (!rules.allowed || isBackChannel(text) || rules.isIgnored(text)) return;
    const { sinceMs, lastMs, voicedMs } = passed;
    const sound = { sinceMs, soundSinceMs: sinceMs, endedMs: null, voicedBeforeMs: 0, voicedMs, text };
    if (!isMeant({ type: 'possible', ...sound }, rules)) return;
    this.#confirm(sinceMs);
    if (this.#turn !== null) this.#turn.lastVoicedMs = lastMs;
  }

  /** Words of speech that the detector did not hear. */
  #unheard(nowMs: number): void {
    this.#openTurn(nowMs);
    if (this.#turn !== null) this.#turn.lastVoicedMs = nowMs;
  }

  #hearAgain(nowMs: number): void {
    this.#isDeaf = false;
    if (!this.#ear.segments.speaking) return;
    this.#hooks.engine().speechStarted();
    this.#openTurn(nowMs);
  }

  #silenceMs(turn: CustomerTurn, nowMs: number): number {
    return Math.min(this.#ear.silenceMs(nowMs), Math.max(0, nowMs - turn.lastVoicedMs));
  }

  #turnOver(turn: CustomerTurn, endedMs: number): void {
    this.#forget();
    this.#endedMs = endedMs;
    this.#hooks.turnOver(turn, endedMs);
  }

  #forget(): void {
    this.#turn = null;
    this.#finals = '';
    this.#over.forget();
    this.#notices.reset();
    this.#endInterruption();
    this.#end.reset();
  }
}
