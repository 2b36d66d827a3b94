import { expect, test } from 'vitest';
import { EVENT_TYPES, WEBHOOK_EVENTS } from '#contract/webhook-events.ts';
import { EVENT_WORDS } from './event-words.ts';

test.each(EVENT_TYPES)('describes %s as the API reference does', (type) => {
  const { summary, details } = WEBHOOK_EVENTS[type];
  expect(EVENT_WORDS[type]).toEqual({ summary, details });
});
