import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SipRequest } from '../message/sip-message.ts';
import type { Binding } from './binding.ts';
import { readRegister } from './read-register.ts';
import { isSameContact, MAX_BINDINGS, type SharedBinding, updateBindings } from './update-bindings.ts';

function register(contacts: string[], expires?: string): SipRequest {
  const headers = contacts.map((value) => ({ name: 'contact', value }));
  const all = expires === undefined ? headers : [...headers, { name: 'expires', value: expires }];
  return { kind: 'request', method: 'REGISTER', uri: 'sip:parley.example', headers: all, body: '' };
}

describe('a REGISTER', () => {
  const contact = (changes: object = {}) => ({
    uri: 'sip:desk@192.0.2.1',
    instance: null,
    registration: null,
    seconds: null,
    ...changes,
  });

  test.each([
    ['no Contact', [], undefined, []],
    ['one Contact', ['<sip:desk@192.0.2.1>'], undefined, [contact()]],
    ['a Contact without brackets', ['sip:desk@192.0.2.1;expires=90'], '60', [contact({ seconds: 90 })]],
    ['an expires parameter', ['<sip:desk@192.0.2.1>;expires=90'], '60', [contact({ seconds: 90 })]],
    ['an Expires header', ['<sip:desk@192.0.2.1>'], '60', [contact({ seconds: 60 })]],
    ['an invalid expires parameter', ['<sip:desk@192.0.2.1>;expires=soon'], 'later', [contact()]],
    ['headers in the URI', ['<sip:desk@192.0.2.1?Subject=x>'], undefined, [contact()]],
    [
      'the instance of a device',
      ['<sip:desk@192.0.2.1>;+sip.instance="<urn:uuid:1>";reg-id=2'],
      undefined,
      [contact({ instance: '<urn:uuid:1>', registration: '2' })],
    ],
    ['an instance with quotes', ['<sip:desk@192.0.2.1>;+sip.instance="a\\"b"'], undefined, [contact()]],
    [
      'two Contacts in one line',
      ['<sip:desk@192.0.2.1>, <sip:desk@192.0.2.2>'],
      undefined,
      [contact(), contact({ uri: 'sip:desk@192.0.2.2' })],
    ],
  ])('is parsed with %s', (_name, contacts, expires, expected) => {
    expect(readRegister(register(contacts, expires))).toEqual({ kind: 'change', contacts: expected });
  });

  test('with a Contact of * removes all bindings', () => {
    expect(readRegister(register(['*'], '0'))).toEqual({ kind: 'remove-all' });
  });

  test.each([
    ['* without Expires', ['*'], undefined],
    ['* with a nonzero Expires', ['*'], '60'],
    ['* with another Contact', ['*', '<sip:desk@192.0.2.1>'], '0'],
    ['* with another Contact in one line', ['*, <sip:desk@192.0.2.1>'], '0'],
    ['a tel URI', ['<tel:+40721000000>'], undefined],
    ['a URI that is not SIP', ['<http://192.0.2.1>'], undefined],
    ['a malformed Contact', ['<<<'], undefined],
    ['one Contact of two that cannot be called', ['<sip:desk@192.0.2.1>, <tel:1>'], undefined],
    ['a control character', ['<sip:a\u0000b@192.0.2.1>'], undefined],
    ['a URI that is too long', [`<sip:${'a'.repeat(600)}@192.0.2.1>`], undefined],
    ['too many Contacts', Array.from({ length: 21 }, (_, index) => `<sip:${index}@192.0.2.1>`), undefined],
  ])('is refused with %s', (_name, contacts, expires) => {
    expect(readRegister(register(contacts, expires))).toBeNull();
  });

  test('never makes the parser throw', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.string(), (contacts, expires) => {
        readRegister(register(contacts, expires));
      }),
    );
  });
});

test.each([
  ['sip:desk@192.0.2.1', 'sip:desk@192.0.2.1', true],
  ['sip:desk@192.0.2.1;ob', 'sip:desk@192.0.2.1', true],
  ['sip:desk@192.0.2.1;line=1', 'sip:desk@192.0.2.1;line=2', false],
  ['sip:desk@192.0.2.1;transport=UDP', 'sip:desk@192.0.2.1;transport=udp', true],
  ['sip:desk@192.0.2.1;transport=tcp', 'sip:desk@192.0.2.1', false],
  ['sip:%64esk@HOST.example', 'sip:desk@host.example', true],
  ['sip:desk@192.0.2.1:5060', 'sip:desk@192.0.2.1', false],
  ['sips:desk@192.0.2.1', 'sip:desk@192.0.2.1', false],
  ['sip:Desk@192.0.2.1', 'sip:desk@192.0.2.1', false],
  ['rubbish', 'rubbish', false],
])('the Contacts %s and %s are the same: %s', (one, other, isSame) => {
  expect(isSameContact(one, other)).toBe(isSame);
});

const registered: SharedBinding = {
  callId: 'a',
  sequence: 5,
  transport: 'udp',
  domain: 'parley.example',
  place: 'here:5060',
  processId: 'process',
  addressOf: () => ({ address: '192.0.2.1', port: 5060, isDirect: true }),
};

function binding(changes: Partial<Binding> = {}): Binding {
  const { addressOf, ...shared } = registered;
  return {
    contact: 'sip:desk@192.0.2.1',
    instance: null,
    registration: null,
    ...shared,
    ...addressOf(''),
    remainingSeconds: 100,
    ...changes,
  };
}

function settle(
  stored: Binding[],
  contacts: string[],
  about: { expires?: string; changes?: Partial<SharedBinding> } = {},
) {
  const parsed = readRegister(register(contacts, about.expires));
  if (parsed === null) throw new Error('It can be read.');
  return updateBindings(stored, parsed, { ...registered, ...about.changes });
}

/** The resulting bindings. */
function kept(...about: Parameters<typeof settle>): unknown[] | null {
  const settled = settle(...about);
  if (settled.kind === 'refused') throw new Error(`It is refused: ${settled.status}.`);
  return settled.bindings?.map(({ contact, remainingSeconds }) => [contact, remainingSeconds]) ?? null;
}

describe('an update of bindings', () => {
  const phone = '<sip:desk@192.0.2.1>';
  const another = binding({ contact: 'sip:desk@192.0.2.2', callId: 'b', sequence: 9 });

  test('grants the requested time within limits', () => {
    expect(kept([], [phone])).toEqual([['sip:desk@192.0.2.1', 1800]]);
    expect(kept([], [phone], { expires: '60' })).toEqual([['sip:desk@192.0.2.1', 60]]);
    expect(kept([], [phone], { expires: '4294967295' })).toEqual([['sip:desk@192.0.2.1', 1800]]);
  });

  test('limits the time of a binding behind NAT', () => {
    const changes = { addressOf: () => ({ address: '192.0.2.1', port: 40_000, isDirect: false }) };
    expect(kept([], [phone], { changes })).toEqual([['sip:desk@192.0.2.1', 300]]);
    expect(kept([], [phone], { changes: { ...changes, transport: 'tcp' } })).toEqual([
      ['sip:desk@192.0.2.1', 1800],
    ]);
  });

  test('is refused for a time that is too short, names the minimum and changes nothing', () => {
    expect(settle([], [phone, '<sip:b@192.0.2.1>;expires=59'])).toEqual({
      kind: 'refused',
      status: 423,
      headers: [{ name: 'min-expires', value: '60' }],
      bindings: null,
    });
  });

  test('without Contacts changes nothing', () => {
    expect(kept([another], [])).toBeNull();
  });

  test('a renewal replaces the binding and becomes the latest', () => {
    const before = binding({ sequence: 4 });
    expect(kept([before, another], [phone])).toEqual([
      ['sip:desk@192.0.2.2', 100],
      ['sip:desk@192.0.2.1', 1800],
    ]);
  });

  test('a new address replaces the old one of the same device', () => {
    const before = binding({ contact: 'sip:desk@192.0.2.7', instance: '<1>', callId: 'b' });
    expect(kept([before], [`${phone};+sip.instance="<1>"`])).toEqual([['sip:desk@192.0.2.1', 1800]]);
    expect(kept([before], [`${phone};+sip.instance="<1>";reg-id=1`])).toHaveLength(2);
    expect(kept([before], [phone])).toHaveLength(2);
  });

  test('expires=0 removes a binding regardless of its Call-ID and ignores a missing one', () => {
    expect(kept([binding({ sequence: 4 }), another], [`${phone};expires=0`])).toEqual([
      ['sip:desk@192.0.2.2', 100],
    ]);
    expect(kept([another], ['<sip:desk@192.0.2.2>;expires=0'])).toEqual([]);
    expect(kept([], [`${phone};expires=0`])).toEqual([]);
  });

  test('a Contact of * removes all bindings', () => {
    expect(kept([binding({ sequence: 4 }), another], ['*'], { expires: '0' })).toEqual([]);
  });

  test.each([5, 6, 900])('a CSeq not above the stored %i of the same Call-ID changes nothing', (sequence) => {
    const stored = [binding({ sequence }), another];
    for (const contacts of [[phone], [`${phone};expires=0`], ['<sip:new@192.0.2.1>', phone]]) {
      expect(settle(stored, contacts)).toMatchObject({ kind: 'refused', status: 500, bindings: null });
    }
    expect(settle(stored, ['*'], { expires: '0' })).toMatchObject({ kind: 'refused', status: 500 });
  });

  test('a new Call-ID restarts the CSeq', () => {
    expect(kept([binding({ callId: 'old', sequence: 900 })], [phone])).toHaveLength(1);
  });

  test('the least recently renewed binding is dropped at the limit', () => {
    const full = Array.from({ length: MAX_BINDINGS }, (_, index) =>
      binding({ contact: `sip:desk@198.51.100.${index}`, callId: 'b' }),
    );
    const all = kept(full, [phone]) ?? [];
    expect(all).toHaveLength(MAX_BINDINGS);
    expect(all[0]).toEqual(['sip:desk@198.51.100.1', 100]);
    expect(all.at(-1)).toEqual(['sip:desk@192.0.2.1', 1800]);
  });
});
