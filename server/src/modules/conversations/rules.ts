import type { Prices } from '../../core/prices.ts';

export type ConversationType = 'test' | 'widget' | 'msgapp' | 'api';

/** What one message of a customer costs, in millionths of a dollar; types that are not named cost nothing. */
export function messagePrices(prices: Prices): Partial<Record<ConversationType, number>> {
  return { widget: prices.widgetMessageMicros };
}

/**
 * Whether a browser page may open a widget. Only browsers send an origin; with none, or with no list,
 * there is nothing to compare.
 * @param allowed origins such as `https://shop.example`; empty: any
 */
export function mayOpenWidget(origin: string | null, allowed: readonly string[]): boolean {
  if (origin === null || allowed.length === 0) return true;
  return allowed.some((candidate) => candidate.toLowerCase().replace(/\/+$/, '') === origin.toLowerCase());
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
