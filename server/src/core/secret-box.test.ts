import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSecretBox } from './secret-box.ts';

const key = 'a key of an installation, 32 or more characters';
const box = createSecretBox(key);

test('decrypts any text it encrypted, and never produces the same ciphertext twice', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, context) => {
      fc.pre(text.isWellFormed());
      const ciphertext = box.encrypt(text, context);
      expect(createSecretBox(key).decrypt(ciphertext, context)).toBe(text);
      expect(box.encrypt(text, context)).not.toEqual(ciphertext);
    }),
  );
});

test('rejects another context, another key or a change of any byte', () => {
  const ciphertext = box.encrypt('Bearer 4711', 'tool headers of 1');
  expect(() => box.decrypt(ciphertext, 'tool headers of 2')).toThrow();
  expect(() => createSecretBox(`${key}.`).decrypt(ciphertext, 'tool headers of 1')).toThrow();
  for (const index of ciphertext.keys()) {
    const changed = Buffer.from(ciphertext);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(() => box.decrypt(changed, 'tool headers of 1')).toThrow();
  }
  expect(() => box.decrypt(ciphertext.subarray(0, 20), 'tool headers of 1')).toThrow();
});

test('distinguishes keys by a fingerprint that does not reveal them', () => {
  expect(createSecretBox(key).fingerprint).toBe(box.fingerprint);
  expect(createSecretBox(`${key}.`).fingerprint).not.toBe(box.fingerprint);
  expect(box.fingerprint).toMatch(/^[0-9a-f]{64}$/);
});
