/**
 * Measures every contender once per round, in a different order each round, so that a slow minute of the machine affects
 * all of them. @returns the samples of each contender, in the order of the rounds
 */
export async function interleave<Name extends string, Sample>(
  names: readonly Name[],
  rounds: number,
  measure: (name: Name, round: number) => Promise<Sample>,
): Promise<Record<Name, Sample[]>> {
  const samples = new Map<Name, Sample[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const name of shuffle(names)) samples.get(name)?.push(await measure(name, round));
  }
  return asRecord(names, samples);
}

function shuffle<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, key: Math.random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

function asRecord<Name extends string, Value>(
  names: readonly Name[],
  values: ReadonlyMap<Name, Value>,
): Record<Name, Value> {
  if (!names.every((name) => values.has(name))) throw new Error('Every contender has samples.');
  return Object.fromEntries(values) as Record<Name, Value>;
}
