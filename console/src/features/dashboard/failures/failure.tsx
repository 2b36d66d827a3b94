import { FileX, PhoneOff, Webhook } from 'lucide-react';
import type { ReactNode } from 'react';
import { IfAllowed } from '../../../components/if-allowed.tsx';
import type { FailedDocument } from '../../../data/failures.ts';
import { t } from '../../../lib/i18n/t.ts';
import { translateServerText } from '../../../lib/i18n/translate-server-text.ts';
import { RetryDocument } from './retry-document.tsx';

export interface Failure {
  key: string;
  iso: string;
  icon: ReactNode;
  title: string;
  /** What to do about it. */
  advice: string;
  to: string;
  search?: Record<string, string>;
  /** Button that fixes the failure in place. */
  action?: ReactNode;
}

function failedCall(type: string, number: string | null): string {
  if (number !== null) return t('Call with {number} failed', { number });
  return type === 'web' ? t('Call with a browser failed') : t('Call with a withheld number failed');
}

export function ofCall(call: {
  id: number;
  type: string;
  client_phone_number: string | null;
  created_at: string;
}): Failure {
  return {
    key: `call-${call.id}`,
    iso: call.created_at,
    icon: <PhoneOff aria-hidden />,
    title: failedCall(call.type, call.client_phone_number),
    advice: t('Open the call to see the reason and the transcript.'),
    to: `/calls/${call.id}`,
  };
}

export function ofDelivery(delivery: {
  id: string;
  url: string;
  created_at: string;
  finished_at: string | null;
}): Failure {
  return {
    key: `delivery-${delivery.id}`,
    iso: delivery.finished_at ?? delivery.created_at,
    icon: <Webhook aria-hidden />,
    title: t('Webhook to {host} failed', { host: hostOf(delivery.url) }),
    advice: t('All attempts failed. Check your server’s response, fix it, then resend.'),
    to: `/webhooks/${delivery.id}`,
  };
}

export function ofEndpoint(endpoint: {
  id: number;
  url: string;
  disabled_at: string | null;
  created_at: string;
}): Failure {
  return {
    key: `endpoint-${endpoint.id}`,
    iso: endpoint.disabled_at ?? endpoint.created_at,
    icon: <Webhook aria-hidden />,
    title: t('Webhook endpoint {host} disabled', { host: hostOf(endpoint.url) }),
    advice: t('Fix your server, then enable the endpoint to send the paused webhooks.'),
    to: '/webhooks',
    search: { tab: 'targets' },
  };
}

export function ofDocument(document: FailedDocument): Failure {
  const { id, name, error, knowledgebase, updated_at } = document;
  return {
    key: `document-${id}`,
    iso: updated_at,
    icon: <FileX aria-hidden />,
    title: t('“{document}” in “{knowledgeBase}” couldn’t be processed', {
      document: name,
      knowledgeBase: knowledgebase.name,
    }),
    advice:
      error === null ? t('Assistants can’t use it. Retry, or upload it again.') : translateServerText(error),
    to: `/knowledge/${knowledgebase.id}`,
    action: (
      <IfAllowed area="Documents">
        <RetryDocument document={document} />
      </IfAllowed>
    ),
  };
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
