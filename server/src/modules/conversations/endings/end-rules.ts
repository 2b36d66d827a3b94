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

/** The customer's part in a conversation before an end. */
export interface CustomerPart {
  /** The customer wrote since the previous end. */
  customerWrote: boolean;
  /** The customer wrote before the previous end, so an earlier end was reported. */
  customerWroteBefore: boolean;
}

/** Ends are sent to webhook endpoints if the customer wrote. */
export function isReportedEnd(end: { type: ConversationType; customerWrote: boolean }): boolean {
  return end.type !== 'test' && end.customerWrote;
}

/** The assistant's webhook URL for an end; null if it gets none. Only the widget and the channel have this webhook. */
export function webhookOfEnd(
  end: CustomerPart & {
    type: ConversationType;
    url: string | null;
    /** `conversation_ended_retrigger` */
    isRetriggered: boolean;
  },
): string | null {
  if (!isReportedEnd(end) || end.type === 'api') return null;
  return end.customerWroteBefore && !end.isRetriggered ? null : end.url;
}

/** Fields to extract from an ended conversation; may be empty. */
export function wantedFields(end: {
  type: ConversationType;
  /** `post_call_evaluation` */
  isEvaluated: boolean;
  /** `post_call_schema` */
  fields: readonly EvaluationField[];
  customerWrote: boolean;
}): readonly EvaluationField[] {
  return end.isEvaluated && end.customerWrote && end.type !== 'test' ? end.fields : [];
}

export function inputVariables(
  assistant: Record<string, unknown>,
  conversation: Record<string, unknown>,
): Record<string, unknown> {
  return { ...assistant, ...conversation };
}
