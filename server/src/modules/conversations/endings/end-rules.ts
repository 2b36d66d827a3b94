import type { EvaluationField } from '../../../agent/evaluation-answer.ts';
import type { ConversationType } from '../rules.ts';

export interface Inactivity {
  /** When the assistant's timeout ends it, as `inactivity_end` computes; null if its conversations never end. */
  endsAt: Date | null;
  /** Earliest end: the scheduled check, or the time at which a changed setting made the end due. */
  checkAt: Date;
}

export type EndDecision = { kind: 'ends'; at: Date } | { kind: 'waits'; until: Date } | { kind: 'never' };

export function decideEnd({ endsAt, checkAt }: Inactivity, now: Date): EndDecision {
  if (endsAt === null) return { kind: 'never' };
  const at = new Date(Math.max(endsAt.getTime(), checkAt.getTime()));
  return at <= now ? { kind: 'ends', at } : { kind: 'waits', until: at };
}

/** Webhook URL for a conversation's end; null if no webhook is sent. Tests and API conversations never send one. */
export function webhookOfEnd(end: {
  type: ConversationType;
  /** How many times the conversation has ended, including this end. */
  number: number;
  url: string | null;
  /** `conversation_ended_retrigger` */
  isRetriggered: boolean;
}): string | null {
  if (end.type !== 'widget' && end.type !== 'msgapp') return null;
  return end.number === 1 || end.isRetriggered ? end.url : null;
}

/** Fields to extract from an ended conversation; may be empty. */
export function wantedFields(end: {
  type: ConversationType;
  /** `post_call_evaluation` */
  isEvaluated: boolean;
  /** `post_call_schema` */
  fields: readonly EvaluationField[];
}): readonly EvaluationField[] {
  return end.isEvaluated && end.type !== 'test' ? end.fields : [];
}

export function inputVariables(
  assistant: Record<string, unknown>,
  conversation: Record<string, unknown>,
): Record<string, unknown> {
  return { ...assistant, ...conversation };
}
