import { expect, test } from 'vitest';
import type { Alert } from '../../../data/alerts.ts';
import { attentionItems } from './attention-items.ts';

function alert(id: number, kind: Alert['kind'], name: string): Alert {
  return {
    id,
    kind,
    status: 'open',
    object_id: String(10 * id),
    object_name: name,
    parent_id: kind === 'document_failed' ? '7' : null,
    message: `${name} failed.`,
    count: 1,
    opened_at: '2026-12-01T10:00:00.000000Z',
    last_at: '2026-12-01T10:00:00.000000Z',
    resolved_at: null,
  };
}

test('puts urgent kinds first, with a link to each cause', () => {
  const alerts = [
    alert(1, 'document_failed', 'Menu'),
    alert(2, 'campaign_paused', 'Spring'),
    alert(3, 'balance_low', 'Balance'),
  ];
  expect(attentionItems(alerts, 0)).toEqual([
    { key: '3', text: 'Balance failed.', page: '/billing' },
    { key: '2', text: 'Campaign “Spring” stopped: Spring failed.', page: '/campaigns/20' },
    { key: '1', text: 'Document “Menu” could not be read: Menu failed.', page: '/knowledge/7' },
  ]);
});

test('counts more than two alerts of a kind in one line, and has no line without alerts', () => {
  const alerts = [1, 2, 3].map((id) => alert(id, 'document_failed', `Menu ${id}`));
  expect(attentionItems(alerts, 0)).toEqual([
    { key: 'document_failed', text: '3 documents could not be read', page: '/knowledge' },
  ]);
  expect(attentionItems([], 0)).toEqual([]);
});

test('begins with customers who wait for a person', () => {
  const lines = attentionItems([alert(1, 'balance_low', 'Balance')], 3).map(({ text }) => text);
  expect(lines).toEqual(['3 customers are waiting for a person', 'Balance failed.']);
  expect(attentionItems([], 1).map(({ text }) => text)).toEqual(['1 customer is waiting for a person']);
});
