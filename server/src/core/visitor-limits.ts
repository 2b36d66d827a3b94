import { microsOf } from './money.ts';

/** Limits for visitors without credentials; counted in the database, across all processes. */
export interface VisitorLimits {
  /** Conversations that one IP address may start in an hour. */
  conversationsPerHour: number;
  /** Messages of a customer in one conversation. */
  messagesPerMinute: number;
  messagesPerDay: number;
  /** Maximum cost of an assistant's visitors in a UTC day, in millionths of a dollar. */
  spendPerDayMicros: number;
}

/** Enough for an office behind one address, and for automated tests of a whole site. */
export const DEFAULT_VISITOR_LIMITS: VisitorLimits = {
  conversationsPerHour: 3000,
  messagesPerMinute: 30,
  messagesPerDay: 1000,
  spendPerDayMicros: microsOf(100),
};

const NAMES = ['conversations_per_hour', 'messages_per_minute', 'messages_per_day', 'spend_per_day'] as const;

/** Parses limits such as `conversations_per_hour=100,spend_per_day=5.50`; unlisted limits keep their default. */
export function parseVisitorLimits(text: string): { value: VisitorLimits } | { problem: string } {
  const given = new Map<string, number>();
  for (const entry of text.split(',')) {
    const [, name = '', amount = ''] = /^\s*(\w+)\s*=\s*(\d{1,9}(?:\.\d{1,6})?)\s*$/.exec(entry) ?? [];
    const isWhole = Number.isInteger(Number(amount)) && Number(amount) > 0;
    const isKnown = NAMES.some((one) => one === name) && (isWhole || name === 'spend_per_day');
    if (!isKnown) {
      return {
        problem: `must list limits such as conversations_per_hour=100. Valid names: ${NAMES.join(', ')}.`,
      };
    }
    given.set(name, Number(amount));
  }
  const spend = given.get('spend_per_day');
  return {
    value: {
      conversationsPerHour:
        given.get('conversations_per_hour') ?? DEFAULT_VISITOR_LIMITS.conversationsPerHour,
      messagesPerMinute: given.get('messages_per_minute') ?? DEFAULT_VISITOR_LIMITS.messagesPerMinute,
      messagesPerDay: given.get('messages_per_day') ?? DEFAULT_VISITOR_LIMITS.messagesPerDay,
      spendPerDayMicros: spend === undefined ? DEFAULT_VISITOR_LIMITS.spendPerDayMicros : microsOf(spend),
    },
  };
}
