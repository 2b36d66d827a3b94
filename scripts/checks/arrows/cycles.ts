import type { ArrowViolation } from './arrow-violation.ts';
import type { ImportGraph } from './import-graph.ts';

const moduleFile = /^server\/src\/modules\/([^/]+)\/(?!.*\.test\.ts$)/;

type Graph = Map<string, Set<string>>;

/** Import cycles. Of cycles that share a file, one is reported. */
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

/** Removes files without imports, repeatedly, until only files on or before a cycle are left. */
function removeEnds(graph: Graph): void {
  for (let before = -1; before !== graph.size; ) {
    before = graph.size;
    for (const [file, imported] of graph) {
      for (const to of imported) if (!graph.has(to)) imported.delete(to);
      if (imported.size === 0) graph.delete(file);
    }
  }
}

/** Modules that call each other, even without a cycle between files. */
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

/** The shortest path from `start` back to itself; null without a cycle. */
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
