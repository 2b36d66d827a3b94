import type { ChargeKind } from '#contract/billing.ts';
import { t } from '../lib/i18n/t.ts';

/** Labels of ledger rows. */
export const CHARGE_WORDS: Readonly<Record<ChargeKind, string>> = {
  widget_message: t('Website message'),
  msgapp_message: t('Chat message'),
  sms_message: 'SMS',
  call_minute: t('Call minute'),
  refund: t('Refund'),
  opening: t('Opening balance'),
  credit: t('Credit'),
  adjustment: t('Adjustment'),
};

/** Labels of price names; unknown names are shown as they are. */
export function chargeWords(name: string): string {
  return Object.entries(CHARGE_WORDS).find(([kind]) => kind === name)?.[1] ?? name;
}
