import { alertWords } from '#contract/alert-words.ts';
import type { AlertKind } from '#contract/alerts.ts';
import { alertTexts } from '../../../components/alert-words.ts';
import type { Alert } from '../../../data/alerts.ts';

import { t } from '../../../lib/i18n/t.ts';
import { translateServerText } from '../../../lib/i18n/translate-server-text.ts';

export interface AttentionItem {
  key: string;
  text: string;
  /** Address of the page where it can be solved. */
  page: string;
}

/** Alerts of one kind above this number become one line. */
const MAX_LINES = 2;

const MANY_WORDS: Record<AlertKind, (count: number) => string> = {
  balance_low: (count) => t('{count, plural, other {# low balances}}', { count }),
  campaign_paused: (count) => t('{count, plural, other {# campaigns stopped automatically}}', { count }),
  document_failed: (count) => t('{count, plural, other {# documents could not be read}}', { count }),
  endpoint_disabled: (count) => t('{count, plural, other {# webhook endpoints are disabled}}', { count }),
  provider_failed: (count) => t('{count, plural, other {# vendors keep failing}}', { count }),
  sender_problem: (count) => t('{count, plural, other {# messaging senders have a problem}}', { count }),
};

const MANY_PAGES: Record<AlertKind, string> = {
  balance_low: '/billing',
  campaign_paused: '/campaigns',
  document_failed: '/knowledge',
  endpoint_disabled: '/webhooks',
  provider_failed: '/calls',
  sender_problem: '/messaging',
};

/**
 * Customers who wait for a person, then one line for each open alert, or for each kind with many; most urgent kinds
 * first.
 */
export function attentionItems(alerts: readonly Alert[], waiting: number): AttentionItem[] {
  return [...waitingItems(waiting), ...alertItems(alerts)];
}

function waitingItems(waiting: number): AttentionItem[] {
  if (waiting === 0) return [];
  const text = t(
    '{count, plural, one {# customer is waiting for a person} other {# customers are waiting for a person}}',
    { count: waiting },
  );
  return [{ key: 'waiting', text, page: '/conversations?view=unassigned' }];
}

function alertItems(alerts: readonly Alert[]): AttentionItem[] {
  const byKind = Map.groupBy(alerts, ({ kind }) => kind);
  return URGENCY.flatMap((kind) => {
    const ofKind = byKind.get(kind) ?? [];
    if (ofKind.length <= MAX_LINES) return ofKind.map(lineOf);
    const text = MANY_WORDS[kind](ofKind.length);
    return [{ key: kind, text, page: MANY_PAGES[kind] }];
  });
}

const URGENCY: readonly AlertKind[] = [
  'balance_low',
  'provider_failed',
  'sender_problem',
  'campaign_paused',
  'endpoint_disabled',
  'document_failed',
];

function lineOf({ id, kind, object_id, object_name, parent_id, message }: Alert): AttentionItem {
  const about = { kind, objectId: object_id, objectName: object_name, parentId: parent_id };
  const { page } = alertWords(about);
  const { title } = alertTexts(about);
  const words = translateServerText(message);
  const text = kind === 'balance_low' ? words : t('{label}: {text}', { label: title, text: words });
  return { key: String(id), text, page };
}
