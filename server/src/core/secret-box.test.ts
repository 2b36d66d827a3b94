import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSecretBox } from './secret-box.ts';

const key = 'a key of an installation, 32 or more characters';
const box = createSecretBox(key);

test('opens what it sealed, whatever the text, and never seals twice alike', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, place) => {
      fc.pre(text.isWellFormed());
      const sealed = box.seal(text, place);
      expect(createSecretBox(key).open(sealed, place)).toBe(text);
      expect(box.seal(text, place)).not.toEqual(sealed);
    }),
  );
});

test('opens nothing for another place, with another key or after a change of any byte', () => {
  const sealed = box.seal('Bearer 4711', 'tool headers of 1');
  expect(() => box.open(sealed, 'tool headers of 2')).toThrow();
  expect(() => createSecretBox(`${key}.`).open(sealed, 'tool headers of 1')).toThrow();
  for (const index of sealed.keys()) {
    const changed = Buffer.from(sealed);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(() => box.open(changed, 'tool headers of 1')).toThrow();
  }
  expect(() => box.open(sealed.subarray(0, 20), 'tool headers of 1')).toThrow();
});

test('tells keys apart by a fingerprint that is not the key', () => {
  expect(createSecretBox(key).fingerprint).toBe(box.fingerprint);
  expect(createSecretBox(`${key}.`).fingerprint).not.toBe(box.fingerprint);
  expect(box.fingerprint).toMatch(/^[0-9a-f]{64}$/);
});
