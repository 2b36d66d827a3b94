import { LinkedAbort } from '../../../agent/linked-abort.ts';
import type { UnreportedCall } from '../../../agent/made-calls.ts';
import { timeLimit } from '../../../agent/time-limit.ts';
import type { SttSession, TranscriptEvent } from '../../../providers/interfaces/stt-provider.ts';
import type { CurrentLanguage } from '../current-language.ts';
import type { Engine, Heard } from '../engine.ts';
import type { EngineOptions, EngineServices } from '../engine-options.ts';
import type { EventGate } from '../event-gate.ts';
import { HeardHistory } from '../history/heard-history.ts';
import type { AssistantVoice } from '../speech/assistant-voice.ts';
import { instructionMessage } from '../spoken-notes.ts';
import { EarlyAnswer } from './early-answer.ts';
import { ModelTurn } from './model-turn.ts';
import { isTextOnly, openStt } from './open-stt.ts';
import { PipelineReply } from './pipeline-reply.ts';
import { turnInput } from './turn-inputs.ts';
import { TurnTranscript } from './turn-transcript.ts';

/** Maximum time that an answer waits for outstanding transcripts of quick providers and of others. */
const QUICK_WAIT_MS = 1_000;
const SLOW_WAIT_MS = 2_500;
/** A provider whose transcripts never took longer in this call is quick, like one that sends interim results. */
const QUICK_TRANSCRIPT_MS = 500;

export interface PipelineDeps {
  options: EngineOptions;
  services: EngineServices;
  gate: EventGate;
  language: CurrentLanguage;
  voice: AssistantVoice;
}

/** Pipeline of STT, language model and TTS. */
export class PipelineEngine implements Engine {
  readonly hasTurnDetection = false;
  readonly isTextOnly: boolean;
  readonly #options: EngineOptions;
  readonly #gate: EventGate;
  readonly #language: CurrentLanguage;
  readonly #voice: AssistantVoice;
  readonly #history: HeardHistory;
  readonly #turn = new TurnTranscript();
  readonly #stt: SttSession;
  readonly #early: EarlyAnswer;
  readonly #stop: LinkedAbort;
  /** Replies in progress, or not settled yet. */
  readonly #replies = new Map<string, PipelineReply>();
  readonly #work = new Set<Promise<void>>();
  /** Instructions of supervisors. */
  readonly #notes: string[] = [];
  #current: PipelineReply | null = null;
  /** End of the oldest speech without a transcript. */
  #stoppedMs: number | null = null;
  /** The longest time from the end of speech to its transcript in this call. */
  #slowestTranscriptMs: number | null = null;
  /** An answer waiting for outstanding transcripts. */
  #waiting: { replyId: string; limit: Disposable } | null = null;

  constructor({ options, services, gate, language, voice }: PipelineDeps) {
    this.#options = options;
    this.isTextOnly = isTextOnly(options.assistant);
    this.#gate = gate;
    this.#language = language;
    this.#voice = voice;
    this.#history = new HeardHistory(options.history, options.earlierCalls);
    this.#stop = new LinkedAbort(options.signal);
    this.#early = new EarlyAnswer({
      clock: options.clock,
      ask: (text) => this.#askEarly(text),
      circumstances: () =>
        `${this.#history.revision} ${this.#language.code} ${this.#notes.length} ${this.#runningTools()}`,
      drop: (turn) => this.#track(this.#reportUsage(turn)),
    });
    this.#stt = openStt(services, options, {
      received: (event) => this.#transcribed(event),
      replaced: (error, by) => {
        const from = options.assistant.transcriber ?? '';
        gate.emit({ type: 'failed', replyId: null, error, fatal: false, by, part: 'transcriber', from });
      },
    });
  }

  get hasRunningEffects(): boolean {
    return [...this.#replies.values()].some((reply) => reply.hasRunningEffects);
  }

  pushAudio(frame: Int16Array): void {
    if (this.#gate.isOpen) this.#stt.write(frame);
  }

  speechStarted(): void {
    this.#turn.started();
    this.#stt.speechStarted();
  }

  speechStopped(): void {
    this.#turn.stopped();
    this.#stoppedMs ??= this.#options.clock.monotonicMs();
    this.#stt.speechStopped();
  }

  read(text: string): void {
    if (!this.#turn.typed(text)) return;
    const words = text.trim();
    this.#gate.emit({
      type: 'customer-text',
      text: words,
      language: this.#language.update(null, words),
    });
    this.#wordsChanged(true);
  }

  answer(replyId: string): void {
    if (!this.#gate.isOpen) return;
    this.#endCurrent();
    if (!this.#turn.isWaiting) {
      this.#answerNow(replyId);
      return;
    }
    const waitMs = this.#isQuick ? QUICK_WAIT_MS : SLOW_WAIT_MS;
    const limit = timeLimit(this.#options.clock, waitMs, () => this.#stopWaiting(true));
    this.#waiting = { replyId, limit };
  }

  say(replyId: string, text: string): void {
    if (this.#gate.isOpen) this.#start(replyId, text);
  }

  prompt(replyId: string, instruction: string): void {
    if (!this.#gate.isOpen) return;
    this.#endCurrent();
    const input = this.#input(instructionMessage(instruction));
    if (input.knowledge?.mode === 'prompt') delete input.knowledge;
    this.#current = this.#start(replyId, new ModelTurn(input, 'free'));
  }

  note(text: string): void {
    this.#notes.push(text);
  }

  async drain(): Promise<void> {
    await Promise.all([...this.#replies.values()].map((reply) => reply.drain()));
  }

  interrupt(replyId: string, heard: Heard): void {
    if (this.#waiting?.replyId === replyId) this.#stopWaiting(false);
    this.#replies.get(replyId)?.interrupt();
    this.#settle(replyId, heard.text);
  }

  played(replyId: string): void {
    const reply = this.#replies.get(replyId);
    if (reply !== undefined) this.#settle(replyId, reply.text);
  }

  async close(): Promise<void> {
    this.#gate.startClosing();
    this.#stopWaiting(false);
    this.#early.close();
    this.#stt.close();
    for (const reply of this.#replies.values()) reply.close();
    while (this.#work.size > 0) await Promise.all(this.#work);
    this.#stop[Symbol.dispose]();
    this.#gate.close();
  }

  #transcribed(event: TranscriptEvent): void {
    if (event.type === 'interim') {
      this.#turn.interim(event.text);
      this.#gate.emit({ type: 'customer-interim', text: event.text });
      this.#wordsChanged(false);
    } else if (event.type === 'final') {
      const text = event.text.trim();
      this.#measureTranscript();
      const language = this.#language.update(event.language, text);
      if (this.#turn.final(text)) this.#gate.emit({ type: 'customer-text', text, language });
      this.#wordsChanged(true);
    } else if (event.type === 'end-of-turn') this.#wordsChanged(true);
    else if (event.type === 'usage') {
      const provider = this.#options.assistant.transcriber ?? '';
      const usage = { kind: 'speech-to-text' as const, provider, audioMs: event.audioMs };
      this.#gate.emit({ type: 'speech-usage', usage });
    } else this.#gate.emit({ type: 'failed', replyId: null, error: event.error, fatal: true });
  }

  get #isQuick(): boolean {
    const slowestMs = this.#slowestTranscriptMs;
    return this.#turn.isStreaming || (slowestMs !== null && slowestMs <= QUICK_TRANSCRIPT_MS);
  }

  #measureTranscript(): void {
    if (this.#stoppedMs === null) return;
    const tookMs = this.#options.clock.monotonicMs() - this.#stoppedMs;
    this.#slowestTranscriptMs = Math.max(this.#slowestTranscriptMs ?? 0, tookMs);
    this.#stoppedMs = null;
  }

  #wordsChanged(isSure: boolean): void {
    if (!this.#gate.isOpen) return;
    if (this.#waiting === null) {
      if (this.#options.transcribeOnly !== true) this.#early.update(this.#turn.text, isSure);
    } else if (!this.#turn.isWaiting) this.#stopWaiting(true);
  }

  #stopWaiting(shouldAnswer: boolean): void {
    const waiting = this.#waiting;
    if (waiting === null) return;
    this.#waiting = null;
    waiting.limit[Symbol.dispose]();
    if (shouldAnswer) this.#answerNow(waiting.replyId);
  }

  #answerNow(replyId: string): void {
    const text = this.#turn.take();
    const early = this.#early.take(text);
    this.#history.addCustomer(text);
    const { question } = this.#history.conversation();
    if (question === null) {
      this.#current = this.#start(replyId, '');
      return;
    }
    const turn = early ?? new ModelTurn(this.#input(question), 'free');
    this.#current = this.#start(replyId, turn);
    turn.release();
  }

  #askEarly(text: string): ModelTurn | null {
    if (!this.#history.isSettled) return null;
    const { question } = this.#history.conversation();
    const message = question === null ? text : `${question} ${text}`;
    return new ModelTurn(this.#input(message), 'held');
  }

  #input(message: string) {
    return turnInput(this.#options, message, {
      conversation: this.#history.conversation(),
      unreported: [...this.#history.unreportedCalls(), ...this.#runningCalls()],
      language: this.#language.code,
      runningTools: this.#runningTools(),
      supervisorNotes: this.#notes,
      signal: this.#stop.signal,
    });
  }

  #start(replyId: string, source: ModelTurn | string): PipelineReply {
    this.#history.begin(replyId, typeof source !== 'string');
    const reply = new PipelineReply(
      {
        replyId,
        voice: this.#voice,
        signal: this.#stop.signal,
        emit: this.#gate.emit,
        called: (functionCall, key) => this.#history.addCall(replyId, functionCall, key),
      },
      source,
    );
    this.#replies.set(replyId, reply);
    this.#track(reply.done);
    reply.done.then(() => reply.text === '' && this.#settle(replyId, ''));
    return reply;
  }

  #endCurrent(): void {
    this.#stopWaiting(false);
    if (this.#current === null) return;
    this.#current.interrupt();
    this.#history.giveUp(this.#current.replyId);
    this.#current = null;
  }

  #settle(replyId: string, heard: string): void {
    this.#history.settle(replyId, heard);
    const reply = this.#replies.get(replyId);
    reply?.done.then(() => this.#replies.delete(replyId));
  }

  #runningCalls(): UnreportedCall[] {
    return [...this.#replies.values()].flatMap((reply) => reply.runningCalls);
  }

  #runningTools(): string[] {
    return [...this.#replies.values()].flatMap((reply) => reply.runningTools);
  }

  async #reportUsage(turn: ModelTurn): Promise<void> {
    for await (const event of turn.events) {
      if (event.type !== 'finished' && event.type !== 'failed') continue;
      for (const call of event.result.modelCalls) this.#gate.emit({ type: 'model-call', call });
    }
  }

  #track(work: Promise<void>): void {
    this.#work.add(work);
    work.then(() => this.#work.delete(work));
  }
}
