import type { CallOrder, CallSort, CallsFilter, SortDirection } from '../../data/calls.ts';
import { type DialogAddress, dialogIn } from '../../lib/search/dialogs.ts';
import { dayOf, idOf, oneOf, present, textOf } from '../../lib/search/search-values.ts';
import { SORT_DIRECTION_NAMES } from '../../routing/sort-directions.ts';
import { CALL_ORDER_NAMES, CALL_STATUS_NAMES, CALL_TYPE_NAMES } from './call-names.ts';

export const CALLS_DIALOGS = { 'new-call': 'plain' } as const;

/** Search parameters of the list: the filter in the API's names, and the open dialog. */
export type CallsSearch = CallsFilter & {
  order_by?: CallOrder;
  direction?: SortDirection;
  open?: DialogAddress<typeof CALLS_DIALOGS>;
};

/** The filter of the list only. */
export function callsFilterOf({
  order_by: _by,
  direction: _direction,
  open: _,
  ...filter
}: CallsSearch): CallsFilter {
  return filter;
}

export function callsSearch(search: Record<string, unknown>): CallsSearch {
  return present({
    status: oneOf(CALL_STATUS_NAMES, search['status']),
    type: oneOf(CALL_TYPE_NAMES, search['type']),
    search: textOf(search['search'], 200),
    phone_number: textOf(search['phone_number'], 32),
    assistant_id: idOf(search['assistant_id']),
    campaign_id: idOf(search['campaign_id']),
    date_from: dayOf(search['date_from']),
    date_to: dayOf(search['date_to']),
    order_by: oneOf(CALL_ORDER_NAMES, search['order_by']),
    direction: oneOf(SORT_DIRECTION_NAMES, search['direction']),
    open: dialogIn(CALLS_DIALOGS, search['open']),
  });
}

/** Search parameters of the live calls: the selected call. */
export function liveCallsSearch(search: Record<string, unknown>): { call?: number } {
  return present({ call: idOf(search['call']) });
}

/** The order of the list only. */
export function sortOf({ order_by, direction }: CallsSearch): CallSort {
  return present({ order_by, direction });
}

export const CALL_TABS = ['talk', 'latency', 'webhooks'] as const;

/** Search parameters of a call page: tab, position in the recording in whole seconds, expanded webhook. */
export interface CallSearch {
  tab?: (typeof CALL_TABS)[number];
  at?: number;
  /** Spoken line to show, in milliseconds since the answer. */
  line?: number;
  webhook?: string;
}

export function callSearch(search: Record<string, unknown>): CallSearch {
  return present({
    tab: oneOf(CALL_TABS, search['tab']),
    at: idOf(search['at']),
    line: idOf(search['line']),
    webhook: textOf(search['webhook'], 36),
  });
}
