import { microsOf } from './money.ts';

/** What Parley charges an account, in millionths of a dollar. */
export interface Prices {
  /** A visitor's message in a widget conversation. */
  widgetMessageMicros: number;
  /** A message over the messaging channel. */
  msgappMessageMicros: number;
  /** An SMS, however long. */
  smsMessageMicros: number;
  /** Per started minute of a call. */
  callMinuteMicros: number;
}

export const DEFAULT_PRICES: Prices = {
  widgetMessageMicros: 10_000,
  msgappMessageMicros: 10_000,
  smsMessageMicros: 50_000,
  callMinuteMicros: 100_000,
};

export type PriceName = 'widget_message' | 'msgapp_message' | 'sms_message' | 'call_minute';

const NAMES: Record<PriceName, keyof Prices> = {
  widget_message: 'widgetMessageMicros',
  msgapp_message: 'msgappMessageMicros',
  sms_message: 'smsMessageMicros',
  call_minute: 'callMinuteMicros',
};

const UNITS: Record<PriceName, string> = {
  widget_message: 'A visitor’s message in a widget conversation.',
  msgapp_message: 'A message over the messaging channel.',
  sms_message: 'An SMS of any length.',
  call_minute: 'A call minute, rounded up.',
};

/** All prices with their names and units. */
export function priceList(prices: Prices): { name: PriceName; micros: number; unit: string }[] {
  return priceNames().map((name) => ({ name, micros: prices[NAMES[name]], unit: UNITS[name] }));
}

/** Parses a price table such as `widget_message=0.01,call_minute=0.12`, in dollars; unlisted names keep their price. */
export function parsePrices(text: string): { value: Prices } | { problem: string } {
  const prices = { ...DEFAULT_PRICES };
  for (const entry of text.split(',')) {
    const [, written = '', amount = ''] = /^\s*(\w+)\s*=\s*(\d{1,9}(?:\.\d{1,6})?)\s*$/.exec(entry) ?? [];
    const name = priceNames().find((one) => one === written);
    if (name === undefined) {
      return {
        problem: `must list prices such as widget_message=0.01. Valid names: ${priceNames().join(', ')}.`,
      };
    }
    prices[NAMES[name]] = microsOf(Number(amount));
  }
  return { value: prices };
}

function priceNames(): PriceName[] {
  return ['widget_message', 'msgapp_message', 'sms_message', 'call_minute'];
}
