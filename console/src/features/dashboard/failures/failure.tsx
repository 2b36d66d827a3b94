import { FileX, PhoneOff, Webhook } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FailedDocument } from '../../../data/failures.ts';
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
  /** Mends it here. */
  action?: ReactNode;
}

export function ofCall(call: {
  id: number;
  type: string;
  client_phone_number: string | null;
  created_at: string;
}): Failure {
  const nameless = call.type === 'web' ? 'a browser' : 'a withheld number';
  return {
    key: `call-${call.id}`,
    iso: call.created_at,
    icon: <PhoneOff aria-hidden />,
    title: `The call with ${call.client_phone_number ?? nameless} failed`,
    advice: 'Open the call: it tells why, and what was said until then.',
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
    title: `A webhook to ${hostOf(delivery.url)} was given up`,
    advice: 'See what your server answered, mend that, and send it again.',
    to: `/webhooks/${delivery.id}`,
  };
}

export function ofTarget(target: {
  id: number;
  url: string;
  disabled_at: string | null;
  created_at: string;
}): Failure {
  return {
    key: `target-${target.id}`,
    iso: target.disabled_at ?? target.created_at,
    icon: <Webhook aria-hidden />,
    title: `Nothing is sent to ${hostOf(target.url)} any more`,
    advice: 'It failed for too long. Mend your server, then enable the address: what was held goes out.',
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
    title: `“${name}” in “${knowledgebase.name}” could not be read`,
    advice: error ?? 'Assistants do not find it. Read it again, or add it anew.',
    to: `/knowledge/${knowledgebase.id}`,
    action: <RetryDocument document={document} />,
  };
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
