import type { FunctionCall } from '../../agent/tool.ts';
import type { ModelCallRecord } from '../../agent/turn.ts';
import type { ProviderError } from '../../providers/interfaces/provider-error.ts';

/** A word of a reply and when it sounds, from the beginning of that reply's audio. */
export interface SpokenWord {
  text: string;
  startMs: number;
  endMs: number;
}

/** What was billed for by the second or the character, apart from calls of language models. */
export interface SpeechUsage {
  kind: 'speech-to-text' | 'text-to-speech' | 'realtime';
  /** `vendor/model` or the provider's code. */
  provider: string;
  audioMs?: number;
  characters?: number;
  inputTokens?: number | null;
  outputTokens?: number | null;
}

/** What an engine tells the loop. `replyId` names one thing that the assistant says, from `answer` or `say`. */
export type EngineEvent =
  /** What the customer is saying, so far; each replaces the one before, until a `customer-text`. */
  | { type: 'customer-interim'; text: string }
  /** What the customer said, once per piece. */
  | { type: 'customer-text'; text: string; language: string | null }
  /** Only of engines that find turns themselves. */
  | { type: 'customer-speech-started' }
  | { type: 'customer-speech-stopped' }
  /** Of engines that find turns themselves: they answer without being asked. */
  | { type: 'reply-started'; replyId: string }
  /** Mono PCM at the rate that the engine was opened with, any length, faster than it is played. */
  | { type: 'reply-audio'; replyId: string; samples: Int16Array }
  /** Words of audio that was handed over or is about to be; times grow. */
  | { type: 'reply-words'; replyId: string; words: readonly SpokenWord[] }
  /** No more audio of this reply follows. */
  | { type: 'reply-ended'; replyId: string; text: string; functionCalls: readonly FunctionCall[] }
  | { type: 'tool-started'; replyId: string; callId: string; name: string }
  | {
      type: 'tool-finished';
      replyId: string;
      callId: string;
      functionCall: FunctionCall;
      failed: boolean;
      durationMs: number;
    }
  | { type: 'model-call'; call: ModelCallRecord }
  | { type: 'speech-usage'; usage: SpeechUsage }
  /** The model that held the conversation is lost for good, which was told before, and another one goes on. Codes of the catalogue. */
  | { type: 'model-replaced'; model: string; by: string }
  /**
   * `fatal`: the engine cannot go on and the call must end. Else the reply alone failed and its `reply-ended` follows; without
   * a reply, another provider took over and the call goes on. `by`: the code of that provider, where it is known.
   */
  | { type: 'failed'; replyId: string | null; error: ProviderError; fatal: boolean; by?: string };

/** How much of a reply the customer heard when it was cut. */
export interface Heard {
  text: string;
  audioMs: number;
}

/**
 * One way of understanding and answering during one call: hears the customer, speaks through events. The loop decides
 * what is played and when, and tells the engine what was really heard; an engine keeps its history by that alone.
 * Methods never throw; what goes wrong is an event. Once `interrupt` was called nothing but `tool-finished`, `model-call`
 * and `speech-usage` follows for that reply; a tool that runs then is not broken off. Of a reply that is neither
 * `played` nor interrupted nothing counts as heard.
 */
export interface Engine {
  /** True: the engine finds the customer's turns by itself (a realtime model); the loop's own turn policy is not asked. */
  readonly findsTurns: boolean;
  /** True: it understands nothing that is said aloud, and knows only what it reads. */
  readonly isDeaf?: boolean;
  /** What the customer says: mono PCM, 20 ms frames at the rate that the engine was opened with. */
  hear(frame: Int16Array): void;
  /** The customer began, or stopped, to speak as the loop's own detector hears it. */
  speechStarted(): void;
  speechStopped(): void;
  /** Words typed, or keys pressed, in place of spoken ones; told back as `customer-text`. */
  read(text: string): void;
  /**
   * The customer's turn is over: answer it. At most one reply is under way; a new one ends the old. Waits a little for
   * words that are still on their way; where the customer said nothing, `reply-ended` with an empty text follows.
   */
  answer(replyId: string): void;
  /**
   * Speak these very words, also where no customer said anything. An answer under way goes on beside them.
   * @param isBridge the words bridge the wait for a silent model: another voice speaks them if the model is the voice
   */
  say(replyId: string, text: string, isBridge?: boolean): void;
  /** Answer an instruction of ours (a re-engagement prompt, a briefing), which the customer never sees. */
  prompt(replyId: string, instruction: string): void;
  /** Stop what is under way for this reply; only `heard` of it enters the history. */
  interrupt(replyId: string, heard: Heard): void;
  /** The reply was played to its end; all of it enters the history. */
  played(replyId: string): void;
  /** Until it resolves, only `model-call`, `speech-usage` and `tool-finished` of running work follow; then nothing. */
  close(): Promise<void>;
}
