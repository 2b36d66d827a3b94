import { expect, test } from 'vitest';
import { cannedFor } from './canned-list.tsx';

const CANNED = ['bye', 'thanks', 'with-thanks'].map((shortcut) => ({ shortcut, text: shortcut }));

test.each([
  ['/', ['bye', 'thanks', 'with-thanks']],
  ['/TH', ['thanks', 'with-thanks']],
  ['/-', ['with-thanks']],
  ['/x', []],
  ['thanks', []],
  ['/thanks a lot', []],
  ['1/2', []],
])('finds for “%s”: %s', (draft, shortcuts) => {
  expect(cannedFor(draft, CANNED).map(({ shortcut }) => shortcut)).toEqual(shortcuts);
});
