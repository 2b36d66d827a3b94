import type { ArrowViolation } from './arrow-violation.ts';
import type { ImportGraph } from './import-graph.ts';

const moduleFile = /^server\/src\/modules\/([^/]+)\/(?!.*\.test\.ts$)/;

type Graph = Map<string, Set<string>>;

/** Files that import each other. Of cycles that share a file one is named. */
export function findFileCycles(files: ImportGraph): ArrowViolation[] {
  const graph: Graph = new Map();
  for (const [file, arrows] of files) graph.set(file, new Set(arrows.map(({ to }) => to)));
  const found: ArrowViolation[] = [];
  for (;;) {
    removeEnds(graph);
    const [start] = graph.keys();
    if (start === undefined) return found;
    const cycle = shortestCycle(graph, start);
    if (cycle !== null) found.push({ rule: 'no-cycles', from: start, to: cycle.join(' → ') });
    for (const file of cycle ?? [start]) graph.delete(file);
  }
}

/** Takes away what is on no cycle because its imports lead nowhere, until nothing of that kind is left. */
function removeEnds(graph: Graph): void {
  for (let before = -1; before !== graph.size; ) {
    before = graph.size;
    for (const [file, imported] of graph) {
      for (const to of imported) if (!graph.has(to)) imported.delete(to);
      if (imported.size === 0) graph.delete(file);
    }
  }
}

/** Modules that call each other, even where no two files form a cycle. */
export function findModuleCycles(files: ImportGraph): ArrowViolation[] {
  const calls: Graph = new Map();
  for (const [file, arrows] of files) {
    const from = moduleFile.exec(file)?.[1];
    if (from === undefined) continue;
    const called = arrows.flatMap(({ to }) => moduleFile.exec(to)?.[1] ?? []);
    const known = calls.get(from) ?? new Set();
    calls.set(from, new Set([...known, ...called.filter((name) => name !== from)]));
  }
  return [...calls.keys()].flatMap((name) => {
    const cycle = shortestCycle(calls, name);
    return cycle === null ? [] : [{ rule: 'no-cycles-between-modules', from: name, to: cycle.join(' → ') }];
  });
}

/** The shortest path from `start` back to itself; null when there is none. */
function shortestCycle(graph: Graph, start: string): string[] | null {
  const seen = new Set<string>();
  const paths = [[start]];
  for (const path of paths) {
    for (const next of graph.get(path.at(-1) ?? start) ?? []) {
      if (next === start) return [...path, start];
      if (!seen.has(next)) paths.push([...path, next]);
      seen.add(next);
    }
  }
  return null;
}
