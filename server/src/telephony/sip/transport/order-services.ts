/** A server of a name, as SRV records tell it. */
export interface ServiceRecord {
  name: string;
  port: number;
  /** Lower ones first. */
  priority: number;
  /** Its share of what goes to those of its priority. */
  weight: number;
}

/**
 * The order in which the servers of a name are tried (RFC 2782): by priority, and within one by chance in proportion to
 * the weights; a weight of 0 leaves hardly any.
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
  // Those without weight stand first: they are chosen where the number drawn is 0 alone.
  const waiting = [...records].sort((one, two) => Number(one.weight > 0) - Number(two.weight > 0));
  const ordered: Record[] = [];
  while (waiting.length > 0) {
    const sum = waiting.reduce((total, { weight }) => total + weight, 0);
    ordered.push(...waiting.splice(draw(waiting, Math.floor(random() * (sum + 1))), 1));
  }
  return ordered;
}

/** The first whose running sum of weights reaches a number. */
function draw(records: readonly Pick<ServiceRecord, 'weight'>[], number: number): number {
  let sum = 0;
  const index = records.findIndex(({ weight }) => {
    sum += weight;
    return sum >= number;
  });
  return Math.max(index, 0);
}
