import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chargeReference, messageOfReference, messageReference } from './message-kinds.ts';

test.each([
  ['msgapp', 'pm', 'sms'],
  ['sms', 'sms', 'pm'],
] as const)('recognizes references of %s messages and nothing else', (kind, prefix, other) => {
  fc.assert(
    fc.property(fc.nat(), (id) => {
      expect(messageOfReference(kind, messageReference(kind, id))).toBe(id);
      expect(messageOfReference(kind, chargeReference(kind, id))).toBeNull();
    }),
  );
  const texts = [null, '', prefix, `${prefix}1x`, ` ${prefix}1`, `${other}1`, `${prefix}${'9'.repeat(16)}`];
  for (const text of texts) expect(messageOfReference(kind, text)).toBeNull();
});
