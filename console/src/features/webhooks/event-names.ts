import { EVENT_TYPES, WEBHOOK_EVENTS } from '#contract/webhook-events.ts';

/** Choices of webhook events. */
export const EVENTS = EVENT_TYPES.map((value) => ({
  value,
  label: value,
  hint: WEBHOOK_EVENTS[value].summary,
}));
