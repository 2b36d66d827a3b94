import { expect, test } from 'vitest';
import { externalIdColumn } from './external-id-column.ts';

test.each([
  'external_id',
  'External ID',
  'externalId',
  'EXTERNAL-ID',
  'ID extern',
  'Externe ID',
  'Externe Kennung',
  'Identifiant externe',
  'ID externo',
  'ID esterno',
  'Eksternt ID',
  'Išorinis ID',
  'Внешний ID',
  'CRM ID',
  'crm_id',
  'Record ID',
  'External reference',
])('recognizes %j', (name) => {
  expect(externalIdColumn(['phone', name])).toBe(1);
});

test.each(['id', 'Customer ID', 'Lead ID', 'external', 'CRM', 'External ID type', 'Order reference', ''])(
  'leaves %j a variable',
  (name) => {
    expect(externalIdColumn(['phone', name])).toBe(null);
  },
);
