import type { JsonSchema } from '../interfaces/language-model.ts';

/** Expected format of a text parameter, by its name and description. The first match wins. */
const VALUE_PATTERNS: readonly (readonly [RegExp, RegExp])[] = [
  [/e-?mail/i, /[\w.+-]+@[\w-]+\.[\w.-]*\w/],
  [/phone|mobile|telephone/i, /\+?\d[\d\s().-]{6,}\d/],
  [
    /date|day\b/i,
    /\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}[./]\d{1,2}(?:[./]\d{2,4})?\b|\b(?:day after tomorrow|today|tomorrow|tonight)\b|\b(?:next |this )?(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:january|february|march|april|may|june|july|august|september|october|november|december)\b|\b(?:january|february|march|april|may|june|july|august|september|october|november|december) \d{1,2}\b/i,
  ],
  [
    /time|hour/i,
    /\b\d{1,2}(?::\d{2})?\s?(?:am|pm)\b|\b\d{1,2}:\d{2}\b|\b(?:noon|midnight|morning|afternoon|evening)\b/i,
  ],
  [
    /(?:^|_|\b)(?:id|code|number|no|reference|tracking|order|invoice|sku|account)(?:$|_|\b)/i,
    /#?\b(?=[\w-]*\d)[A-Za-z]{0,5}-?\d[\w-]*\b/,
  ],
  [
    /\bname\b|_name|^name/i,
    /(?<=\b(?:my name is|i am|i'm|this is|name's|under the name of|for) )\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)*/u,
  ],
  [
    /city|town|location|place|country|destination|origin|address/i,
    /(?<=\b(?:in|to|at|for|from|near) )\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)*/u,
  ],
];

const FREE_TEXT =
  /reason|message|description|subject|query|question|text|issue|comment|note|details|topic|request/i;
const YES = /^(yes|yeah|yep|sure|ok|okay|please do|da|oui|si|sí|ja|sim|taip|نعم)\b/iu;
const NO = /^(no|nope|not|don't|nu|non|nein|não|nao|ne|nej|لا)\b/iu;

/** The value of a parameter, if the texts contain one. `texts`: newest first. */
export function collectValue(name: string, schema: JsonSchema, texts: readonly string[]): unknown {
  const hint = `${name} ${String(schema['description'] ?? '')}`;
  for (const text of texts) {
    const value = valueIn(text, hint, schema);
    if (value !== undefined) return value;
  }
  const start = texts.at(-1);
  return schema['type'] === 'string' && FREE_TEXT.test(name) ? start : undefined;
}

/** The value of a parameter that was just asked for: any words are accepted. */
export function answeredValue(name: string, schema: JsonSchema, answer: string): unknown {
  const hint = `${name} ${String(schema['description'] ?? '')}`;
  if (schema['type'] === 'boolean') return YES.test(answer) ? true : NO.test(answer) ? false : undefined;
  const value = valueIn(answer, hint, schema);
  if (value !== undefined || schema['type'] !== 'string' || Array.isArray(schema['enum'])) return value;
  const words = answer
    .replace(/^(?:it'?s|it is|my name is|i'?m|i am|this is|the \w+ is)\s+/i, '')
    .replace(/[.!]+$/, '');
  return words.trim() === '' ? undefined : words.trim();
}

function valueIn(text: string, hint: string, schema: JsonSchema): unknown {
  const allowed = schema['enum'];
  if (Array.isArray(allowed)) {
    return allowed.find((item) => new RegExp(`\\b${escapeRegExp(String(item))}\\b`, 'i').test(text));
  }
  switch (schema['type']) {
    case 'number':
    case 'integer': {
      const number = /-?\d+(?:[.,]\d+)?/.exec(text)?.[0];
      return number === undefined ? undefined : Number(number.replace(',', '.'));
    }
    case 'string': {
      const pattern = VALUE_PATTERNS.find(([wanted]) => wanted.test(hint))?.[1];
      return pattern?.exec(text)?.[0].trim();
    }
    default:
      return undefined;
  }
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
