import type { CampaignStartCheck } from '../../../data/campaigns.ts';
import { formatCount, formatMoney, formatTenths } from '../../../lib/format/format.ts';

export function people(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'person' : 'people'}`;
}

export function leadWords(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'lead' : 'leads'}`;
}

/** When the first call begins: `Now`, or `Mon 7 Dec, 09:00 (Europe/Bucharest)`. */
export function firstCallWords(
  check: Pick<CampaignStartCheck, 'first_call_at'>,
  zone: string,
  now: number,
): string {
  const { first_call_at: at } = check;
  if (at === null) return 'Never: no lead can be called';
  if (new Date(at).getTime() <= now + 60_000) return 'Now';
  const format = new Intl.DateTimeFormat('en-GB', {
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
  const rate = `${formatMoney(cost.per_minute)} per minute`;
  if (cost.per_minute === 0) return 'Free';
  const total = `About ${formatMoney(cost.total)}`;
  if (cost.based_on_calls === 0) return `${total} (${rate}, if everyone talks for one minute)`;
  const length = `${formatTenths(cost.minutes_per_call)} minutes per call`;
  return `${total} (${rate}, ${length}, ${cost.answered_percent}% answered)`;
}

/** `$99.00, enough for about 990 answered calls`. */
export function balanceWords({
  balance,
  covered_calls: calls,
}: Pick<CampaignStartCheck, 'balance' | 'covered_calls'>): string {
  if (calls === null) return formatMoney(balance);
  return `${formatMoney(balance)}, enough for about ${formatCount(calls)} answered ${calls === 1 ? 'call' : 'calls'}`;
}
