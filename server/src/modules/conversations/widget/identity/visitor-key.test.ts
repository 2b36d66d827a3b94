import { expect, test } from 'vitest';
import { createSecretBox } from '../../../../core/secret-box.ts';
import { userOfKey, visitorKey } from './visitor-key.ts';

const secretBox = createSecretBox('an installation key of enough characters');
const now = new Date('2026-12-01T10:00:00Z');
const deps = { secretBox, assistantUuid: 'one', secretId: '7', now };
const ana = { user_id: 'ana', name: 'Ana', email: null, phone: null };
const key = visitorKey(ana, deps);

test('a key names its user for 30 days', () => {
  expect(userOfKey(key, { ...deps, now: new Date('2026-12-31T09:59:59Z') })).toEqual(ana);
  expect(userOfKey(key, { ...deps, now: new Date('2026-12-31T10:00:00Z') })).toBeNull();
});

test.each([
  ['of another assistant', key, { assistantUuid: 'two' }],
  ['from before a new secret', key, { secretId: '8' }],
  ['of another installation', key, { secretBox: createSecretBox('another installation key, long enough') }],
  ['that was changed', `${key.slice(0, -4)}AAAA`, {}],
  ['that is empty', '', {}],
])('refuses a key %s', (_title, text, other) => {
  expect(userOfKey(text, { ...deps, ...other })).toBeNull();
});
