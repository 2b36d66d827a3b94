import type { FunctionCall } from '../../agent/tool.ts';
import type { ModelCallRecord } from '../../agent/turn.ts';
import type { ProviderError } from '../../providers/interfaces/provider-error.ts';

/** A word of a reply with its times, from the start of the reply's audio. */
export interface SpokenWord {
  text: string;
  startMs: number;
  endMs: number;
}

/** Usage billed by duration, characters or tokens, apart from language model calls. */
export interface SpeechUsage {
  kind: 'speech-to-text' | 'text-to-speech' | 'realtime';
  /** `vendor/model`, or the provider's code. */
  provider: string;
  audioMs?: number;
  characters?: number;
  inputTokens?: number | null;
  outputTokens?: number | null;
}

/** Events of an engine. `replyId` identifies one reply, from `answer`, `say` or `prompt`. */
export type EngineEvent =
  /** Interim transcript; replaces the previous one until a `customer-text`. */
  | { type: 'customer-interim'; text: string }
  /** Final transcript of one segment. */
  | { type: 'customer-text'; text: string; language: string | null }
  /** Only from engines with their own turn detection. */
  | { type: 'customer-speech-started' }
  | { type: 'customer-speech-stopped' }
  /**
   * Only from engines with their own turn detection: no words were recognized in the speech, and no reply follows.
   * `isOverdue`: the speech ended several seconds ago.
   */
  | { type: 'customer-wordless'; isOverdue?: boolean }
  /** Only from engines with their own turn detection: the customer waits while another session gets their speech. */
  | { type: 'customer-waits' }
  /** Only from engines with their own turn detection: they answer without being asked. */
  | { type: 'reply-started'; replyId: string }
  /** Mono PCM at the sample rate of the engine, any length, faster than real time. */
  | { type: 'reply-audio'; replyId: string; samples: Int16Array }
  /** Word timings of audio already emitted or about to be; in order. */
  | { type: 'reply-words'; replyId: string; words: readonly SpokenWord[] }
  | { type: 'reply-ended'; replyId: string; text: string; functionCalls: readonly FunctionCall[] }
  | { type: 'tool-started'; replyId: string; callId: string; name: string }
  | {
      type: 'tool-finished';
      replyId: string;
      callId: string;
      functionCall: FunctionCall;
      /** The `Idempotency-Key` of its request. */
      key: string;
      failed: boolean;
      durationMs: number;
      /** The result of an earlier call; the tool did not run. */
      isRepeat: boolean;
    }
  | { type: 'model-call'; call: ModelCallRecord }
  | { type: 'speech-usage'; usage: SpeechUsage }
  /**
   * The realtime model failed permanently (reported before) and another one took over. Catalog codes. No `reason` if it
   * had failed before the call.
   */
  | { type: 'model-replaced'; model: string; by: string; reason?: string }
  /**
   * `fatal` if the engine cannot continue and the call must end. Otherwise only the reply failed and its `reply-ended`
   * follows; if `replyId` is null, another provider took over, with the code `by` if known.
   */
  | {
      type: 'failed';
      replyId: string | null;
      error: ProviderError;
      fatal: boolean;
      by?: string;
      /** The part that `by` replaced, and its code. */
      part?: 'voice' | 'transcriber';
      from?: string;
    };

/** How much of an interrupted reply the customer heard. */
export interface Heard {
  text: string;
  audioMs: number;
}

/**
 * Understands and answers the customer during one call. The loop decides what is played and when, and reports what
 * was heard; the engine keeps its history from those reports only. Methods never throw; failures are events. After
 * `interrupt`, only `tool-finished`, `model-call` and `speech-usage` follow for that reply; a running tool is not
 * aborted. A reply that is neither `played` nor interrupted counts as unheard.
 */
export interface Engine {
  /** True if the engine has its own turn detection (realtime models); the loop then does no endpointing. */
  readonly hasTurnDetection: boolean;
  /** True if the engine ignores audio and only reads text. */
  readonly isTextOnly?: boolean;
  /** True while tools with effects run. */
  readonly hasRunningEffects?: boolean;
  /** Customer audio: mono PCM, 20 ms frames at the sample rate of the engine. */
  pushAudio(frame: Int16Array): void;
  /** Start and end of the customer's speech by the loop's VAD. */
  speechStarted(): void;
  speechStopped(): void;
  /** Typed text or pressed keys; echoed as `customer-text`. */
  read(text: string): void;
  /**
   * The customer's turn is over: answer it. Ends a reply in progress. Waits briefly for outstanding transcripts; if
   * there are none, `reply-ended` with an empty text follows.
   */
  answer(replyId: string): void;
  /**
   * Speaks exactly this text, even without a customer turn. A reply in progress continues.
   * @param isBridge the text bridges the silence of a slow model; if that model is the voice, the fallback voice speaks
   * it
   */
  say(replyId: string, text: string, isBridge?: boolean): void;
  /** Answers an instruction of ours (re-engagement, briefing), which the customer never sees. */
  prompt(replyId: string, instruction: string): void;
  /** An instruction of a supervisor for all later answers, which the customer never hears. */
  note(text: string): void;
  /** Stops this reply; only `heard` enters the history. */
  interrupt(replyId: string, heard: Heard): void;
  /**
   * Speaks the text of all replies so far. Resolves when its audio has been emitted or its reply was interrupted; never
   * rejects.
   */
  drain(): Promise<void>;
  /** The reply was played completely; all of it enters the history. */
  played(replyId: string): void;
  /**
   * Closes the engine. Running tools with effects finish first. Until the promise resolves, only `model-call`,
   * `speech-usage` and `tool-finished` of running work follow; then nothing.
   */
  close(): Promise<void>;
}
