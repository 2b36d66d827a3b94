import type { z } from 'zod';
import type { webhookDelivery } from '#contract/webhooks.ts';
import { t } from '../../lib/i18n/t.ts';
import { Badge, type Tone } from '../badge.tsx';

type Status = z.output<typeof webhookDelivery>['status'];

export const DELIVERY_STATUS_WORDS: Readonly<Record<Status, { label: string; tone: Tone }>> = {
  pending: { label: t('Pending'), tone: 'info' },
  held: { label: t('Paused: endpoint disabled'), tone: 'warn' },
  delivered: { label: t('Delivered'), tone: 'good' },
  failed: { label: t('Failed'), tone: 'bad' },
};

/** State of a webhook delivery. */
export function DeliveryStatus({ status }: { status: Status }) {
  const { label, tone } = DELIVERY_STATUS_WORDS[status];
  return <Badge tone={tone}>{label}</Badge>;
}
