import { formatMilliseconds, formatMoney } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { Answer } from './chat-state.ts';

/** Response time and model cost of an answer: `First word 240 ms · total 1.2 s · $0.0004`. */
export function describeEffort(answer: Answer): string {
  const { firstWordMs, totalMs, modelMs, cost, tokens } = answer;
  return [
    firstWordMs !== null && t('First word {time}', { time: formatMilliseconds(firstWordMs) }),
    totalMs !== null && t('total {time}', { time: formatMilliseconds(totalMs) }),
    // Times were not measured for answers given elsewhere or before a reload.
    totalMs === null && modelMs !== null && t('Model {time}', { time: formatMilliseconds(modelMs) }),
    tokens !== null && tokens > 0 && t('{count, plural, one {# token} other {# tokens}}', { count: tokens }),
    tokens !== null && (cost === null ? t('cost unknown') : formatMoney(cost)),
  ]
    .filter((part) => part !== false)
    .join(' · ');
}
