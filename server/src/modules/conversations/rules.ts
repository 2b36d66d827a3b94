import type { Prices } from '../../core/prices.ts';

export type ConversationType = 'test' | 'widget' | 'msgapp' | 'api';

interface Opened {
  type: ConversationType;
  /** Opened with a credential of the account. */
  opened_by_account: boolean;
}

/** Price of a customer's message, in millionths of a dollar. A test without a credential costs as much as a widget chat. */
export function messagePrice(conversation: Opened, prices: Prices): { kind: string; micros: number } {
  const { type } = conversation;
  if (type === 'widget' || isByVisitor(conversation)) {
    return { kind: 'widget_message', micros: prices.widgetMessageMicros };
  }
  return { kind: `${type}_message`, micros: 0 };
}

/** True if the limits of visitors apply. */
export function isByVisitor({ type, opened_by_account }: Opened): boolean {
  return (type === 'widget' || type === 'test') && !opened_by_account;
}

/**
 * True if a page may talk to an assistant. Only browsers send an origin, so requests without one are allowed. Pages of
 * this server are always allowed.
 * @param allowed origins such as `https://shop.example`; empty for any
 */
export function mayTalk(
  page: { origin: string | null; isOwn: boolean },
  allowed: readonly string[],
): boolean {
  if (page.origin === null || allowed.length === 0 || page.isOwn) return true;
  return allowed.includes(page.origin.toLowerCase());
}

/** The model for chats: the assistant's own or, for speech-to-speech modes, its text fallback. */
export function chatModelId(
  assistant: {
    mode: 'pipeline' | 'multimodal' | 'dualplex';
    llm_model_id: number | null;
    chat_llm_fallback_id: number | null;
  },
  defaultModelId: number | null,
): number | null {
  const chosen = assistant.mode === 'pipeline' ? assistant.llm_model_id : assistant.chat_llm_fallback_id;
  return chosen ?? defaultModelId;
}
