import type { IModule } from 'dependency-cruiser';
import type { ArrowViolation } from './arrow-violation.ts';

const moduleFile = /^server\/src\/modules\/([^/]+)\/(?!.*\.test\.ts$)/;

/** Modules that call each other, even where no two files form a circle. */
export function findModuleCycles(files: readonly IModule[]): ArrowViolation[] {
  const calls = new Map<string, Set<string>>();
  for (const file of files) {
    const from = moduleFile.exec(file.source)?.[1];
    if (from === undefined) continue;
    const called = file.dependencies.flatMap(({ resolved }) => moduleFile.exec(resolved)?.[1] ?? []);
    const known = calls.get(from) ?? new Set();
    calls.set(from, new Set([...known, ...called.filter((name) => name !== from)]));
  }
  return [...calls.keys()].flatMap((name) => {
    const way = wayBack(calls, name);
    return way === null ? [] : [{ rule: 'no-cycles-between-modules', from: name, to: way.join(' → ') }];
  });
}

/** The shortest way from a module over others to itself; null when there is none. */
function wayBack(calls: ReadonlyMap<string, ReadonlySet<string>>, start: string): string[] | null {
  const seen = new Set<string>();
  const ways = [[start]];
  for (const way of ways) {
    for (const next of calls.get(way.at(-1) ?? start) ?? []) {
      if (next === start) return [...way, start];
      if (!seen.has(next)) ways.push([...way, next]);
      seen.add(next);
    }
  }
  return null;
}
