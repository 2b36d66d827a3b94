export interface ServiceRecord {
  name: string;
  port: number;
  priority: number;
  /** Share among records of equal priority. */
  weight: number;
}

/**
 * Orders SRV records by RFC 2782: by priority, then at random in proportion to the weights; weight 0 is almost never first.
 * @param random from 0 to below 1
 */
export function orderServices<Record extends Pick<ServiceRecord, 'priority' | 'weight'>>(
  records: readonly Record[],
  random: () => number,
): Record[] {
  const priorities = [...new Set(records.map(({ priority }) => priority))].sort((one, two) => one - two);
  return priorities.flatMap((priority) =>
    shuffle(
      records.filter((record) => record.priority === priority),
      random,
    ),
  );
}

function shuffle<Record extends Pick<ServiceRecord, 'weight'>>(
  records: readonly Record[],
  random: () => number,
): Record[] {
  // Weight 0 comes first, so that it is chosen only if 0 is drawn.
  const waiting = [...records].sort((one, two) => Number(one.weight > 0) - Number(two.weight > 0));
  const ordered: Record[] = [];
  while (waiting.length > 0) {
    const sum = waiting.reduce((total, { weight }) => total + weight, 0);
    ordered.push(...waiting.splice(draw(waiting, Math.floor(random() * (sum + 1))), 1));
  }
  return ordered;
}

/** Index of the first record whose running sum of weights reaches a number. */
function draw(records: readonly Pick<ServiceRecord, 'weight'>[], number: number): number {
  let sum = 0;
  const index = records.findIndex(({ weight }) => {
    sum += weight;
    return sum >= number;
  });
  return Math.max(index, 0);
}
