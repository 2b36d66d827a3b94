import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CarrierReading, CarrierReport } from '../interfaces/messaging-carrier.ts';
import { readRequest } from './read-request.ts';

const credentials = {
  phone_number_id: '106540352242922',
  business_account_id: '102290129340398',
  access_token: 'token',
  app_secret: 'secret',
  verify_token: 'my-word',
};
const url = 'https://parley.example/api/carriers/msgapp/key';

function post(body: string, signature?: string): CarrierReading {
  const signed = signature ?? `sha256=${createHmac('sha256', 'secret').update(body).digest('hex')}`;
  const headers = { 'x-hub-signature-256': signed };
  return readRequest(credentials, { method: 'POST', url, headers, body: Buffer.from(body) });
}

function bodyOf(value: object, field = 'messages'): string {
  const metadata = { display_phone_number: '40312345679', phone_number_id: credentials.phone_number_id };
  const change = { field, value: { messaging_product: 'whatsapp', metadata, ...value } };
  return JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: '1', changes: [change] }] });
}

function reportsOf(value: object, field = 'messages'): readonly CarrierReport[] {
  const reading = post(bodyOf(value, field));
  if (reading.kind !== 'reports') throw new Error(`It was ${reading.kind}.`);
  return reading.reports;
}

const message = (content: object): readonly CarrierReport[] =>
  reportsOf({
    contacts: [{ profile: { name: 'Ana' }, wa_id: '40721234567' }],
    messages: [{ from: '40721234567', id: 'wamid.1', timestamp: '1700000000', ...content }],
  });

describe('a request', () => {
  it('is authenticated by the signature over its bytes', () => {
    expect(post('{}').kind).toBe('reports');
    expect(post(' { } ').kind).toBe('reports');
    const signature = `sha256=${createHmac('sha256', 'secret').update('{}').digest('hex')}`;
    expect(post('{}', signature.toUpperCase().replace('SHA256', 'sha256')).kind).toBe('reports');
    for (const wrong of ['', 'sha256=', signature.slice(0, -1), signature.replace('sha256', 'sha1'), 'é']) {
      expect(post('{}', wrong), wrong).toMatchObject({ kind: 'refused' });
    }
    expect(post('{ }', signature).kind).toBe('refused');
    const unsigned = readRequest(credentials, { method: 'POST', url, headers: {}, body: Buffer.from('{}') });
    expect(unsigned).toEqual({ kind: 'refused', reason: 'The request is not signed.' });
  });

  it('gets its challenge back only with the verify token', () => {
    const ask = (query: string): CarrierReading =>
      readRequest(credentials, { method: 'GET', url: `${url}?${query}`, headers: {}, body: Buffer.alloc(0) });
    expect(ask('hub.mode=subscribe&hub.verify_token=my-word&hub.challenge=1158201444')).toEqual({
      kind: 'answer',
      contentType: 'text/plain; charset=utf-8',
      text: '1158201444',
    });
    for (const query of [
      'hub.mode=subscribe&hub.verify_token=other&hub.challenge=1',
      'hub.mode=unsubscribe&hub.verify_token=my-word&hub.challenge=1',
      'hub.verify_token=my-word',
      '',
    ]) {
      expect(ask(query), query).toMatchObject({ kind: 'refused' });
    }
  });
});

describe('a customer’s message', () => {
  it('is parsed with sender, time and content', () => {
    expect(message({ type: 'text', text: { body: 'Hi' } })).toEqual([
      {
        kind: 'message',
        channel: 'msgapp',
        providerMessageId: 'wamid.1',
        from: '+40721234567',
        channelUserId: null,
        to: '+40312345679',
        customerName: 'Ana',
        text: 'Hi',
        isTyped: true,
        isQuestion: true,
        about: null,
        carrierWord: null,
        media: [],
        sentAt: new Date(1_700_000_000_000),
      },
    ]);
  });

  it.each<[string, object, string]>([
    ['a button', { type: 'button', button: { text: 'Yes', payload: 'p' } }, 'Yes'],
    [
      'a reply button',
      { type: 'interactive', interactive: { button_reply: { id: '1', title: 'Now' } } },
      'Now',
    ],
    [
      'a list',
      { type: 'interactive', interactive: { list_reply: { id: '1', title: 'Late', description: 'd' } } },
      'Late',
    ],
    [
      'a form',
      { type: 'interactive', interactive: { nfm_reply: { body: 'Sent', response_json: '{"a":1}' } } },
      'a: 1',
    ],
    ['a picture', { type: 'image', image: { id: '9', mime_type: 'image/jpeg', caption: 'Mine' } }, 'Mine'],
    ['a voice message', { type: 'audio', audio: { id: '9', mime_type: 'audio/ogg', voice: true } }, ''],
    [
      'a location',
      { type: 'location', location: { latitude: 44.4, longitude: 26.1, name: 'Home', address: 'Main St' } },
      'Location: Home, Main St, 44.4, 26.1',
    ],
    [
      'a contact',
      {
        type: 'contacts',
        contacts: [
          { name: { formatted_name: 'Bo' }, phones: [{ phone: '+40 72', wa_id: '1' }] },
          { phones: [{}] },
        ],
      },
      'Contact: Bo +40 72; ',
    ],
    [
      'an order',
      {
        type: 'order',
        order: {
          text: 'Please',
          product_items: [
            { product_retailer_id: 'X1', quantity: 2, item_price: 9.5, currency: 'EUR' },
            { product_retailer_id: 'X2' },
          ],
        },
      },
      'Please\nOrder: 2 × X1 at 9.5 EUR, 1 × X2',
    ],
    [
      'a kind that the vendor itself cannot show',
      { type: 'unsupported', errors: [{ code: 131051 }] },
      '[A message of a kind that cannot be shown here]',
    ],
    ['a kind that is not known yet', { type: 'hologram' }, '[A message of a kind that cannot be shown here]'],
    [
      'a kind named like a member of every object',
      { type: 'toString' },
      '[A message of a kind that cannot be shown here]',
    ],
  ])('has a text for %s', (_what, content, text) => {
    expect(message(content)).toMatchObject([{ text }]);
  });

  it('has its attachments', () => {
    const file = { id: '77', mime_type: 'application/pdf', filename: 'bill.pdf', caption: 'The bill' };
    expect(message({ type: 'document', document: file })).toMatchObject([
      {
        text: 'The bill',
        media: [{ reference: '77', contentType: 'application/pdf', fileName: 'bill.pdf' }],
      },
    ]);
  });

  it('is ignored if the customer only opened the chat', () => {
    expect(message({ type: 'request_welcome' })).toEqual([]);
  });

  const edit = (inner: object) => ({ type: 'edit', edit: { original_message_id: 'w', message: inner } });
  it.each<[string, object, object]>([
    [
      'an edit',
      edit({ type: 'text', text: { body: '5 pm' } }),
      { target: 'w', change: { kind: 'edited', text: '5 pm', isTyped: true } },
    ],
    [
      'an edited caption',
      edit({ type: 'image', image: { id: '9', caption: 'Stop' } }),
      { target: 'w', change: { kind: 'edited', text: 'Stop', isTyped: false } },
    ],
    [
      'a deletion',
      { type: 'revoke', revoke: { original_message_id: 'w' } },
      { target: 'w', change: { kind: 'deleted' } },
    ],
    [
      'a reaction',
      { type: 'reaction', reaction: { message_id: 'm', emoji: '👍' } },
      { target: 'm', change: { kind: 'reaction', emoji: '👍' } },
    ],
    [
      'a withdrawn reaction',
      { type: 'reaction', reaction: { message_id: 'm' } },
      { target: 'm', change: { kind: 'reaction', emoji: null } },
    ],
  ])('is a change: %s', (_what, content, expected) => {
    expect(message(content)).toMatchObject([
      { kind: 'change', author: 'customer', from: '+40721234567', to: '+40312345679', ...expected },
    ]);
  });

  it.each<[string, object, boolean]>([
    ['a sticker', { type: 'sticker', sticker: { id: '9', mime_type: 'image/webp' } }, false],
    ['an edit that is not passed on', { type: 'unsupported', unsupported: { type: 'edit' } }, false],
    ['a poll', { type: 'unsupported', unsupported: { type: 'poll_creation' } }, true],
    ['a picture', { type: 'image', image: { id: '9', mime_type: 'image/png' } }, true],
  ])('may need no answer: %s', (_what, content, isQuestion) => {
    expect(message(content)).toMatchObject([{ kind: 'message', isQuestion }]);
  });

  it.each<[string, object]>([
    ['a note of the vendor', { type: 'system', system: { body: 'User changed number' } }],
    ['a change of an unknown message', { type: 'revoke', revoke: {} }],
    ['a deletion in a group', { type: 'revoke', revoke: { original_message_id: 'w' }, group_id: 'g' }],
    ['a message in a group', { type: 'text', text: { body: 'Hi' }, group_id: 'g' }],
    ['a message without an id', { type: 'text', text: { body: 'Hi' }, id: '' }],
    [
      'a message with an id that is too long for an index',
      { type: 'text', text: { body: 'Hi' }, id: 'x'.repeat(10_000) },
    ],
    ['a message without a sender', { type: 'text', text: { body: 'Hi' }, from: '+' }],
  ])('is unattributed: %s', (_what, content) => {
    expect(message(content)).toMatchObject([{ kind: 'unattributed' }]);
  });

  const NOTHING = { quoted: null, choice: null, referral: null, product: null, form: null };
  const TEXT = { type: 'text', text: { body: 'Hi' } };
  it.each<[string, object, object]>([
    ['a quoted message', { ...TEXT, context: { from: '4031', id: 'wamid.0' } }, { quoted: 'wamid.0' }],
    [
      'a product',
      { ...TEXT, context: { referred_product: { catalog_id: 'c', product_retailer_id: 'X1' } } },
      { product: { id: 'X1', catalog_id: 'c' } },
    ],
    [
      'a button',
      { type: 'button', button: { text: 'Cancel', payload: 'CANCEL_17' } },
      { choice: { title: 'Cancel', payload: 'CANCEL_17', description: null } },
    ],
    [
      'a row of a list',
      { type: 'interactive', interactive: { list_reply: { id: '1', title: 'Late', description: 'd' } } },
      { choice: { title: 'Late', payload: '1', description: 'd' } },
    ],
    [
      'a form, without its token',
      {
        type: 'interactive',
        interactive: { nfm_reply: { response_json: '{"flow_token":"t","name":"Ana","days":[1,2]}' } },
      },
      { form: { name: 'Ana', days: '1, 2' } },
    ],
    [
      'an advertisement',
      { ...TEXT, referral: { headline: 'Sofa', source_url: 'https://ad.example', ctwa_clid: 'x' } },
      { referral: { headline: 'Sofa', body: null, url: 'https://ad.example' } },
    ],
  ])('refers to %s', (_what, content, about) => {
    expect(message(content)).toMatchObject([{ about: { ...NOTHING, ...about } }]);
  });

  const moved = (system: object, fields: object = {}) =>
    message({ type: 'system', from: '40721234567', timestamp: '1700000000', system, ...fields });
  it.each<[string, object, object, object[]]>([
    [
      'a new number',
      { type: 'user_changed_number', wa_id: '40729999999' },
      {},
      [{ kind: 'moved', before: '+40721234567', after: '+40729999999', at: new Date(1_700_000_000_000) }],
    ],
    [
      'a new number and id',
      { type: 'user_changed_number', wa_id: '40729999999', previous_user_id: 'RO.OLD', user_id: 'RO.NEW' },
      {},
      [
        { kind: 'moved', before: '+40721234567', after: '+40729999999' },
        { kind: 'moved', before: 'RO.OLD', after: 'RO.NEW' },
        { kind: 'identity', first: '+40729999999', second: 'RO.NEW' },
      ],
    ],
    [
      'a hidden new number',
      { type: 'user_changed_number', user_id: 'RO.NEW' },
      {},
      [{ kind: 'moved', before: '+40721234567', after: 'RO.NEW' }],
    ],
    [
      'a new id',
      { type: 'user_changed_user_id', previous_user_id: 'CO.OLD', user_id: 'CO.NEW' },
      {},
      [{ kind: 'moved', before: 'CO.OLD', after: 'CO.NEW' }],
    ],
    [
      'an unknown new number',
      { type: 'user_changed_number', body: 'User changed number' },
      {},
      [{ kind: 'unattributed' }],
    ],
  ])('reports a customer with %s', (_what, system, fields, reports) => {
    expect(moved(system, fields)).toMatchObject(reports);
  });

  const ID = 'US.13491208655302741918';
  const NAMELESS = { profile: { name: 'Sheena', username: '@sheena' }, user_id: ID };
  it.each<[string, object, object, object]>([
    ['by id alone', { contacts: [NAMELESS] }, { from_user_id: ID }, { from: null, channelUserId: ID }],
    ['by an id in place of the number', { contacts: [] }, { from: ID }, { from: null, channelUserId: ID }],
    ['by an id outside the message', { contacts: [NAMELESS] }, {}, { from: null, channelUserId: ID }],
    [
      'by both',
      { contacts: [{ ...NAMELESS, wa_id: '16505551234' }] },
      { from: '16505551234', from_user_id: ID },
      { from: '+16505551234', channelUserId: ID },
    ],
  ])('identifies a customer %s', (_how, beside, fields, identity) => {
    const messages = [{ id: 'w', type: 'text', text: { body: 'Hi' }, ...fields }];
    expect(reportsOf({ ...beside, messages })).toMatchObject([{ kind: 'message', text: 'Hi', ...identity }]);
  });

  it.each<[string, object, boolean]>([
    ['text', { type: 'text', text: { body: 'Stop' } }, true],
    ['a quick reply', { type: 'button', button: { text: 'Stop', payload: 'P' } }, false],
    ['a reply button', { type: 'interactive', interactive: { button_reply: { title: 'Stop' } } }, false],
    ['a choice of a list', { type: 'interactive', interactive: { list_reply: { title: 'Stop' } } }, false],
    ['a caption', { type: 'image', image: { id: '9', caption: 'Stop' } }, false],
  ])('reports whether it was typed: %s', (_what, content, isTyped) => {
    expect(message(content)).toMatchObject([{ text: 'Stop', isTyped }]);
  });

  it('for another number of the business is reported for that sender', () => {
    const metadata = { display_phone_number: '40312345680', phone_number_id: '999999999' };
    const messages = [{ from: '40721234567', id: 'w', type: 'text', text: { body: 'Hi' } }];
    expect(reportsOf({ metadata, messages, statuses: [{ id: 'w', status: 'sent' }] })).toMatchObject([
      {
        kind: 'other-sender',
        phoneNumber: '+40312345680',
        reports: [{ kind: 'message' }, { kind: 'status' }],
      },
    ]);
  });
});

describe('a status', () => {
  it.each(['sent', 'delivered', 'read'] as const)('has our reference: %s', (state) => {
    const status = { id: 'wamid.2', status: state, biz_opaque_callback_data: 'ref', recipient_id: '4072' };
    expect(reportsOf({ statuses: [status] })).toEqual([
      { kind: 'status', providerMessageId: 'wamid.2', reference: 'ref', state, error: null },
    ]);
  });

  it('of a failure has the carrier’s code and text', () => {
    const error = {
      code: 131047,
      title: 'Re-engagement message',
      error_data: { details: 'More than 24 hours.' },
    };
    expect(reportsOf({ statuses: [{ id: 'w', status: 'failed', errors: [error] }] })).toMatchObject([
      { state: 'failed', reference: null, error: { code: '131047', text: 'More than 24 hours.' } },
    ]);
    expect(reportsOf({ statuses: [{ id: 'w', status: 'failed' }] })).toMatchObject([{ error: null }]);
  });

  it('of another kind is unattributed', () => {
    const statuses = [{ id: 'w', status: 'deleted' }, { id: 'w' }, { status: 'sent' }, 7];
    const kinds = reportsOf({ statuses }).map(({ kind }) => kind);
    expect(kinds).toEqual(['unattributed', 'unattributed', 'unattributed']);
  });

  it('with a number and an id links them', () => {
    const status = { id: 'w', status: 'read', recipient_id: '16505551234', recipient_user_id: 'US.1' };
    expect(reportsOf({ statuses: [status] })).toMatchObject([
      { kind: 'identity', first: '+16505551234', second: 'US.1' },
      { kind: 'status', recipient: '+16505551234' },
    ]);
  });
});

it('reports changed templates', () => {
  expect(reportsOf({ event: 'APPROVED' }, 'message_template_status_update')).toEqual([
    { kind: 'templates-changed' },
  ]);
});

it.each<[string, string, string]>([
  ['a body that is not JSON', 'no JSON', 'no JSON'],
  ['a body without changes', '{"entry":[{"id":"1","changes":"x"}]}', '"changes":"x"'],
  ['a change without messages', bodyOf({ messages: 'x' }), '"messages":"x"'],
  ['a change without preferences', bodyOf({ user_preferences: [] }, 'user_preferences'), 'preferences'],
  ['an error of the sender', bodyOf({ errors: [{ code: 131031, title: 'Locked' }] }), 'Locked'],
  ['a change of another kind', bodyOf({ pin: 'changed' }, 'security'), 'changed'],
])('reports %s as unattributed', (_what, body, content) => {
  expect(post(body)).toMatchObject({
    reports: [{ kind: 'unattributed', content: expect.stringContaining(content) }],
  });
});

it('reports changed senders, and what happened to the account', () => {
  const changed = (field: string) => {
    const reading = post(JSON.stringify({ entry: [{ changes: [{ field, value: { event: 'FLAGGED' } }] }] }));
    return reading.kind === 'reports' ? reading.reports : [];
  };
  for (const field of [
    'phone_number_quality_update',
    'phone_number_name_update',
    'business_capability_update',
  ]) {
    expect(changed(field), field).toEqual([{ kind: 'senders-changed' }]);
  }
  expect(changed('account_update')).toEqual([
    { kind: 'senders-changed' },
    { kind: 'unattributed', what: 'a change of the field account_update', content: '{"event":"FLAGGED"}' },
  ]);
});

describe('a message of the account in the vendor’s app', () => {
  const echo = (fields: object) =>
    reportsOf({ message_echoes: [{ id: 'w', to: '40721234567', ...fields }] }, 'smb_message_echoes');

  it('is an echo to the customer', () => {
    const image = { id: '9', mime_type: 'image/png', caption: 'Our menu' };
    expect(echo({ type: 'image', image })).toEqual([
      {
        kind: 'echo',
        providerMessageId: 'w',
        from: '+40721234567',
        channelUserId: null,
        text: 'Our menu',
        media: [{ reference: '9', contentType: 'image/png', fileName: null }],
      },
    ]);
  });

  it('may be a change', () => {
    expect(echo({ type: 'revoke', revoke: { original_message_id: 'e' } })).toMatchObject([
      { kind: 'change', author: 'account', from: '+40721234567', target: 'e', change: { kind: 'deleted' } },
    ]);
  });

  it.each<[string, object]>([
    ['without a customer', { to: '', type: 'text', text: { body: 'We open at nine.' } }],
    ['a reaction', { type: 'reaction', reaction: { message_id: 'm', emoji: '👍' } }],
    ['a change of an unknown message', { type: 'edit', edit: {} }],
  ])('is unattributed: %s', (_what, fields) => {
    expect(echo(fields)).toMatchObject([{ kind: 'unattributed' }]);
  });
});

it('reports unknown changes as unattributed', () => {
  expect(reportsOf({ contacts: ['We open at nine.'] }, 'smb_app_state_sync')).toMatchObject([
    { kind: 'unattributed', content: expect.stringContaining('We open at nine.') },
  ]);
});

it.each([
  ['stop', 'stop'],
  ['resume', 'start'],
])('reports the preference %s', (value, consent) => {
  const preference = {
    wa_id: '16505551234',
    category: 'marketing_messages',
    value,
    timestamp: 1_731_705_721,
  };
  expect(reportsOf({ user_preferences: [preference] }, 'user_preferences')).toEqual([
    { kind: 'consent', from: '+16505551234', channelUserId: null, consent, at: new Date(1_731_705_721_000) },
  ]);
});

it('reports an unknown preference as unattributed', () => {
  const preferences = [{ wa_id: '16505551234', value: 'perhaps' }, { value: 'stop' }];
  expect(reportsOf({ user_preferences: preferences }, 'user_preferences')).toMatchObject([
    { kind: 'unattributed' },
    { kind: 'unattributed' },
  ]);
});

describe('any signed body', () => {
  const words = [
    'entry',
    'changes',
    'value',
    'messages',
    'statuses',
    'contacts',
    'metadata',
    'type',
    'text',
    'field',
  ];
  const kinds = [
    'text',
    'image',
    'contacts',
    'interactive',
    'location',
    'order',
    'reaction',
    'system',
    'failed',
  ];
  const key = fc.oneof(
    fc.constantFrom(...words, 'id', 'from', 'body', 'status', 'errors', 'toString', 'valueOf'),
    fc.string(),
  );
  const leaf = fc.oneof(
    fc.constantFrom<unknown>(
      ...kinds,
      credentials.phone_number_id,
      '40721234567',
      'messages',
      null,
      0,
      '\u0000',
    ),
    fc.string({ unit: 'binary' }),
    fc.double(),
  );
  const garbage = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', maxDepth: 7 },
      leaf,
      fc.array(tie('value'), { maxLength: 3 }),
      tie('object'),
    ),
    object: fc.dictionary(key, tie('value'), { maxKeys: 6 }),
  }));

  it('is parsed without throwing, into storable reports', () => {
    fc.assert(
      fc.property(garbage.value, garbage.object, garbage.object, (any, first, second) => {
        expect(post(JSON.stringify(any) ?? '').kind).toBe('reports');
        const reports = reportsOf({
          messages: [first, { id: 'i', from: '40721234567', ...second }],
          statuses: [any],
        });
        expect(JSON.stringify(reports)).not.toContain('\\u0000');
        for (const report of reports) {
          if (report.kind !== 'message') continue;
          expect(report.from ?? report.channelUserId).not.toBeNull();
          expect(report.from ?? '+123456').toMatch(/^\+\d{6,15}$/);
          expect(report.text.isWellFormed()).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is parsed if members are named like inherited properties', () => {
    const trap = { toString: {}, valueOf: 7, toJSON: 1 };
    const places = [
      { entry: [{ changes: [{ field: trap }] }] },
      { entry: [{ changes: [{ field: 'messages', value: { metadata: { phone_number_id: trap } } }] }] },
    ];
    for (const place of places) {
      expect(post(JSON.stringify(place))).toMatchObject({ reports: [{ kind: 'unattributed' }] });
    }
    const metadata = { phone_number_id: credentials.phone_number_id, display_phone_number: trap };
    const messages = [{ id: 'w', from: '40721234567', type: trap, text: trap, timestamp: trap }];
    expect(reportsOf({ metadata, messages, statuses: [{ id: 'w', status: trap }] })).toMatchObject([
      { to: '' },
      { kind: 'unattributed' },
    ]);
  });

  it('is parsed if it is not JSON', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(post(text)).toMatchObject({ kind: 'reports' });
      }),
    );
  });
});
