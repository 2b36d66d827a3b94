type Json = Record<string, unknown>;

const body = (text: string): Json => ({ type: 'BODY', text });
const header = (format: string, text?: string): Json => ({
  type: 'HEADER',
  format,
  ...(text !== undefined && { text }),
});
const buttons = (...all: Json[]): Json => ({ type: 'BUTTONS', buttons: all });
const QUICK = { type: 'QUICK_REPLY', text: 'Yes' };
const LINK = { type: 'URL', text: 'Track', url: 'https://shop.example/{{1}}' };
const COUPON = { type: 'COPY_CODE', text: 'Copy', example: 'SPRING25' };
const offer = (hasExpiration: boolean): Json => ({
  type: 'LIMITED_TIME_OFFER',
  limited_time_offer: { text: 'Ends soon', has_expiration: hasExpiration },
});
const card = (text: string, format = 'IMAGE'): Json => ({
  components: [header(format), body(text), buttons(QUICK, LINK)],
});

interface TemplateCase {
  components: Json[];
  category?: string;
  /** Names of the values. */
  variables: string[];
  /** Values that the vendor accepts; null if Parley cannot send the template. */
  values: Record<string, string> | null;
}

const PICTURE = 'https://shop.example/a.png';

/** A template of each kind that the vendor's guides describe, by name. */
export const CLOUD_TEMPLATES: Readonly<Record<string, TemplateCase>> = {
  plain: { components: [body('Hello.')], variables: [], values: {} },
  numbered: { components: [body('Hi {{2}}, {{1}}.')], variables: ['1', '2'], values: { 1: 'a', 2: 'b' } },
  named: {
    components: [header('TEXT', 'For {{first_name}}'), body('Dear {{first_name}}.')],
    variables: ['first_name', 'header_text'],
    values: { first_name: 'Ana', header_text: 'Ana Pop' },
  },
  heading: {
    components: [header('TEXT', 'Order {{1}}'), body('Dear {{1}}.'), { type: 'FOOTER', text: 'Mill' }],
    variables: ['1', 'header_text'],
    values: { 1: 'Ana', header_text: 'A 7' },
  },
  picture: {
    components: [header('IMAGE'), body('Look.')],
    variables: ['header_image'],
    values: { header_image: PICTURE },
  },
  video: {
    components: [header('VIDEO'), body('Look.')],
    variables: ['header_video'],
    values: { header_video: 'https://shop.example/a.mp4' },
  },
  document: {
    components: [header('DOCUMENT'), body('Your invoice {{1}}.')],
    variables: ['1', 'header_document'],
    values: { 1: '7', header_document: 'https://shop.example/files/invoice%207.pdf?key=a' },
  },
  location: {
    components: [header('LOCATION'), body('Here.')],
    variables: ['header_latitude', 'header_longitude', 'header_name', 'header_address'],
    values: {
      header_latitude: '46.77',
      header_longitude: '23.59',
      header_name: 'Mill',
      header_address: 'Cluj',
    },
  },
  link: {
    components: [body('Your order.'), buttons(QUICK, LINK)],
    variables: ['button_2_url'],
    values: { button_2_url: 'orders/7' },
  },
  code: {
    components: [
      body('*{{1}}* is your code.'),
      buttons({ type: 'OTP', otp_type: 'COPY_CODE', text: 'Copy' }),
    ],
    category: 'AUTHENTICATION',
    variables: ['1'],
    values: { 1: '123456' },
  },
  coupon: {
    components: [body('Use {{1}}.'), buttons(QUICK, COUPON)],
    variables: ['1', 'coupon_code'],
    values: { 1: 'it', coupon_code: 'SPRING25' },
  },
  offer: {
    components: [header('IMAGE'), offer(true), body('Only today.'), buttons(COUPON, LINK)],
    variables: ['header_image', 'offer_ends_at', 'coupon_code', 'button_2_url'],
    values: {
      header_image: PICTURE,
      offer_ends_at: '2030-01-01T10:00:00+02:00',
      coupon_code: 'SPRING25',
      button_2_url: 'sale',
    },
  },
  endless: { components: [offer(false), body('Always.'), buttons(QUICK)], variables: [], values: {} },
  flow: {
    components: [body('Book {{1}}.'), buttons({ type: 'FLOW', text: 'Open', flow_id: '1' })],
    variables: ['1'],
    values: { 1: 'now' },
  },
  catalog: {
    components: [
      body('Shop.'),
      buttons(
        { type: 'CATALOG', text: 'View' },
        { type: 'PHONE_NUMBER', text: 'Call', phone_number: '+40312345678' },
      ),
    ],
    variables: [],
    values: {},
  },
  carousel: {
    components: [
      body('Hi {{1}}.'),
      { type: 'CAROUSEL', cards: [card('Bread for {{1}}'), card('Cake', 'VIDEO')] },
    ],
    variables: [
      '1',
      'card_1_header_image',
      'card_1_1',
      'card_1_button_2_url',
      'card_2_header_video',
      'card_2_button_2_url',
    ],
    values: {
      1: 'Ana',
      card_1_header_image: PICTURE,
      card_1_1: '5 lei',
      card_1_button_2_url: 'bread',
      card_2_header_video: 'https://shop.example/a.mp4',
      card_2_button_2_url: 'cake',
    },
  },
  products: {
    components: [body('Shop.'), buttons({ type: 'MPM', text: 'View' })],
    variables: [],
    values: null,
  },
  product: { components: [header('PRODUCT'), body('Shop.')], variables: [], values: null },
  product_cards: {
    components: [body('Shop.'), { type: 'CAROUSEL', cards: [card('Bread', 'PRODUCT')] }],
    variables: ['card_1_button_2_url'],
    values: null,
  },
  later_kind: { components: [body('Hi.'), { type: 'HOLOGRAM' }], variables: [], values: null },
  empty: { components: [], variables: [], values: null },
};

/** The templates as the Graph API lists them. */
export function cloudTemplates(): Json[] {
  return Object.entries(CLOUD_TEMPLATES).map(([name, { components, category = 'MARKETING' }], index) => ({
    id: String(700 + index),
    name,
    language: 'en',
    category,
    status: 'APPROVED',
    components,
  }));
}
