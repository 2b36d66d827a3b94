import type { TurnPrediction } from '../turn-detector/turn-detector.ts';
import type { CustomerTurn } from '../turns/customer-turn.ts';
import type { ConversationDeps } from './conversation-deps.ts';

/**
 * Asks the turn detector (`endpoint_type: ai`) about the current turn.
 * @param language ISO 639-1, the current language of the customer
 */
export async function predictTurnEnd(
  { call, audioInput }: ConversationDeps,
  { text, sinceMs, lastVoicedMs }: CustomerTurn,
  language: string,
): Promise<TurnPrediction> {
  const nowMs = call.nowMs();
  const turn = {
    samples: audioInput.recent(nowMs - sinceMs),
    silenceMs: nowMs - lastVoicedMs,
    text,
    language,
  };
  return (await call.services.turnDetector?.predict(turn)) ?? 'unknown';
}
