import { randomUUID } from 'node:crypto';
import type { AgentTool, FunctionCall } from '../../../src/agent/tool.ts';
import type { Clock } from '../../../src/core/clock.ts';
import { ProviderError } from '../../../src/providers/interfaces/provider-error.ts';
import type { Engine, EngineEvent, Heard, SpokenWord } from '../../../src/voice/engines/engine.ts';
import type { EngineOptions, OpenEngine } from '../../../src/voice/engines/engine-options.ts';

/** A scripted answer. If the text is null, no answer comes. */
export interface ScriptedAnswer {
  text: string | null;
  /** Latency in milliseconds; 0 by default. */
  delayMs?: number;
  /** A tool that is called after the text; `thenText` follows its result. */
  tool?: { name: string; arguments?: Record<string, unknown> };
  thenText?: string;
  fails?: 'reply' | 'call';
  withoutWords?: boolean;
}

const WORD_MS = 200;
const TRANSCRIPT_DELAY_MS = 40;

export interface EngineScript {
  /** Answers by turn; the last one repeats. */
  answers?: readonly (string | ScriptedAnswer)[];
  /** Answers to prompts; the last one repeats. */
  prompts?: readonly (string | ScriptedAnswer)[];
  /** True for texts whose `say` fails. */
  failsToSay?(text: string): boolean;
  /** Latency of `say` in milliseconds; 0 by default. */
  sayDelayMs?: number;
  /** True for texts whose `say` never produces audio. */
  neverSays?(text: string): boolean;
  hasTurnDetection?: boolean;
  isTextOnly?: boolean;
  /** Fillers stop producing audio after this many milliseconds, but never end. */
  fillerSoundMs?: number;
}

/** Level of a text's audio, by which tests recognize it. */
export function loudnessOf(text: string): number {
  return 2000 + ([...text].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 6000);
}

/** Engines that play a script in simulated time; `engines` lists those that were opened. */
export function scriptedEngines(script: EngineScript | ((opening: EngineOptions) => EngineScript)): {
  openEngine: OpenEngine;
  engines: ScriptedEngine[];
} {
  const engines: ScriptedEngine[] = [];
  return {
    engines,
    openEngine: (opening) => {
      const engine = new ScriptedEngine(opening, typeof script === 'function' ? script(opening) : script);
      engines.push(engine);
      return engine;
    },
  };
}

export class ScriptedEngine implements Engine {
  readonly opening: EngineOptions;
  readonly hasTurnDetection: boolean;
  readonly isTextOnly: boolean;
  /** Calls by the voice loop, in order: `answer`, `say …`, `prompt …`, `read …`, `played …`, `interrupt …`. */
  readonly asked: string[] = [];
  heardFrames = 0;
  hasRunningEffects = false;
  isClosed = false;
  readonly #script: EngineScript;
  readonly #stopped = new Set<string>();
  #answers = 0;
  #prompts = 0;
  #expected = '';

  constructor(opening: EngineOptions, script: EngineScript) {
    this.opening = opening;
    this.#script = script;
    this.hasTurnDetection = script.hasTurnDetection ?? false;
    this.isTextOnly = script.isTextOnly ?? false;
  }

  /** Sets the transcript that is emitted when the voice loop's VAD detects the end of speech. */
  expect(text: string): void {
    this.#expected = text;
  }

  emit(event: EngineEvent): void {
    const isOfStopped = 'replyId' in event && event.replyId !== null && this.#stopped.has(event.replyId);
    const isStopped = isOfStopped && event.type !== 'tool-finished';
    if (!this.isClosed && !isStopped) this.opening.listener(event);
  }

  pushAudio(): void {
    this.heardFrames += 1;
  }

  speechStarted(): void {
    this.asked.push('speech-started');
  }

  speechStopped(): void {
    this.asked.push('speech-stopped');
    const text = this.#expected;
    this.#expected = '';
    if (text === '') return;
    const tell = (): void => this.emit({ type: 'customer-text', text, language: 'en' });
    void wait(this.opening.clock, TRANSCRIPT_DELAY_MS).then(tell);
  }

  read(text: string): void {
    this.asked.push(`read ${text}`);
    this.emit({ type: 'customer-text', text, language: null });
  }

  answer(replyId: string): void {
    this.asked.push('answer');
    void this.#play(replyId, nth(this.#script.answers, this.#answers++) ?? 'All right.');
  }

  say(replyId: string, text: string): void {
    this.asked.push(`say ${text}`);
    const { fillerSoundMs } = this.#script;
    if (fillerSoundMs !== undefined && replyId.startsWith('filler-')) {
      const samples = new Int16Array((fillerSoundMs * this.opening.sampleRateHz) / 1000);
      this.emit({ type: 'reply-audio', replyId, samples: samples.fill(loudnessOf(text)) });
      return;
    }
    if (this.#script.neverSays?.(text) === true) return;
    const { sayDelayMs: delayMs = 0, failsToSay } = this.#script;
    void this.#play(replyId, failsToSay?.(text) === true ? { text, fails: 'reply' } : { text, delayMs });
  }

  prompt(replyId: string, instruction: string): void {
    this.asked.push(`prompt ${instruction}`);
    void this.#play(replyId, nth(this.#script.prompts, this.#prompts++) ?? 'Are you still there?');
  }

  note(text: string): void {
    this.asked.push(`note ${text}`);
  }

  async drain(): Promise<void> {}

  interrupt(replyId: string, heard: Heard): void {
    this.asked.push(`interrupt ${replyId} ${heard.text}`.trim());
    this.#stopped.add(replyId);
  }

  played(replyId: string): void {
    this.asked.push(`played ${replyId}`);
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }

  async #play(replyId: string, scripted: string | ScriptedAnswer): Promise<void> {
    const answer = typeof scripted === 'string' ? { text: scripted } : scripted;
    await wait(this.opening.clock, answer.delayMs ?? 0);
    if (answer.fails !== undefined) return this.#fail(replyId, answer.fails, answer.text ?? '');
    if (answer.text === null) return;
    let text = answer.text;
    const functionCalls: FunctionCall[] = [];
    this.#speak(replyId, answer.text, { fromMs: 0, withWords: answer.withoutWords !== true });
    if (answer.tool !== undefined) {
      functionCalls.push(await this.#callTool(replyId, answer.tool));
      const { thenText = '' } = answer;
      this.#speak(replyId, thenText, { fromMs: text.split(' ').length * WORD_MS, withWords: true });
      text = `${text} ${thenText}`.trim();
    }
    this.emit({ type: 'reply-ended', replyId, text, functionCalls });
  }

  /** @param text text that was written but not spoken */
  #fail(replyId: string, what: 'reply' | 'call', text: string): void {
    const error = new ProviderError('unavailable', 'The model is out.');
    this.emit({ type: 'failed', replyId, error, fatal: what === 'call' });
    this.emit({ type: 'reply-ended', replyId, text, functionCalls: [] });
  }

  #speak(replyId: string, text: string, { fromMs, withWords }: { fromMs: number; withWords: boolean }): void {
    const words = text.split(' ').filter((word) => word !== '');
    if (words.length === 0) return;
    const sounding: SpokenWord[] = words.map((word, index) => ({
      text: word,
      startMs: fromMs + index * WORD_MS,
      endMs: fromMs + (index + 1) * WORD_MS,
    }));
    if (withWords) this.emit({ type: 'reply-words', replyId, words: sounding });
    const samples = new Int16Array((words.length * WORD_MS * this.opening.sampleRateHz) / 1000);
    this.emit({ type: 'reply-audio', replyId, samples: samples.fill(loudnessOf(text)) });
  }

  async #callTool(
    replyId: string,
    { name, arguments: toolArguments = {} }: NonNullable<ScriptedAnswer['tool']>,
  ): Promise<FunctionCall> {
    const { assistant, extraTools, clock, signal } = this.opening;
    const tool = [...assistant.tools, ...extraTools].find(({ description }) => description.name === name);
    this.emit({ type: 'tool-started', replyId, callId: 'call', name });
    const startedMs = clock.monotonicMs();
    const { result, failed } = await runTool(tool, toolArguments, signal);
    const functionCall = { name, arguments: toolArguments, result };
    const durationMs = clock.monotonicMs() - startedMs;
    const key = randomUUID();
    const isRepeat = false;
    this.emit({
      type: 'tool-finished',
      replyId,
      callId: 'call',
      functionCall,
      key,
      failed,
      durationMs,
      isRepeat,
    });
    return functionCall;
  }
}

function nth<Item>(items: readonly Item[] | undefined, index: number): Item | undefined {
  return items?.[Math.min(index, items.length - 1)];
}

async function runTool(
  tool: AgentTool | undefined,
  toolArguments: Record<string, unknown>,
  signal: AbortSignal,
): Promise<{ result: Record<string, unknown>; failed: boolean }> {
  try {
    const value = await tool?.run(toolArguments, signal, { key: 'k' });
    return { result: { ...(typeof value === 'object' ? value : { value }) }, failed: tool === undefined };
  } catch (error) {
    return { result: { error: error instanceof Error ? error.message : String(error) }, failed: true };
  }
}

async function wait(clock: Clock, delayMs: number): Promise<void> {
  if (delayMs > 0) await clock.sleep(delayMs);
  else await Promise.resolve();
}
