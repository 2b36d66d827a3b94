import { formatCount, formatMilliseconds, formatMoney } from '../../../lib/format/format.ts';
import type { Answer } from './chat-state.ts';

/** How long an answer took and what its models cost: `First word 240 ms · whole 1.2 s · $0.0004`. */
export function describeEffort(answer: Answer): string {
  const { firstWordMs, totalMs, modelMs, cost, tokens } = answer;
  return [
    firstWordMs !== null && `First word ${formatMilliseconds(firstWordMs)}`,
    totalMs !== null && `whole ${formatMilliseconds(totalMs)}`,
    // Nobody here waited for what was answered elsewhere, or before a reload.
    totalMs === null && modelMs !== null && `Model ${formatMilliseconds(modelMs)}`,
    tokens !== null && tokens > 0 && `${formatCount(tokens)} tokens`,
    tokens !== null && (cost === null ? 'cost not known' : formatMoney(cost)),
  ]
    .filter((part) => part !== false)
    .join(' · ');
}
