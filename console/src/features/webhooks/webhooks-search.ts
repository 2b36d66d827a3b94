import type { DeliveryFilter, WebhookDelivery } from '../../data/webhooks.ts';
import { type DialogAddress, dialogIn } from '../../lib/search/dialogs.ts';
import { dayOf, idOf, oneOf, present, textOf } from '../../lib/search/search-values.ts';

export const WEBHOOK_TABS = ['deliveries', 'targets', 'events', 'secret'] as const;
export type WebhookTab = (typeof WEBHOOK_TABS)[number];

export const DELIVERY_STATUS_NAMES: readonly WebhookDelivery['status'][] = [
  'pending',
  'held',
  'delivered',
  'failed',
];

export const WEBHOOKS_DIALOGS = { replay: 'plain', 'new-endpoint': 'plain', endpoint: 'id' } as const;

/** Search parameters: tab, filter in the API's names, the name of the open event type, and the open dialog. */
export type WebhooksSearch = Pick<
  DeliveryFilter,
  'status' | 'event' | 'assistant_id' | 'target_id' | 'date_from' | 'date_to'
> & { tab?: WebhookTab; row?: number; type?: string; open?: DialogAddress<typeof WEBHOOKS_DIALOGS> };

export function webhooksSearch(search: Record<string, unknown>): WebhooksSearch {
  return present({
    tab: oneOf(WEBHOOK_TABS, search['tab']),
    row: idOf(search['row']),
    type: eventTypeOf(search['type']),
    status: oneOf(DELIVERY_STATUS_NAMES, search['status']),
    event: textOf(search['event'], 64),
    assistant_id: idOf(search['assistant_id']),
    target_id: idOf(search['target_id']),
    date_from: dayOf(search['date_from']),
    date_to: dayOf(search['date_to']),
    open: dialogIn(WEBHOOKS_DIALOGS, search['open']),
  });
}

/** Checks only the form, because the first load has no list of events. */
function eventTypeOf(value: unknown): string | undefined {
  const text = textOf(value, 64);
  return text !== undefined && /^[a-z_]+\.[a-z_]+$/.test(text) ? text : undefined;
}
