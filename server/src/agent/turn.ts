import type { Clock } from '../core/clock.ts';
import type { FinishReason, LanguageModel, ModelUsage } from '../providers/interfaces/language-model.ts';
import type { ProviderError, ProviderErrorCode } from '../providers/interfaces/provider-error.ts';
import type { KnowledgePassage, TurnKnowledge } from './knowledge.ts';
import type { CallJournal, TurnPart, UnreportedCall } from './made-calls.ts';
import type { AgentTool, FunctionCall } from './tool.ts';

/** The channel: a phone call, a call in the browser, or a conversation of this type. */
export type TalkChannel = 'phone' | 'web' | 'widget' | 'test' | 'api' | 'msgapp';

/** Facts about a call or conversation; null if unknown or absent. */
export interface TalkFacts {
  channel: TalkChannel;
  /** The time used in fixed texts such as the greeting, so that they never change. */
  beganAt: Date;
  customerPhone: string | null;
  customerName: string | null;
  /** The account must not contact the customer first: they opted out, or are on the do-not-call list. */
  hasOptedOut: boolean;
  /** The assistant's number. */
  assistantPhone: string | null;
  callId: number | null;
  conversationId: string | null;
  leadId: number | null;
  campaignName: string | null;
}

/** The part of an assistant's configuration that the agent needs. */
export interface Persona {
  /** May contain `{{variables}}`. */
  systemPrompt: string;
  /** Words that the customer has read or heard before their first message; null if absent. */
  opening: string | null;
  variables: Record<string, unknown>;
  /** Absent if unknown. */
  talk?: TalkFacts;
  /** The model reads the customer's name and number only where the prompt uses them as variables. */
  hidesCustomer?: boolean;
  /** English name of the main language, for example `Romanian`. */
  language: string;
  /** English names; the customer may switch to them. */
  secondaryLanguages: readonly string[];
  /** IANA name. */
  timezone: string;
}

export interface HistoryMessage {
  role: 'user' | 'assistant';
  content: string;
  /** Tool calls of a reply, or those of a customer's message without a reply. */
  functionCalls?: readonly FunctionCall[];
}

/** Bounds of one turn, over all its attempts. */
export interface TurnLimits {
  /** Model calls, not counting retries and the fallback; the last one may not call tools. */
  rounds: number;
  /** Retries of one failed model request. */
  retries: number;
  /** The longest wait before a retry. */
  retryWaitMs: number;
  /** Tool calls of the whole turn; further ones fail. */
  toolCalls: number;
  /** From a model call's start to its first event. */
  firstEventMs: number;
  /** The longest pause of a model between events after its first words. */
  idleMs: number;
  /** The same pause also ends a model call before its first words. Models that reason silently need longer. */
  isIdleBeforeWords: boolean;
  /** The whole turn, tools included. */
  turnMs: number;
  historyCharacters: number;
  /** Limit of all passages that `prompt` mode puts into the prompt. */
  passageCharacters: number;
  /** Limit of one tool result as the model reads it. */
  toolResultCharacters: number;
}

export const DEFAULT_TURN_LIMITS: TurnLimits = {
  rounds: 6,
  retries: 2,
  retryWaitMs: 20_000,
  toolCalls: 16,
  firstEventMs: 20_000,
  idleMs: 15_000,
  isIdleBeforeWords: false,
  turnMs: 90_000,
  historyCharacters: 24_000,
  passageCharacters: 12_000,
  toolResultCharacters: 70_000,
};

export interface TurnInput {
  model: LanguageModel;
  /** Takes over for the rest of the turn when the retries of a model call are used up. */
  fallback?: LanguageModel;
  /** 0 to 1. */
  temperature?: number;
  persona: Persona;
  /** Oldest first, without the new message. */
  history: readonly HistoryMessage[];
  /** Facts from messages that are older than the history; null or absent without any. */
  summary?: string | null;
  message: string;
  /** `message` in parts, with the tool calls of earlier attempts; absent if there were none. */
  parts?: readonly TurnPart[];
  /** Calls that the customer has not heard about yet: a repeated call gets their result. */
  unreported?: readonly UnreportedCall[];
  /** Stores the calls of tools that have effects. */
  journal?: CallJournal;
  /** False if the answer is only shown when complete; an answer that breaks off is then restarted. */
  isStreamed?: boolean;
  knowledge?: TurnKnowledge;
  tools: readonly AgentTool[];
  /** Additional rules of this turn, one sentence each: for example that the answer is spoken. */
  notes?: readonly string[];
  limits?: Partial<TurnLimits>;
  clock: Clock;
  signal: AbortSignal;
}

/** One model call of the turn, including failed ones; the source of usage rows. */
export interface ModelCallRecord {
  /** `vendor/model`. */
  modelId: string;
  usage: ModelUsage;
  /** Null if the call failed; `errorCode` is then set. */
  finishReason: FinishReason | null;
  errorCode: ProviderErrorCode | null;
  /** From the call's start; null without any event. */
  firstEventMs: number | null;
  totalMs: number;
}

export interface TurnResult {
  /** All streamed text, in order, without the model's reasoning. */
  text: string;
  functionCalls: FunctionCall[];
  modelCalls: ModelCallRecord[];
  /** Passages that `prompt` mode put into the prompt. */
  passages: KnowledgePassage[];
}

/** A turn ends with exactly one `finished` or one `failed`, and nothing after it. */
export type TurnEvent =
  | { type: 'text-delta'; text: string }
  /** The text of the current model call so far was reasoning; `text` is the turn's text without it. */
  | { type: 'text-withdrawn'; text: string }
  | { type: 'tool-started'; callId: string; name: string; arguments: Record<string, unknown> }
  | {
      type: 'tool-finished';
      callId: string;
      functionCall: FunctionCall;
      /** The `Idempotency-Key` of its request. */
      key: string;
      failed: boolean;
      durationMs: number;
      isRepeat: boolean;
    }
  | { type: 'finished'; result: TurnResult }
  /** The model (and the fallback) failed, time ran out or the signal was aborted; `result` is partial. */
  | { type: 'failed'; error: ProviderError; result: TurnResult };
