import { expect, test } from 'vitest';
import type { AuditEntry } from '../../data/audit-log.ts';
import { entrySentence, fieldName, valueText } from './audit-words.ts';

const entry: AuditEntry = {
  id: 1,
  created_at: '2026-12-01T10:00:00.000000Z',
  actor: { kind: 'person', id: 7, name: 'Ada' },
  address: '192.0.2.1',
  action: 'updated',
  object: { type: 'assistant', id: '3', name: 'Support' },
  changes: [],
};

test.each<[Partial<AuditEntry>, string]>([
  [{}, 'Ada changed the assistant “Support”'],
  [
    { action: 'deleted', object: { type: 'api_key', id: '3', name: 'Robot' } },
    'Ada deleted the API key “Robot”',
  ],
  [
    {
      actor: { kind: 'system', id: null, name: null },
      action: 'deleted',
      object: { type: 'audit_log', id: null, name: null },
    },
    'Parley deleted the old audit log entries',
  ],
  [{ object: { type: 'alert_settings', id: null, name: null } }, 'Ada changed the alert settings'],
  [
    { actor: { kind: 'api_key', id: 4, name: 'Robot' }, action: 'created' },
    'API key “Robot” created the assistant “Support”',
  ],
  [
    {
      actor: { kind: 'visitor', id: null, name: null },
      action: 'sign_in_failed',
      object: { type: 'member', id: '7', name: 'Ada' },
    },
    'A login as Ada failed',
  ],
  [
    { action: 'password_changed', object: { type: 'member', id: '7', name: 'Ada' } },
    'Ada changed their password',
  ],
  [
    {
      actor: { kind: 'terminal', id: null, name: null },
      action: 'password_changed',
      object: { type: 'member', id: '7', name: 'Ada' },
    },
    'The server’s command line set the password of Ada',
  ],
])('describes %j', (part, sentence) => {
  expect(entrySentence({ ...entry, ...part })).toBe(sentence);
});

test('names fields and shows values for people', () => {
  expect(['system_prompt', 'sealed_headers', 'tool_ids'].map(fieldName)).toEqual([
    'System prompt',
    'Headers',
    'Tool',
  ]);
  expect([null, true, ['mon', 'tue'], [], 3].map(valueText)).toEqual([
    'None',
    'Yes',
    'mon, tue',
    'None',
    '3',
  ]);
  expect(valueText({ a: 1 })).toBe('{\n  "a": 1\n}');
});
