import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseNameAddress, parseNameAddresses, writeNameAddress } from './name-address.ts';
import { splitList } from './split-list.ts';
import { parseUri, writeUri } from './uri.ts';
import { parseVia, writeVia } from './via.ts';

describe('URIs', () => {
  test.each<[string, object]>([
    ['sip:bob@example.com', { scheme: 'sip', user: 'bob', host: 'example.com', port: null }],
    ['SIPS:bob:secret@Example.com:5061', { scheme: 'sips', user: 'bob', host: 'example.com', port: 5061 }],
    [
      'sip:%2b40721;phone-context=x@[2001:db8::1]:5080',
      { user: '+40721;phone-context=x', host: '2001:db8::1' },
    ],
    ['sip:example.com;transport=tcp?subject=x', { user: null, host: 'example.com' }],
    ['tel:+40-721-000 000;ext=5', { scheme: 'tel', user: '+40721000000', host: '' }],
    ['sip:50%@example.com', { user: '50%' }],
  ])('%s is parsed', (text, expected) => {
    expect(parseUri(text)).toMatchObject(expected);
  });

  test.each([
    '',
    'sip:',
    'http://example.com',
    'sip:a@b:0',
    'sip:a@b:99999',
    'sip:a@b c',
    'sip:a@[::1',
    'tel:',
  ])('%s is malformed', (text) => {
    expect(parseUri(text)).toBeNull();
  });

  test('parameter values keep their case, names become lower case', () => {
    expect(parseUri('sip:a@b;Transport=TCP;lr')?.parameters).toEqual(
      new Map([
        ['transport', 'TCP'],
        ['lr', ''],
      ]),
    );
  });

  test('a written URI is parsed back unchanged', () => {
    const user = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 20 })
      .map((text) => text.toWellFormed());
    fc.assert(
      fc.property(user, fc.option(fc.integer({ min: 1, max: 65_535 })), (name, port) => {
        const uri = { scheme: 'sip', user: name, host: 'example.com', port, parameters: new Map() } as const;
        expect(parseUri(writeUri(uri))).toEqual(uri);
      }),
    );
  });
});

describe('name-addr values', () => {
  test.each<[string, object]>([
    ['"A, \\"B\\" <C>" <sip:a@b>;tag=1', { displayName: 'A, "B" <C>', uri: 'sip:a@b' }],
    ['Ana Pop <sip:a@b;lr>', { displayName: 'Ana Pop', uri: 'sip:a@b;lr' }],
    ['<sip:a@b>', { displayName: null, uri: 'sip:a@b' }],
  ])('%s is parsed', (text, expected) => {
    expect(parseNameAddress(text)).toMatchObject(expected);
  });

  test('without brackets leave their parameters to the header', () => {
    const read = parseNameAddress('sip:a@b;tag=1');
    expect(read?.uri).toBe('sip:a@b');
    expect(read?.parameters.get('tag')).toBe('1');
  });

  test.each(['', '<>', '<sip:a@b', 'Ana', '"<sip:a@b>"', '<sip:a b>'])('%s is malformed', (text) => {
    expect(parseNameAddress(text)).toBeNull();
  });

  test('are read from several lines with several values and commas in names', () => {
    const all = parseNameAddresses(['"A, B" <sip:1@a;lr>, <sip:2@a>', 'broken', '<sip:3@a>']);
    expect(all.map(({ uri }) => uri)).toEqual(['sip:1@a;lr', 'sip:2@a', 'sip:3@a']);
  });

  test('parsing never throws, and written values are parsed back unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        splitList(text, ',');
        parseVia(text);
        parseUri(text);
        const read = parseNameAddress(text);
        if (read !== null && read.parameters.size === 0) {
          expect(parseNameAddress(writeNameAddress(read))).toEqual(read);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

test.each<[string, string]>([
  ['SIP / 2.0 / UDP [::1]:5060 ; branch=z9hG4bK1;rport', 'SIP/2.0/UDP [::1]:5060;branch=z9hG4bK1;rport'],
  ['SIP/2.0/tcp host;received=192.0.2.1', 'SIP/2.0/TCP host;received=192.0.2.1'],
])('Via %s is parsed and written in its usual form', (text, written) => {
  const via = parseVia(text);
  expect(via === null ? null : writeVia(via)).toBe(written);
});
