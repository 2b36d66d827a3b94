import type { UntoldCall } from '../../../agent/made-calls.ts';
import type { TurnInput, TurnLimits } from '../../../agent/turn.ts';
import { distinctTools } from '../distinct-tools.ts';
import type { EngineOptions } from '../engine-options.ts';
import type { HeardConversation } from '../history/heard-history.ts';
import { spokenNotes } from '../spoken-notes.ts';

/** Nobody waits on the telephone as long as at a screen: the fallback has to come in soon. */
const CALL_LIMITS: Partial<TurnLimits> = { firstEventMs: 8_000, retryWaitMs: 3_000, turnMs: 60_000 };
/** An answer that asks for keys, one entry after the other maybe, lasts as long as they take: each entry, and the call, has its own limit. */
const KEYPAD_TURN_MS = 1_200_000;

export interface TurnContext {
  conversation: HeardConversation;
  /** Tool calls that no heard answer mentions, running ones included. */
  untold: readonly UntoldCall[];
  /** ISO 639-1, of the customer just now. */
  language: string;
  /** Tools of answers before that are still at work. */
  runningTools: readonly string[];
  signal: AbortSignal;
}

/** What the model is asked in a call. `message`: the customer's words, or an instruction of ours. */
export function turnInput(
  { assistant, extraTools, clock }: EngineOptions,
  message: string,
  { conversation, untold, language, runningTools, signal }: TurnContext,
): TurnInput {
  const { persona, knowledge, settings } = assistant;
  return {
    model: assistant.model,
    ...(assistant.fallback !== null && { fallback: assistant.fallback }),
    temperature: assistant.temperature,
    // What the assistant opened with is what was heard of it, not what it was to say.
    persona: { ...persona, opening: conversation.opening },
    history: conversation.messages,
    message,
    untold,
    ...(knowledge !== null && { knowledge }),
    tools: distinctTools([...extraTools, ...assistant.tools]),
    notes: spokenNotes({ language, mainLanguage: settings.voice.language, runningTools }),
    limits: limitsOf(assistant),
    clock,
    signal,
  };
}

function limitsOf({ builtInTools }: EngineOptions['assistant']): Partial<TurnLimits> {
  const isKeypad = builtInTools.some(({ type }) => type === 'collect_keypad');
  return isKeypad ? { ...CALL_LIMITS, turnMs: KEYPAD_TURN_MS } : CALL_LIMITS;
}
