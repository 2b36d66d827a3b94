import { EVENT_TYPES } from '#contract/webhook-events.ts';
import { EVENT_WORDS } from './event-words.ts';

/** Choices of webhook events. */
export const EVENTS = EVENT_TYPES.map((value) => ({
  value,
  label: value,
  hint: EVENT_WORDS[value].summary,
}));
