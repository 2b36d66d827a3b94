import path from 'node:path/posix';
import type { ArrowViolation } from './arrow-violation.ts';
import type { ImportGraph } from './import-graph.ts';

const isTest = /\.test\.tsx?$|^server\/test\/|\/fixtures\//;
const moduleFile = /^server\/src\/modules\/([^/]+)\/(?!.*\.test\.ts$)/;

type Graph = Map<string, Set<string>>;

/** Import cycles. Of cycles that share a file, one is reported. */
export function findFileCycles(files: ImportGraph): ArrowViolation[] {
  const graph: Graph = new Map();
  for (const [file, arrows] of files) graph.set(file, new Set(arrows.map(({ to }) => to)));
  return reportCycles(graph, 'no-cycles');
}

/** Of cycles that share a node, one is reported. */
function reportCycles(graph: Graph, rule: string): ArrowViolation[] {
  const found: ArrowViolation[] = [];
  for (;;) {
    removeEnds(graph);
    const [start] = graph.keys();
    if (start === undefined) return found;
    const cycle = shortestCycle(graph, start);
    if (cycle !== null) found.push({ rule, from: start, to: cycle.join(' → ') });
    for (const file of cycle ?? [start]) graph.delete(file);
  }
}

/** Removes nodes without imports, repeatedly, until only nodes on or before a cycle are left. */
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

/**
 * Folders that import each other, directly or through other folders. Cycles of a folder and one of its parents are
 * allowed: the parent contains the files that combine its folders, and the files that several of them use.
 */
export function findFolderCycles(files: ImportGraph): ArrowViolation[] {
  const graph: Graph = new Map();
  for (const [file, arrows] of files) {
    if (isTest.test(file)) continue;
    const from = path.dirname(file);
    const known = graph.get(from) ?? new Set<string>();
    for (const { to, kind } of arrows) {
      const folder = path.dirname(to);
      if (kind === 'file' && !isTest.test(to) && !isWithin(folder, from) && !isWithin(from, folder)) {
        known.add(folder);
      }
    }
    graph.set(from, known);
  }
  return reportCycles(graph, 'no-cycles-between-folders');
}

function isWithin(folder: string, parent: string): boolean {
  return folder === parent || folder.startsWith(`${parent}/`);
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
