import type { Prices } from '../../core/prices.ts';

export type ConversationType = 'test' | 'widget' | 'msgapp' | 'api';

interface Opened {
  type: ConversationType;
  /** With a credential of the account. */
  opened_by_account: boolean;
}

/** What one message of a customer costs, in millionths of a dollar. A stranger's test costs as much as a widget chat. */
export function messagePrice(conversation: Opened, prices: Prices): { kind: string; micros: number } {
  const { type } = conversation;
  if (type === 'widget' || isOfStranger(conversation)) {
    return { kind: 'widget_message', micros: prices.widgetMessageMicros };
  }
  return { kind: `${type}_message`, micros: 0 };
}

/** Whether the limits of visitors apply. */
export function isOfStranger({ type, opened_by_account }: Opened): boolean {
  return (type === 'widget' || type === 'test') && !opened_by_account;
}

/**
 * Whether a browser page may talk to an assistant. Only browsers send an origin; with none, or with no list,
 * there is nothing to compare, and our own pages always may, by whichever of our addresses they were opened.
 * @param allowed origins such as `https://shop.example`; empty: any
 */
export function mayTalk(
  page: { origin: string | null; isOwn: boolean },
  allowed: readonly string[],
): boolean {
  if (page.origin === null || allowed.length === 0 || page.isOwn) return true;
  return allowed.includes(page.origin.toLowerCase());
}

/** The text model that answers a chat: the assistant's own, or for engines that hear, its fallback for text. */
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
