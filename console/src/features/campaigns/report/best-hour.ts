import type { CampaignReport } from '../../../data/campaigns.ts';
import { formatShare } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/t.ts';

export const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** The hour with the best answer rate, as a sentence. */
export function bestHour(hours: readonly CampaignReport['hours'][number][]): string {
  const best = hours
    .filter(({ answered }) => answered > 0)
    .toSorted((one, other) => (other.answer_rate ?? 0) - (one.answer_rate ?? 0))[0];
  if (best === undefined) return t('No calls answered by a person yet.');
  return t('Best answer rate: {share} at {time}.', {
    share: formatShare(best.answer_rate),
    time: clock(best.hour),
  });
}
