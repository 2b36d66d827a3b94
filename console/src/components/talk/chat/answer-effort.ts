import { formatCount, formatMilliseconds, formatMoney } from '../../../lib/format/format.ts';
import type { Answer } from './chat-state.ts';

/** Response time and model cost of an answer: `First word 240 ms · total 1.2 s · $0.0004`. */
export function describeEffort(answer: Answer): string {
  const { firstWordMs, totalMs, modelMs, cost, tokens } = answer;
  return [
    firstWordMs !== null && `First word ${formatMilliseconds(firstWordMs)}`,
    totalMs !== null && `total ${formatMilliseconds(totalMs)}`,
    // Times were not measured for answers given elsewhere or before a reload.
    totalMs === null && modelMs !== null && `Model ${formatMilliseconds(modelMs)}`,
    tokens !== null && tokens > 0 && `${formatCount(tokens)} tokens`,
    tokens !== null && (cost === null ? 'cost unknown' : formatMoney(cost)),
  ]
    .filter((part) => part !== false)
    .join(' · ');
}
