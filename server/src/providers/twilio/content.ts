import type { TemplatePreview } from '#contract/messaging.ts';
import type { CarrierTemplate } from '../interfaces/messaging-carrier.ts';
import { objectAt, objectsAt, textAt } from '../kit/json-parts.ts';
import { numberPlaceholders } from '../kit/number-placeholders.ts';

type Json = Record<string, unknown>;
type Button = TemplatePreview['buttons'][number];

/**
 * The text and the parts of a content. It has one form for each channel, all with the same text. The carrier fills in all
 * parts from the variables.
 * @see https://www.twilio.com/docs/content/content-types-overview
 */
export function readContent(content: Json): Pick<CarrierTemplate, 'bodyText' | 'variables' | 'parts'> {
  const types = objectAt(content['types']);
  const forms = Object.values(types).map(objectAt);
  const isCode = 'whatsapp/authentication' in types;
  const form = forms.find((one) => textOf(one) !== null) ?? forms[0] ?? {};
  const text = textOf(form) ?? (isCode ? CODE_TEXT : (textAt(content['friendly_name']) ?? ''));
  const numbered = numberPlaceholders(text, Object.keys(objectAt(content['variables'])));
  const parts = {
    components: [],
    kinds: numbered.variables.map(() => (isCode ? ('code' as const) : ('text' as const))),
    preview: previewOf(form, 'twilio/location' in types),
    unsendable: null,
  };
  return { ...numbered, parts };
}

/** The text of the form that the carrier fixes. */
const CODE_TEXT = '{{1}} is your verification code.';

function textOf(form: Json): string | null {
  const first = objectsAt(form['cards'])[0] ?? {};
  return (
    textAt(form['body']) ??
    textAt(form['title']) ??
    textAt(form['label']) ??
    textAt(first['body']) ??
    textAt(first['title'])
  );
}

function previewOf(form: Json, isLocation: boolean): TemplatePreview {
  const cards = objectsAt(form['cards']).map((card) => ({
    header: headerOf(card),
    body_text: [card['title'], card['body']]
      .map(textAt)
      .filter((text) => text !== null)
      .join('\n'),
    buttons: objectsAt(card['actions']).map(buttonOf),
  }));
  const list = textAt(form['button']) ?? textAt(form['button_text']);
  const opened: Button[] = list === null ? [] : [{ kind: 'other', text: list, target: null }];
  return {
    header: isLocation ? { format: 'location', text: textAt(form['label']) } : headerOf(form),
    offer: null,
    footer: textAt(form['footer']) ?? textAt(form['subtitle']),
    buttons: [...objectsAt(form['actions']).map(buttonOf), ...opened],
    cards,
  };
}

function headerOf(form: Json): TemplatePreview['header'] {
  const text = textAt(form['header_text']);
  if (text !== null) return { format: 'text', text };
  const { media } = form;
  const url = textAt(Array.isArray(media) ? media[0] : media);
  return url === null ? null : { format: formatOf(url), text: url };
}

function formatOf(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? '';
  if (/\.(mp4|3gpp?)$/i.test(path)) return 'video';
  return /\.(pdf|docx?|xlsx?|pptx?|txt)$/i.test(path) ? 'document' : 'image';
}

const BUTTON_KINDS: ReadonlyMap<string, Button['kind']> = new Map([
  ['QUICK_REPLY', 'quick_reply'],
  ['URL', 'url'],
  ['PHONE_NUMBER', 'phone'],
  ['VOICE_CALL', 'phone'],
  ['COPY_CODE', 'coupon'],
]);

function buttonOf(action: Json): Button {
  const type = textAt(action['type'])?.toUpperCase() ?? 'QUICK_REPLY';
  const isOneTime = textAt(action['copy_code_text']);
  return {
    kind: isOneTime === null ? (BUTTON_KINDS.get(type) ?? 'other') : 'code',
    text: isOneTime ?? textAt(action['title']) ?? '',
    target: textAt(action['url']) ?? textAt(action['phone']) ?? textAt(action['code']),
  };
}
