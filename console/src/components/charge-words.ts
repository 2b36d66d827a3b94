import type { ChargeKind } from '#contract/billing.ts';

/** What a row of the ledger is for, in words. */
export const CHARGE_WORDS: Readonly<Record<ChargeKind, string>> = {
  widget_message: 'Website message',
  msgapp_message: 'Chat message',
  sms_message: 'SMS',
  call_minute: 'Call minute',
  refund: 'Refund',
  opening: 'Opening balance',
  credit: 'Credit',
  adjustment: 'Adjustment',
};

/** The same for a name of the price table; one that this console does not know yet is shown as it is. */
export function chargeWords(name: string): string {
  return Object.entries(CHARGE_WORDS).find(([kind]) => kind === name)?.[1] ?? name;
}
