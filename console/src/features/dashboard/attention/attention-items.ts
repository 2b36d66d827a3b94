import { alertWords } from '#contract/alert-words.ts';
import type { AlertKind } from '#contract/alerts.ts';
import type { Alert } from '../../../data/alerts.ts';
import { formatCount } from '../../../lib/format/format.ts';

export interface AttentionItem {
  key: string;
  text: string;
  /** Address of the page where it can be solved. */
  page: string;
}

/** Alerts of one kind above this number become one line. */
const MAX_LINES = 2;

const MANY_WORDS: Record<AlertKind, string> = {
  balance_low: 'low balances',
  campaign_paused: 'campaigns stopped automatically',
  document_failed: 'documents could not be read',
  endpoint_disabled: 'webhook endpoints are disabled',
  provider_failed: 'vendors keep failing',
  sender_problem: 'messaging senders have a problem',
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
  const text =
    waiting === 1
      ? '1 customer is waiting for a person'
      : `${formatCount(waiting)} customers are waiting for a person`;
  return [{ key: 'waiting', text, page: '/conversations?view=unassigned' }];
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
