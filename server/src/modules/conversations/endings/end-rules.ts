import type { EvaluationField } from '../../../agent/evaluation-answer.ts';
import type { ConversationType } from '../rules.ts';

export interface Inactivity {
  /** When the last message came. */
  activeAt: Date;
  /** The assistant's `conversation_inactivity_timeout`; null: its conversations do not end. */
  timeoutMinutes: number | null;
  /** It does not end before: when it was last reckoned, or when a new setting made it due. */
  checkAt: Date;
}

export type EndDecision = { kind: 'ends'; at: Date } | { kind: 'waits'; until: Date } | { kind: 'never' };

/** Whether a conversation is over: so many minutes after its last message, to the instant. */
export function decideEnd({ activeAt, timeoutMinutes, checkAt }: Inactivity, now: Date): EndDecision {
  if (timeoutMinutes === null) return { kind: 'never' };
  const at = new Date(Math.max(activeAt.getTime() + timeoutMinutes * 60_000, checkAt.getTime()));
  return at <= now ? { kind: 'ends', at } : { kind: 'waits', until: at };
}

/** Where the customer is told of an end; null: nowhere. Tests and replies by the API tell nobody. */
export function webhookOfEnd(end: {
  type: ConversationType;
  /** 1: the conversation's first. */
  number: number;
  url: string | null;
  /** `conversation_ended_retrigger` */
  isRetriggered: boolean;
}): string | null {
  if (end.type !== 'widget' && end.type !== 'msgapp') return null;
  return end.number === 1 || end.isRetriggered ? end.url : null;
}

/** What a model is to find out about a conversation that is over; empty: nothing. */
export function wantedFields(end: {
  type: ConversationType;
  /** `post_call_evaluation` */
  isEvaluated: boolean;
  /** `post_call_schema` */
  fields: readonly EvaluationField[];
}): readonly EvaluationField[] {
  return end.isEvaluated && end.type !== 'test' ? end.fields : [];
}

/** What the assistant knew from the start: its own variables, and those of the conversation over them. */
export function inputVariables(
  assistant: Record<string, unknown>,
  conversation: Record<string, unknown>,
): Record<string, unknown> {
  return { ...assistant, ...conversation };
}
