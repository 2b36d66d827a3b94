import { isJsonObject } from '../../../src/providers/interfaces/json.ts';

type Json = Record<string, unknown>;
interface Refusal {
  code: number;
  message: string;
}

/** Why the vendor would refuse a message of this template; null if it accepts it. */
export function templateRefusal(template: Json, sent: Json): Refusal | null {
  try {
    checkComponents(listAt(template['components']), listAt(sent['components']));
    return null;
  } catch (error) {
    if (error instanceof Refused) return { code: error.code, message: error.message };
    throw error;
  }
}

class Refused extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

function checkComponents(wanted: Json[], sent: Json[]): void {
  const left = new Set(sent);
  const take = (fits: (component: Json) => boolean): Json[] => {
    const found = [...left].find(fits);
    if (found === undefined) return [];
    left.delete(found);
    return listAt(found['parameters']);
  };
  const ofType = (type: string) => take((component) => component['type'] === type);
  const button = (type: string, index: number) =>
    take(
      (one) => one['type'] === 'button' && one['sub_type'] === type && String(one['index']) === String(index),
    );
  for (const component of wanted) {
    switch (String(component['type']).toUpperCase()) {
      case 'HEADER':
        checkHeader(component, ofType('header'));
        break;
      case 'BODY':
        checkTexts(component['text'], ofType('body'));
        break;
      case 'LIMITED_TIME_OFFER':
        if (objectAt(component['limited_time_offer'])['has_expiration'] === true) {
          const offer = objectAt(ofType('limited_time_offer')[0]?.['limited_time_offer']);
          demand(typeof offer['expiration_time_ms'] === 'number', 132012, 'limited_time_offer');
        }
        break;
      case 'BUTTONS':
        listAt(component['buttons']).forEach((one, index) => {
          checkButton(one, (type) => button(type, index));
        });
        break;
      case 'CAROUSEL':
        checkCards(listAt(component['cards']), [...left]);
        for (const one of left) if (one['type'] === 'carousel') left.delete(one);
    }
  }
  demand(left.size === 0, 132012, 'Unexpected components.');
}

function checkHeader(header: Json, [parameter]: Json[]): void {
  const format = String(header['format'] ?? 'TEXT').toLowerCase();
  if (format === 'text') {
    checkTexts(header['text'], parameter === undefined ? [] : [parameter]);
    return;
  }
  demand(parameter?.['type'] === format, 132012, `header: Format mismatch, expected ${format}`);
  const media = objectAt(parameter?.[format]);
  if (format === 'location') {
    for (const name of ['latitude', 'longitude', 'name', 'address']) {
      demand(String(media[name] ?? '') !== '', 132012, `header: ${name}`);
    }
  } else demand(/^https?:\/\//.test(String(media['link'])), 131008, `header: ${format} link`);
}

function checkButton(button: Json, sent: (type: string) => Json[]): void {
  switch (button['type']) {
    case 'URL':
      checkTexts(button['url'], sent('url'));
      break;
    case 'OTP':
      demand(/^.{1,15}$/.test(String(sent('url')[0]?.['text'] ?? '')), 131008, 'button: code');
      break;
    case 'COPY_CODE':
      demand(/^.{1,20}$/.test(String(sent('copy_code')[0]?.['coupon_code'] ?? '')), 131008, 'coupon_code');
      break;
    case 'FLOW':
      demand(sent('flow')[0]?.['type'] === 'action', 131009, 'Components sub_type invalid at index: 0');
      break;
    case 'MPM':
      demand(false, 131009, 'sections');
  }
}

function checkCards(cards: Json[], sent: Json[]): void {
  const given = listAt(sent.find((one) => one['type'] === 'carousel')?.['cards']);
  demand(given.length === cards.length, 132000, 'Number of cards');
  cards.forEach((card, index) => {
    demand(given[index]?.['card_index'] === index, 132012, 'card_index');
    checkComponents(listAt(card['components']), listAt(given[index]?.['components']));
  });
}

/** Each placeholder needs a parameter, without the characters that the vendor refuses. */
function checkTexts(text: unknown, parameters: Json[]): void {
  const names = new Set(Array.from(String(text ?? '').matchAll(/\{\{(\w+)\}\}/g), ([, name]) => name ?? ''));
  demand(names.size === parameters.length, 132000, 'Number of parameters does not match');
  for (const parameter of parameters) {
    demand(String(parameter['text'] ?? '').trim() !== '', 131008, 'Required parameter is missing');
    demand(!/[\n\r\t]| {5}/.test(String(parameter['text'])), 132018, 'Param text cannot have new-lines');
    const name = parameter['parameter_name'];
    demand(name === undefined || names.has(String(name)), 132012, 'Parameter name is missing');
  }
}

function demand(isMet: boolean, code: number, message: string): void {
  if (!isMet) throw new Refused(code, `(#${code}) ${message}`);
}

function listAt(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function objectAt(value: unknown): Json {
  return isJsonObject(value) ? value : {};
}
