export interface Demand {
  /** Live calls. */
  live: number;
  /** Calls that could begin now. */
  wanted: number;
}

/**
 * Distributes free slots by max-min fairness: raises all demands to the highest level that the slots allow, then
 * distributes the remainder one by one. No slot stays free while requested.
 * @param turn increases with each pass, so that the remainder rotates
 * @returns slots in the order of the demands
 */
export function fillSlots(slots: number, demands: readonly Demand[], turn: number): number[] {
  const level = highestLevel(slots, demands);
  const filled = demands.map((demand) => upTo(level, demand));
  let left = slots - filled.reduce((sum, amount) => sum + amount, 0);
  for (let step = 0; step < demands.length && left > 0; step += 1) {
    const index = (turn + step) % demands.length;
    const demand = demands[index];
    if (demand === undefined || upTo(level + 1, demand) === upTo(level, demand)) continue;
    filled[index] = upTo(level + 1, demand);
    left -= 1;
  }
  return filled;
}

function upTo(level: number, { live, wanted }: Demand): number {
  return Math.max(0, Math.min(wanted, level - live));
}

function highestLevel(slots: number, demands: readonly Demand[]): number {
  let low = 0;
  let high = 1 + demands.reduce((max, { live, wanted }) => Math.max(max, live + wanted), 0);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const needed = demands.reduce((sum, demand) => sum + upTo(middle, demand), 0);
    if (needed <= slots) low = middle;
    else high = middle;
  }
  return low;
}
