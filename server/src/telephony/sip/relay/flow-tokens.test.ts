import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSecretBox } from '../../../core/secret-box.ts';
import { type FlowGrant, FlowTokens } from './flow-tokens.ts';

const box = createSecretBox('a key of an installation with an unguessable value');
const telephone = { transport: 'tcp', address: '2001:db8::1', port: 40_001 } as const;
const caller = { transport: 'udp', address: '10.0.0.1', port: 5060 } as const;
const founding: FlowGrant = { telephone, caller: null };

function at(minutes: number): FlowTokens {
  return new FlowTokens(box, { now: () => new Date(minutes * 60_000) });
}

test.each([
  ['for a new call', founding, 14, 16],
  ['for an established call', { telephone, caller }, 24 * 60, 26 * 60],
] as const)('a token %s can be read for its call until it expires', (_name, grant, during, after) => {
  const token = at(0).write(grant, 'call');
  expect(at(during).read(token, 'call')).toEqual(grant);
  expect(at(during).read(token, 'another')).toBeNull();
  expect(at(after).read(token, 'call')).toBeNull();
});

test('a changed token or one of another installation is invalid', () => {
  const token = at(0).write(founding, 'call');
  const stranger = new FlowTokens(createSecretBox('a key of another installation altogether'), {
    now: () => new Date(0),
  });
  expect(stranger.read(token, 'call')).toBeNull();
  fc.assert(
    fc.property(fc.nat({ max: 60 }), fc.constantFrom('A', 'z', '-', '_', '.', ''), (place, character) => {
      const index = 'flow.'.length + place;
      const changed = `${token.slice(0, index)}${character}${token.slice(index + 1)}`;
      expect(changed === token || at(0).read(changed, 'call') === null).toBe(true);
    }),
  );
});

test('other encrypted values and arbitrary text are invalid, and reading never throws', () => {
  const values = [null, [], [1e15], [1e15, null, null], [1e15, { ...telephone, transport: 'ws' }, null], 'x'];
  for (const value of values) {
    const sealed = box.encrypt(JSON.stringify(value), 'sip flow of call').toString('base64url');
    expect(at(0).read(`flow.${sealed}`, 'call')).toBeNull();
  }
  fc.assert(
    fc.property(fc.string({ maxLength: 900 }), (text) => {
      expect(at(0).read(text, 'call')).toBeNull();
      expect(at(0).read(`flow.${text}`, 'call')).toBeNull();
    }),
  );
});
