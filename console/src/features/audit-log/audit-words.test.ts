import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { AuditEntry } from '../../data/audit-log.ts';
import { entrySentence, valueText } from './audit-words.ts';
import { fieldName, hasFieldName } from './field-names.ts';

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
  expect(['system_prompt', 'sealed_headers', 'tool_ids', 'new_field', 'constructor'].map(fieldName)).toEqual([
    'System prompt',
    'Headers',
    'Tools',
    'New field',
    'Constructor',
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

test('has a label for every field that the database records', () => {
  const schema = readFileSync(new URL('../../../../server/src/db/schema.sql', import.meta.url), 'utf8');
  const recorded = [
    ...schema.matchAll(
      /TRIGGER record_change AFTER .* ON (\w+) .*record_change\('\w+', '\w*', '\w*', '\{(.*)\}'\)/g,
    ),
  ].flatMap(([, table = '', ignored = '']) => {
    const left = new Set(['id', 'user_id', 'uuid', 'created_at', 'updated_at', ...ignored.split(',')]);
    const start = schema.indexOf(`create table ${table} (`);
    const columns = schema
      .slice(start, schema.indexOf('\n);', start))
      .matchAll(/^ {2}(?!constraint )([a-z]\w*) /gm);
    return [...columns].map(([, column = '']) => column).filter((column) => !left.has(column));
  });
  expect(recorded).toContain('system_prompt');
  expect(recorded.filter((field) => !hasFieldName(field))).toEqual([]);
});
