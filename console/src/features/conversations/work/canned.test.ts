import { expect, test } from 'vitest';
import { cannedValues, fillCanned } from './canned.ts';

const MARIA = { customer_name: 'Maria Pop', customer_phone: '+40721', assistant_name: 'Front desk' };
const NOBODY = { customer_name: null, customer_phone: null, assistant_name: null };

test.each([
  ['Hello {{visitor.name}}, {{agent.name}} here.', MARIA, 'Hello Maria Pop, Anna Ion here.'],
  ['Hello {{ visitor.first_name }}!', MARIA, 'Hello Maria!'],
  ['Hello {{visitor.name}}!', NOBODY, 'Hello!'],
  ['Hello, {{visitor.name}}! Call {{visitor.phone}}', MARIA, 'Hello, Maria Pop! Call +40721'],
  ['{{unknown}} {{agent.first_name}}', MARIA, '{{unknown}} Anna'],
  ['$& {{visitor.name}}', { ...MARIA, customer_name: '$1' }, '$& $1'],
])('fills “%s” for %o', (content, visitor, expected) => {
  const reply = { id: 1, shortcut: 'x', content, updated_at: '' };
  expect(fillCanned(reply, cannedValues(visitor, 'Anna Ion'))).toBe(expected);
});
