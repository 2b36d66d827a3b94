import type { Product } from './draft.ts';

/** System variables of each product, and the variables of Parley that replace them. */
const SYSTEM_VARIABLES: Readonly<Record<Product, Readonly<Record<string, string>>>> = {
  vapi: {
    'customer.number': 'customer_phone',
    'customer.name': 'customer_name',
    'phoneNumber.number': 'assistant_phone',
    'call.id': 'call_id',
    now: 'current_date}} {{current_time',
    date: 'current_date',
    time: 'current_time',
    day: 'current_weekday',
  },
  retell: {
    user_number: 'customer_phone',
    agent_number: 'assistant_phone',
    call_id: 'call_id',
    chat_id: 'conversation_id',
    current_time: 'current_weekday}}, {{current_date}} {{current_time',
    session_type: 'channel',
  },
  elevenlabs: {
    system__caller_id: 'customer_phone',
    system__called_number: 'assistant_phone',
    system__conversation_id: 'conversation_id',
    system__call_sid: 'call_id',
    system__time: 'current_date}} {{current_time',
    system__time_utc: 'current_date}} {{current_time',
    system__timezone: 'timezone',
  },
};

/** System variables without a counterpart in Parley. */
const UNKNOWN: Readonly<Record<Product, RegExp>> = {
  vapi: /^(?:transport|call|customer|phoneNumber|assistant|month|year)\b/,
  retell: /^(?:current_|session_|direction$)/,
  elevenlabs: /^(?:system__|secret__)/,
};

export interface ConvertedText {
  text: string;
  /** Variables without a counterpart. */
  unknown: string[];
  /** Expressions and tags of a template language that cannot be converted. */
  leftOut: string[];
}

/** Converts `{{variables}}` of a prompt or message. `{{name | default: "there"}}` becomes `{{name|there}}`. */
export function convertVariables(text: string, product: Product): ConvertedText {
  const unknown: string[] = [];
  const leftOut: string[] = [];
  const withoutTags = text.replace(/\{%-?([\s\S]*?)-?%\}/g, (tag) => {
    leftOut.push(tag);
    return '';
  });
  const converted = withoutTags.replace(/\{\{\s*([^{}]*?)\s*\}\}/g, (whole, expression: string) => {
    const [name = '', ...filters] = expression.split('|').map((part) => part.trim());
    const plain = name.replace(/^["']|["']$/g, '');
    const known = ownVariable(plain, product);
    const fallback = filters.map((filter) => /^default:\s*["']?(.*?)["']?$/.exec(filter)?.[1]).find(Boolean);
    if (filters.length > 0 && fallback === undefined) leftOut.push(whole);
    if (known === null && UNKNOWN[product].test(plain)) unknown.push(plain);
    return `{{${known ?? plain}${fallback === undefined ? '' : `|${fallback}`}}}`;
  });
  return { text: converted, unknown, leftOut };
}

function ownVariable(name: string, product: Product): string | null {
  const table = SYSTEM_VARIABLES[product];
  if (Object.hasOwn(table, name)) return table[name] ?? null;
  // Retell writes the zone into the name: current_time_America/New_York.
  return product === 'retell' && /^current_time_/.test(name) ? (table['current_time'] ?? null) : null;
}
