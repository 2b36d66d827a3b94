import type { CampaignStartCheck } from '../../../data/campaigns.ts';
import { formatMoney, formatTenths } from '../../../lib/format/format.ts';
import { LOCALE } from '../../../lib/i18n/language.ts';
import { t } from '../../../lib/i18n/t.ts';

/** When the first call begins: `Now`, or `Mon 7 Dec, 09:00 (Europe/Bucharest)`. */
export function firstCallWords(
  check: Pick<CampaignStartCheck, 'first_call_at'>,
  zone: string,
  now: number,
): string {
  const { first_call_at: at } = check;
  if (at === null) return t('Never: no lead can be called');
  if (new Date(at).getTime() <= now + 60_000) return t('Now');
  const format = new Intl.DateTimeFormat(LOCALE, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone,
  });
  return `${format.format(new Date(at))} (${zone})`;
}

/** `About $12.50 ($0.10 per minute, 2.5 minutes per call, 25% answered)`. */
export function costWords({ cost }: Pick<CampaignStartCheck, 'cost'>): string {
  if (cost.per_minute === 0) return t('Free');
  const values = { total: formatMoney(cost.total), price: formatMoney(cost.per_minute) };
  if (cost.based_on_calls === 0)
    return t('About {total} ({price} per minute, if everyone talks for one minute)', values);
  return t('About {total} ({price} per minute, {minutes} minutes per call, {percent}% answered)', {
    ...values,
    minutes: formatTenths(cost.minutes_per_call),
    percent: cost.answered_percent,
  });
}

/** `$99.00, enough for about 990 answered calls`. */
export function balanceWords({
  balance,
  covered_calls: calls,
}: Pick<CampaignStartCheck, 'balance' | 'covered_calls'>): string {
  if (calls === null) return formatMoney(balance);
  return t(
    '{count, plural, one {{balance}, enough for about # answered call} other {{balance}, enough for about # answered calls}}',
    { balance: formatMoney(balance), count: calls },
  );
}
