/** What Parley charges an account, in millionths of a dollar. */
export interface Prices {
  /** A visitor's message in a widget conversation. */
  widgetMessageMicros: number;
  /** A message over the messaging channel. */
  msgappMessageMicros: number;
  /** A begun minute of a call. */
  callMinuteMicros: number;
}

export const DEFAULT_PRICES: Prices = {
  widgetMessageMicros: 10_000,
  msgappMessageMicros: 10_000,
  callMinuteMicros: 100_000,
};

const NAMES: Record<string, keyof Prices> = {
  widget_message: 'widgetMessageMicros',
  msgapp_message: 'msgappMessageMicros',
  call_minute: 'callMinuteMicros',
};

/** Reads a price table such as `widget_message=0.01,call_minute=0.12`, in dollars; what is not named keeps its price. */
export function parsePrices(text: string): { value: Prices } | { problem: string } {
  const prices = { ...DEFAULT_PRICES };
  for (const entry of text.split(',')) {
    const [, name = '', amount = ''] = /^\s*(\w+)\s*=\s*(\d+(?:\.\d{1,6})?)\s*$/.exec(entry) ?? [];
    const key = NAMES[name];
    if (key === undefined) {
      return {
        problem: `must list prices such as widget_message=0.01 with names ${Object.keys(NAMES).join(', ')}.`,
      };
    }
    prices[key] = Math.round(Number(amount) * 1_000_000);
  }
  return { value: prices };
}
