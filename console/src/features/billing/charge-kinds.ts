import type { Charge } from '../../data/billing.ts';

/** What a row of the ledger is for, in words. */
export const KIND_WORDS: Record<Charge['kind'], string> = {
  widget_message: 'Widget message',
  msgapp_message: 'Message of the channel',
  sms_message: 'SMS',
  call_minute: 'Call minute',
  refund: 'Refund',
  opening: 'Opening balance',
  credit: 'Credit',
  adjustment: 'Adjustment',
};
