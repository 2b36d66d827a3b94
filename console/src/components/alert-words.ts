import type { AlertSubject } from '#contract/alert-words.ts';
import { t } from '../lib/i18n/t.ts';

/** Headline of an alert, and the label of the link to the page where its cause can be fixed. */
export function alertTexts({ kind, objectName: name }: AlertSubject): { title: string; action: string } {
  switch (kind) {
    case 'balance_low':
      return { title: t('Low balance'), action: t('Open billing') };
    case 'campaign_paused':
      return { title: t('Campaign “{name}” stopped', { name }), action: t('Open campaign') };
    case 'document_failed':
      return {
        title: t('Document “{name}” could not be read', { name }),
        action: t('Open knowledge base'),
      };
    case 'endpoint_disabled':
      return { title: t('Webhook endpoint {name} is disabled', { name }), action: t('Open webhooks') };
    case 'provider_failed':
      return { title: t('{name} keeps failing', { name }), action: t('Open calls') };
    case 'sender_problem':
      return { title: t('Messaging sender {name} has a problem', { name }), action: t('Open messaging') };
  }
}
