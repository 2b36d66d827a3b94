import type { Judgement } from '../hearing/end-of-turn.ts';
import type { ConversationDeps } from './conversation-deps.ts';
import type { CustomerTurn } from './customer-turn.ts';

/** Asks the judge of `endpoint_type: ai` about a turn that may be over. @param language ISO 639-1, that the customer speaks */
export async function judgeTurn(
  { call, ear }: ConversationDeps,
  { text, sinceMs, lastVoicedMs }: CustomerTurn,
  language: string,
): Promise<Judgement> {
  const nowMs = call.nowMs();
  const turn = { samples: ear.recent(nowMs - sinceMs), silenceMs: nowMs - lastVoicedMs, text, language };
  return (await call.services.endOfTurn?.judge(turn)) ?? 'unknown';
}
