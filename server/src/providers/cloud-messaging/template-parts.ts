import type { TemplatePreview, TemplateValueKind } from '#contract/messaging.ts';
import type { CarrierTemplate, TemplateParts } from '../interfaces/messaging-carrier.ts';
import { objectAt, objectsAt, textAt } from '../kit/json-parts.ts';
import { numberPlaceholders } from '../kit/number-placeholders.ts';

type Json = Record<string, unknown>;
type ReadValue = (name: string) => string;

/** A value that a message needs. */
interface Slot {
  name: string;
  kind: TemplateValueKind;
}

/** One parameter of a component, made of the values of its slots. */
interface Parameter {
  slots: readonly Slot[];
  build(read: ReadValue, token: string): object;
}

/** A component as it is sent; without parameters, it is left out. */
type Part = { frame: object; parameters: readonly Parameter[] } | { frame: object; cards: readonly Part[][] };

/** The variables and the preview of a list of components. */
interface Plan {
  parts: Part[];
  bodyText: string;
  variables: string[];
  kinds: ReadonlyMap<string, TemplateValueKind>;
  preview: TemplatePreview;
  /** The body with the names of its values. */
  shownBody: string;
  unsendable: string | null;
}

/** The body and the parts of a template. Variables outside the body come last, with names such as `header_image`. */
export function readParts(template: Json): Pick<CarrierTemplate, 'bodyText' | 'variables' | 'parts'> {
  const components = objectsAt(template['components']);
  const { bodyText, variables, kinds, preview, unsendable } = planOf(components);
  const parts: TemplateParts = {
    components,
    kinds: variables.map((name) => kinds.get(name) ?? 'text'),
    preview,
    unsendable,
  };
  return { bodyText, variables, parts };
}

/**
 * The components of a message, with values in the order of the template's variables.
 * @param token identifies the customer's answer to a flow
 * @see https://developers.facebook.com/docs/whatsapp/cloud-api/guides/send-message-templates
 */
export function sentComponents(
  template: CarrierTemplate,
  values: readonly string[],
  token: string,
): object[] {
  const { variables, parts } = template;
  const read = (name: string): string => values[variables.indexOf(name)] ?? '';
  const planned = parts == null ? [bodyPart(variables, 'text')] : planOf(objectsAt(parts.components)).parts;
  return builtParts(planned, read, token);
}

function builtParts(parts: readonly Part[], read: ReadValue, token: string): object[] {
  return parts.flatMap((part): object[] => {
    if ('cards' in part) {
      const cards = part.cards.map((card, index) => ({
        card_index: index,
        components: builtParts(card, read, token),
      }));
      return [{ ...part.frame, cards }];
    }
    const parameters = part.parameters.map((parameter) => parameter.build(read, token));
    return parameters.length === 0 ? [] : [{ ...part.frame, parameters }];
  });
}

/** The template or one card of a carousel. @param prefix of the names of its values, such as `card_1_` */
function planOf(components: readonly Json[], prefix = ''): Plan {
  const header = headerOf(componentOf(components, 'HEADER'), prefix);
  const offer = offerOf(componentOf(components, 'LIMITED_TIME_OFFER'));
  const listed = objectsAt(componentOf(components, 'BUTTONS')?.['buttons']);
  const hasCode = listed.some(isOneTimeCode);
  const body = textAt(componentOf(components, 'BODY')?.['text']) ?? (hasCode ? CODE_TEXT : '');
  const bodySlots = numberPlaceholders(body).variables;
  const code = prefix + (bodySlots[0] ?? '1');
  const buttons = listed.map((button, index) => buttonOf(button, { index, prefix, code }));
  const cards = objectsAt(componentOf(components, 'CAROUSEL')?.['cards']).map((card, index) =>
    planOf(objectsAt(card['components']), `card_${index + 1}_`),
  );
  const parts: Part[] = [
    ...header.parts,
    bodyPart(bodySlots, hasCode ? 'code' : 'text', prefix),
    ...offer.parts,
    ...buttons.flatMap((button) => button.parts),
    ...(cards.length === 0 ? [] : [{ frame: { type: 'carousel' }, cards: cards.map((card) => card.parts) }]),
  ];
  const slots = parts.flatMap(slotsOf);
  const numbered = numberPlaceholders(
    body,
    slots.map(({ name }) => name),
  );
  const found = [
    unknownComponent(components),
    ...[header, ...buttons].map(({ problem }) => problem),
    ...cards.map(({ unsendable }) => unsendable),
    body === '' && prefix === '' ? 'The template has no text.' : null,
  ];
  return {
    parts,
    ...numbered,
    // The first slot of a name decides, because the body's come first.
    kinds: new Map([...slots].reverse().map(({ name, kind }) => [name, kind])),
    preview: {
      header: header.shown,
      offer: offer.text,
      footer: textAt(componentOf(components, 'FOOTER')?.['text']),
      buttons: buttons.map(({ shown }) => shown),
      cards: cards.map(({ preview, shownBody }) => ({
        header: preview.header,
        body_text: shownBody,
        buttons: preview.buttons,
      })),
    },
    shownBody: named(body, (name) => prefix + name),
    unsendable: found.find((problem) => problem !== null) ?? null,
  };
}

/** The vendor's own text, which its list may leave out. */
const CODE_TEXT = '{{1}} is your verification code.';

function componentOf(components: readonly Json[], type: string): Json | undefined {
  return components.find((component) => typeOf(component) === type);
}

function typeOf(component: Json): string {
  return textAt(component['type'])?.toUpperCase() ?? '';
}

const KNOWN = new Set(['HEADER', 'BODY', 'FOOTER', 'BUTTONS', 'CAROUSEL', 'LIMITED_TIME_OFFER']);

function unknownComponent(components: readonly Json[]): string | null {
  const type = components.map(typeOf).find((one) => !KNOWN.has(one));
  return type === undefined ? null : notSupported(`components of the type ${type}`);
}

function notSupported(what: string): string {
  return `Parley cannot send templates with ${what}.`;
}

function slotsOf(part: Part): Slot[] {
  return 'cards' in part
    ? part.cards.flat().flatMap(slotsOf)
    : part.parameters.flatMap(({ slots }) => [...slots]);
}

/** Numbered placeholders take their values in order, named ones by name. */
function bodyPart(names: readonly string[], kind: TemplateValueKind, prefix = ''): Part {
  return {
    frame: { type: 'body' },
    parameters: names.map((name) => textParameter({ name: prefix + name, kind }, name)),
  };
}

function textParameter(slot: Slot, placeholder: string): Parameter {
  const called = /^\d+$/.test(placeholder) ? {} : { parameter_name: placeholder };
  return { slots: [slot], build: (read) => ({ type: 'text', ...called, text: read(slot.name) }) };
}

interface Piece<Shown> {
  parts: Part[];
  shown: Shown;
  problem: string | null;
}

function headerOf(header: Json | undefined, prefix: string): Piece<TemplatePreview['header']> {
  if (header === undefined) return { parts: [], shown: null, problem: null };
  const format = textAt(header['format'])?.toLowerCase() ?? 'text';
  const text = textAt(header['text']);
  const parameter = headerParameter(format, text, `${prefix}header_`);
  return {
    parts: parameter === null ? [] : [{ frame: { type: 'header' }, parameters: [parameter] }],
    shown: { format, text: text === null ? null : named(text, () => `${prefix}header_text`) },
    problem: parameter === null && format !== 'text' ? notSupported(`a header of the type ${format}`) : null,
  };
}

function headerParameter(format: string, text: string | null, prefix: string): Parameter | null {
  switch (format) {
    case 'text': {
      const [placeholder] = numberPlaceholders(text ?? '').variables;
      return placeholder === undefined
        ? null
        : textParameter({ name: `${prefix}text`, kind: 'heading' }, placeholder);
    }
    case 'image':
    case 'video':
    case 'document':
      return mediaParameter({ name: prefix + format, kind: format });
    case 'location':
      return locationParameter(prefix);
    default:
      return null;
  }
}

function mediaParameter(slot: { name: string; kind: 'image' | 'video' | 'document' }): Parameter {
  return {
    slots: [slot],
    build: (read) => {
      const link = read(slot.name);
      const filename = slot.kind === 'document' ? fileNameIn(link) : null;
      return { type: slot.kind, [slot.kind]: { link, ...(filename !== null && { filename }) } };
    },
  };
}

/** Customers see the name of a document. */
function fileNameIn(link: string): string | null {
  const last = URL.parse(link)?.pathname.split('/').at(-1) ?? '';
  try {
    return textAt(decodeURIComponent(last));
  } catch {
    return textAt(last);
  }
}

function locationParameter(prefix: string): Parameter {
  const slots = [
    { name: `${prefix}latitude`, kind: 'latitude' },
    { name: `${prefix}longitude`, kind: 'longitude' },
    { name: `${prefix}name`, kind: 'text' },
    { name: `${prefix}address`, kind: 'text' },
  ] as const;
  return {
    slots,
    build: (read) => {
      const [latitude, longitude, name, address] = slots.map((slot) => read(slot.name));
      return { type: 'location', location: { latitude, longitude, name, address } };
    },
  };
}

function offerOf(offer: Json | undefined): { parts: Part[]; text: string | null } {
  const described = objectAt(offer?.['limited_time_offer']);
  const text = textAt(described['text']);
  if (described['has_expiration'] !== true) return { parts: [], text };
  const slot = { name: 'offer_ends_at', kind: 'time' } as const;
  const build: Parameter['build'] = (read) => ({
    type: 'limited_time_offer',
    limited_time_offer: { expiration_time_ms: millisecondsOf(read(slot.name)) },
  });
  return { parts: [{ frame: { type: 'limited_time_offer' }, parameters: [{ slots: [slot], build }] }], text };
}

function millisecondsOf(time: string): number {
  return /^\d+$/.test(time) ? Number(time) : Date.parse(time);
}

/** The vendor lists buttons with one-time codes also as links to its own site. */
function isOneTimeCode(button: Json): boolean {
  const url = textAt(button['url']) ?? '';
  return typeOf(button) === 'OTP' || url.startsWith('https://www.whatsapp.com/otp/');
}

function buttonOf(
  button: Json,
  about: { index: number; prefix: string; code: string },
): Piece<TemplatePreview['buttons'][number]> {
  const { index, prefix, code } = about;
  const type = isOneTimeCode(button) ? 'OTP' : typeOf(button);
  const text = textAt(button['text']) ?? '';
  const link = textAt(button['url']);
  const name = `${prefix}button_${index + 1}_url`;
  const piece = (
    kind: TemplatePreview['buttons'][number]['kind'],
    target: string | null = null,
  ): Piece<TemplatePreview['buttons'][number]> => ({
    parts: [],
    shown: { kind, text, target },
    problem: null,
  });
  const sent = (subType: string, parameter: Parameter): Part[] => [
    { frame: { type: 'button', sub_type: subType, index: String(index) }, parameters: [parameter] },
  ];
  switch (type) {
    case 'QUICK_REPLY':
      return piece('quick_reply');
    case 'PHONE_NUMBER':
      return piece('phone', textAt(button['phone_number']));
    case 'VOICE_CALL':
      return piece('phone');
    case 'CATALOG':
      return piece('catalog');
    case 'URL': {
      const isOpen = link !== null && numberPlaceholders(link).variables.length > 0;
      if (!isOpen) return piece('url', link);
      const suffix = textParameter({ name, kind: 'url_suffix' }, '1');
      return {
        ...piece(
          'url',
          named(link, () => name),
        ),
        parts: sent('url', suffix),
      };
    }
    case 'OTP':
      return { ...piece('code'), parts: sent('url', textParameter({ name: code, kind: 'code' }, '1')) };
    case 'COPY_CODE': {
      const slot = { name: `${prefix}coupon_code`, kind: 'coupon' } as const;
      const build: Parameter['build'] = (read) => ({
        type: 'coupon_code',
        coupon_code: read(slot.name),
      });
      return { ...piece('coupon', `{{${slot.name}}}`), parts: sent('copy_code', { slots: [slot], build }) };
    }
    case 'FLOW': {
      const build: Parameter['build'] = (_valueOf, token) => ({
        type: 'action',
        action: { flow_token: token },
      });
      return { ...piece('flow'), parts: sent('flow', { slots: [], build }) };
    }
    default:
      return { ...piece('other'), problem: notSupported(`buttons of the type ${type}`) };
  }
}

/** The text with other names in its placeholders. */
function named(text: string, rename: (name: string) => string): string {
  return text.replaceAll(/\{\{\s*([\w.-]+)\s*\}\}/g, (_whole, name: string) => `{{${rename(name)}}}`);
}
