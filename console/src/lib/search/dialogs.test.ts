import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dialogIn, subjectOf, withDialog } from './dialogs.ts';

const DIALOGS = { 'send-sms': 'plain', sms: 'id', template: 'key' } as const;

test.each(['send-sms', 'sms.12', 'template.order-status'])('%s opens a dialog', (open) => {
  expect(dialogIn(DIALOGS, open)).toBe(open);
});

test.each([
  undefined,
  null,
  12,
  true,
  {},
  '',
  'x',
  'sms',
  'sms.',
  'sms.x',
  'sms.0',
  'sms.-1',
  'sms.1.2',
  'sms.1e3',
  'send-sms.',
  'send-sms.1',
  'template',
  'template.',
  'template.a/b',
  'template.a.b',
  '.1',
  'toString',
  '__proto__',
  'constructor.1',
  `template.${'x'.repeat(65)}`,
  `sms.${'9'.repeat(20)}`,
])('%s opens no dialog', (open) => {
  expect(dialogIn(DIALOGS, open)).toBeUndefined();
});

test('never opens anything but a dialog of the page, for any URL', () => {
  fc.assert(
    fc.property(fc.anything(), (open) => {
      const read = dialogIn(DIALOGS, open);
      expect(read === undefined || read === open).toBe(true);
    }),
  );
});

test('reads the subject after the name of a dialog', () => {
  expect(subjectOf('sms.12', 'sms')).toBe('12');
  expect(subjectOf('sms.12', 'smsx')).toBeUndefined();
  expect(subjectOf('template.12', 'sms')).toBeUndefined();
  expect(subjectOf(undefined, 'sms')).toBeUndefined();
});

test('replaces a dialog and keeps other parameters', () => {
  expect(withDialog({ tab: 'sms', open: 'sms.1' }, 'send-sms')).toEqual({ tab: 'sms', open: 'send-sms' });
  expect(Object.keys(withDialog({ tab: 'sms', open: 'sms.1' }, undefined))).toEqual(['tab']);
});
