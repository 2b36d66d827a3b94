import type { ChargeKind } from '#contract/billing.ts';

/** Labels of ledger rows. */
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

/** Labels of price names; unknown names are shown as they are. */
export function chargeWords(name: string): string {
  return Object.entries(CHARGE_WORDS).find(([kind]) => kind === name)?.[1] ?? name;
}
