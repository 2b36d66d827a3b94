import { describe, expect, test } from 'vitest';
import { templateRefusal } from '../../../test/kit/carrier-fake/cloud-template-check.ts';
import { CLOUD_TEMPLATES } from '../../../test/kit/cloud-templates.ts';
import type { CarrierTemplate } from '../interfaces/messaging-carrier.ts';
import { readParts, sentComponents } from './template-parts.ts';

const read = (template: Record<string, unknown>): CarrierTemplate => ({
  reference: '1',
  name: 'one',
  language: 'en',
  category: 'utility',
  status: 'approved',
  ...readParts(template),
});

function sent(name: string): object[] {
  const { components = [], values } = CLOUD_TEMPLATES[name] ?? {};
  const template = read({ components });
  const given = new Map(Object.entries(values ?? {}));
  return sentComponents(
    template,
    template.variables.map((one) => given.get(one) ?? ''),
    'message-7',
  );
}

describe('a template', () => {
  test.each(Object.entries(CLOUD_TEMPLATES))(
    '"%s" names its values and what cannot be sent',
    (_name, one) => {
      const { variables, parts } = read({ components: one.components });
      expect(variables).toEqual(one.variables);
      expect(parts?.kinds).toHaveLength(variables.length);
      expect(parts?.unsendable === null).toBe(one.values !== null);
    },
  );

  test.each(Object.entries(CLOUD_TEMPLATES).filter(([, { values }]) => values !== null))(
    '"%s" is sent as the vendor wants it',
    (name, { components }) => {
      const message = { components: sent(name) };
      expect(templateRefusal({ components }, message)).toBeNull();
    },
  );

  test('that the vendor would refuse without its parts is recognized by the check', () => {
    for (const name of [
      'heading',
      'picture',
      'location',
      'link',
      'code',
      'coupon',
      'offer',
      'flow',
      'carousel',
    ]) {
      const { components = [] } = CLOUD_TEMPLATES[name] ?? {};
      expect(templateRefusal({ components }, {}), name).not.toBeNull();
    }
  });

  test('explains what cannot be sent', () => {
    const reasons = ['products', 'product', 'later_kind', 'empty'].map(
      (name) => read({ components: CLOUD_TEMPLATES[name]?.components }).parts?.unsendable,
    );
    expect(reasons).toEqual([
      'Parley cannot send templates with buttons of the type MPM.',
      'Parley cannot send templates with a header of the type product.',
      'Parley cannot send templates with components of the type HOLOGRAM.',
      'The template has no text.',
    ]);
  });
});

test('shows header, offer, footer, buttons and cards with the names of their values', () => {
  expect(read({ components: CLOUD_TEMPLATES['heading']?.components }).parts?.preview).toEqual({
    header: { format: 'text', text: 'Order {{header_text}}' },
    offer: null,
    footer: 'Mill',
    buttons: [],
    cards: [],
  });
  expect(read({ components: CLOUD_TEMPLATES['offer']?.components }).parts?.preview).toMatchObject({
    header: { format: 'image', text: null },
    offer: 'Ends soon',
    buttons: [
      { kind: 'coupon', text: 'Copy', target: '{{coupon_code}}' },
      { kind: 'url', text: 'Track', target: 'https://shop.example/{{button_2_url}}' },
    ],
  });
  expect(read({ components: CLOUD_TEMPLATES['carousel']?.components }).parts?.preview.cards[0]).toEqual({
    header: { format: 'image', text: null },
    body_text: 'Bread for {{card_1_1}}',
    buttons: [
      { kind: 'quick_reply', text: 'Yes', target: null },
      { kind: 'url', text: 'Track', target: 'https://shop.example/{{card_1_button_2_url}}' },
    ],
  });
});

test('sends the values in their places', () => {
  expect(sent('document')).toEqual([
    {
      type: 'header',
      parameters: [
        {
          type: 'document',
          document: {
            link: 'https://shop.example/files/invoice%207.pdf?key=a',
            filename: 'invoice 7.pdf',
          },
        },
      ],
    },
    { type: 'body', parameters: [{ type: 'text', text: '7' }] },
  ]);
  expect(sent('named')).toEqual([
    { type: 'header', parameters: [{ type: 'text', parameter_name: 'first_name', text: 'Ana Pop' }] },
    { type: 'body', parameters: [{ type: 'text', parameter_name: 'first_name', text: 'Ana' }] },
  ]);
  const code = { type: 'text', text: '123456' };
  expect(sent('code')).toEqual([
    { type: 'body', parameters: [code] },
    { type: 'button', sub_type: 'url', index: '0', parameters: [code] },
  ]);
  expect(sent('offer')[1]).toEqual({
    type: 'limited_time_offer',
    parameters: [
      { type: 'limited_time_offer', limited_time_offer: { expiration_time_ms: Date.UTC(2030, 0, 1, 8) } },
    ],
  });
  expect(sent('flow')[1]).toEqual({
    type: 'button',
    sub_type: 'flow',
    index: '0',
    parameters: [{ type: 'action', action: { flow_token: 'message-7' } }],
  });
});

test('reads a one-time code that is listed as a link, without a text', () => {
  const url = 'https://www.whatsapp.com/otp/code/?otp_type=COPY_CODE&code=otp{{1}}';
  const components = [{ type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Copy', url }] }];
  const template = read({ components });
  expect(template).toMatchObject({
    bodyText: '{{1}} is your verification code.',
    variables: ['1'],
    parts: { kinds: ['code'], unsendable: null, preview: { buttons: [{ kind: 'code', target: null }] } },
  });
  expect(sentComponents(template, ['42'], 't')).toMatchObject([
    { type: 'body', parameters: [{ text: '42' }] },
    { sub_type: 'url', parameters: [{ text: '42' }] },
  ]);
});

test('sends templates that were stored before their parts', () => {
  const { parts: _parts, ...stored } = read({
    components: [{ type: 'BODY', text: 'Dear {{name}}, {{1}}.' }],
  });
  expect(sentComponents({ ...stored, parts: null }, ['news', 'Ana'], 't')).toEqual([
    {
      type: 'body',
      parameters: [
        { type: 'text', text: 'news' },
        { type: 'text', parameter_name: 'name', text: 'Ana' },
      ],
    },
  ]);
});
