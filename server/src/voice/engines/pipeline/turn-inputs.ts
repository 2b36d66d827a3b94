import type { UnreportedCall } from '../../../agent/made-calls.ts';
import { DEFAULT_TURN_LIMITS, type TurnInput, type TurnLimits } from '../../../agent/turn.ts';
import { distinctTools } from '../distinct-tools.ts';
import type { EngineOptions } from '../engine-options.ts';
import type { HeardConversation } from '../history/heard-history.ts';
import { spokenNotes } from '../spoken-notes.ts';

/** Shorter than for chats: callers do not wait that long, so the fallback must start sooner. */
export const CALL_LIMITS: TurnLimits = {
  ...DEFAULT_TURN_LIMITS,
  firstEventMs: 8_000,
  // Leaves time for another try before the call gives up the reply.
  idleMs: 5_000,
  isIdleBeforeWords: true,
  retryWaitMs: 3_000,
  turnMs: 60_000,
};
/** Allows for several keypad entries in one answer; each entry and the call have their own limits. */
const KEYPAD_TURN_MS = 1_200_000;

export interface TurnContext {
  conversation: HeardConversation;
  /** Tool calls not mentioned in any heard answer, including running ones. */
  unreported: readonly UnreportedCall[];
  /** ISO 639-1, the customer's current language. */
  language: string;
  /** Tools of earlier answers that are still running. */
  runningTools: readonly string[];
  /** Instructions of supervisors. */
  supervisorNotes: readonly string[];
  signal: AbortSignal;
}

/** Model input for a turn of a call. `message`: the customer's words or an instruction of ours. */
export function turnInput(
  { assistant, extraTools, journal, clock }: EngineOptions,
  message: string,
  { conversation, unreported, language, runningTools, supervisorNotes, signal }: TurnContext,
): TurnInput {
  const { persona, knowledge, settings } = assistant;
  return {
    model: assistant.model,
    ...(assistant.fallback !== null && { fallback: assistant.fallback }),
    temperature: assistant.temperature,
    // The opening that was heard, not the configured one.
    persona: { ...persona, opening: conversation.opening },
    history: conversation.messages,
    message,
    unreported,
    ...(journal !== undefined && { journal }),
    ...(knowledge !== null && { knowledge }),
    tools: distinctTools([...extraTools, ...assistant.tools]),
    notes: spokenNotes({
      language,
      mainLanguage: settings.voice.language,
      runningTools,
      supervisorNotes,
      areKeysConfidential: settings.maskKeypadInput,
      isNormalized: settings.voice.isNormalized,
    }),
    limits: limitsOf(assistant),
    clock,
    signal,
  };
}

function limitsOf({ builtInTools }: EngineOptions['assistant']): TurnLimits {
  const isKeypad = builtInTools.some(({ type }) => type === 'collect_keypad');
  return isKeypad ? { ...CALL_LIMITS, turnMs: KEYPAD_TURN_MS } : CALL_LIMITS;
}
