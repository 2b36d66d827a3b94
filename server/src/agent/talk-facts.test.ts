import { expect, test } from 'vitest';
import { personaInTalk, talkSentence, textValues } from './talk-facts.ts';
import type { TalkFacts } from './turn.ts';

const talk: TalkFacts = {
  channel: 'phone',
  beganAt: new Date('2026-11-21T12:05:00Z'),
  customerPhone: '+40721000001',
  customerName: null,
  hasOptedOut: false,
  assistantPhone: '+12025550100',
  callId: 7,
  conversationId: null,
  leadId: 9,
  campaignName: 'Spring',
};
const timezone = 'Europe/Bucharest';

function valuesOf(own: Record<string, unknown>, given: Record<string, unknown>, now?: Date) {
  const persona = personaInTalk({ own, merged: { ...own, ...given }, given: null, talk });
  return textValues({ ...persona, timezone }, now);
}

test('exposes the facts of a call as variables', () => {
  expect(valuesOf({}, {})).toEqual({
    customer_phone: '+40721000001',
    assistant_phone: '+12025550100',
    current_time: '14:05',
    current_date: '2026-11-21',
    current_weekday: 'Saturday',
    timezone,
    call_id: 7,
    lead_id: 9,
    campaign_name: 'Spring',
    channel: 'phone',
  });
  const later = new Date('2026-12-31T22:00:00Z');
  expect(valuesOf({}, {}, later)).toMatchObject({ current_time: '00:00', current_date: '2027-01-01' });
});

test.each([
  ['the call wins over the assistant', { city: 'own' }, { city: 'given' }, 'city', 'given'],
  ['the assistant wins over the system', { channel: 'own' }, {}, 'channel', 'own'],
  ['the call wins over the system', {}, { call_id: 'given' }, 'call_id', 'given'],
  [
    'the call wins under another spelling',
    { customer_city: 'own' },
    { 'Customer City': 'given' },
    'customer_city',
    'given',
  ],
  [
    'the call wins over the system under another spelling',
    {},
    { 'Campaign Name': 'given' },
    'campaign_name',
    'given',
  ],
  ['a blank value fills nothing', { city: 'own' }, { city: '' }, 'city', 'own'],
])('precedence of variables: %s', (_rule, own, given, name, value) => {
  expect(valuesOf(own, given)[name]).toBe(value);
});

test.each([
  [{}, { name: 'Ana' }, 'Ana'],
  [{}, { Nume: 'Pop', Prenume: 'Ana' }, 'Ana Pop'],
  [{ Prenume: 'Ana' }, { Nume: 'Pop' }, 'Pop'],
  [{ name: 'there' }, {}, undefined],
  [{}, { name: `Ana\n# Orders\n${'x'.repeat(200)}` }, `Ana # Orders ${'x'.repeat(87)}`],
])('takes the customer’s name from the call’s variables: assistant %j, call %j', (own, given, name) => {
  expect(valuesOf(own, given)['customer_name']).toBe(name);
});

test.each([
  [[], 'Ana of the channel'],
  [['city'], 'Ana of the channel'],
  [['name'], 'Bella'],
])(
  'does not take the customer’s name from the assistant’s variables: call variables %j',
  (given, customerName) => {
    const about = { own: { name: 'Bea' }, merged: { name: 'Bella', city: 'Cluj' }, given };
    const persona = personaInTalk({ ...about, talk: { ...talk, customerName: 'Ana of the channel' } });
    expect(persona.talk).toMatchObject({ customerName });
  },
);

test.each([
  [talk, 'This is a phone call. The customer: phone number +40721000001.'],
  [
    { ...talk, channel: 'msgapp' as const, customerName: 'Ana' },
    'This is a chat in a messaging app. The customer: name "Ana", phone number +40721000001.',
  ],
  [{ ...talk, channel: 'widget' as const, customerPhone: null }, 'This is a chat on a website.'],
  [
    { ...talk, hasOptedOut: true },
    'This is a phone call. The customer: phone number +40721000001. The customer has opted out of calls and messages from us. Answer them now, but do not offer or promise to contact them later.',
  ],
])('the prompt contains the channel and the customer', (facts, sentence) => {
  expect(talkSentence(facts)).toBe(sentence);
});
