import { alertWords } from '#contract/alert-words.ts';
import type { AlertKind } from '#contract/alerts.ts';
import type { Alert } from '../../../data/alerts.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/t.ts';

export interface AttentionItem {
  key: string;
  text: string;
  /** Address of the page where it can be solved. */
  page: string;
}

/** Alerts of one kind above this number become one line. */
const MAX_LINES = 2;

const MANY_WORDS: Record<AlertKind, string> = {
  balance_low: t('low balances'),
  campaign_paused: t('campaigns stopped automatically'),
  document_failed: t('documents could not be read'),
  endpoint_disabled: t('webhook endpoints are disabled'),
  provider_failed: t('vendors keep failing'),
  sender_problem: t('messaging senders have a problem'),
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
  return [{ key: 'waiting', text, page: '/conversations' }];
}

function alertItems(alerts: readonly Alert[]): AttentionItem[] {
  const byKind = Map.groupBy(alerts, ({ kind }) => kind);
  return URGENCY.flatMap((kind) => {
    const ofKind = byKind.get(kind) ?? [];
    if (ofKind.length <= MAX_LINES) return ofKind.map(lineOf);
    const text = `${formatCount(ofKind.length)} ${MANY_WORDS[kind]}`;
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
  const { title, page } = alertWords(about);
  return { key: String(id), text: kind === 'balance_low' ? message : `${title}: ${message}`, page };
}
