import type { Repository } from '../repository.ts';
import type { ArrowViolation } from './arrow-violation.ts';
import { findFileCycles, findFolderCycles, findModuleCycles } from './cycles.ts';
import { type Arrow, type ImportGraph, readImportGraph } from './import-graph.ts';
import { type ArrowRule, arrowRules, type Paths } from './rules.ts';

export interface ArrowReport {
  modules: number;
  violations: ArrowViolation[];
}

/** Resolves every import of the source folders, including type-only imports, and reports violations. */
export function checkArrows(repository: Repository): ArrowReport {
  const graph = readImportGraph(repository);
  if (graph.size === 0) throw new Error('There is no source file to check.');
  const violations = arrowRules().flatMap((rule) => violationsOf(rule, graph));
  return {
    modules: graph.size,
    violations: [
      ...violations,
      ...findFileCycles(graph),
      ...findFolderCycles(graph),
      ...findModuleCycles(graph),
    ],
  };
}

function violationsOf(rule: ArrowRule, graph: ImportGraph): ArrowViolation[] {
  const from = pattern(rule.from.path);
  const notFrom = pattern(rule.from.pathNot);
  const found: ArrowViolation[] = [];
  for (const [file, arrows] of graph) {
    const match = from === undefined ? [] : from.exec(file);
    if (match === null || notFrom?.test(file)) continue;
    const breaks = isForbidden(rule, match[1] ?? '');
    for (const arrow of arrows) if (breaks(arrow)) found.push({ rule: rule.name, from: file, to: arrow.to });
  }
  return found;
}

/** @param group the first capture of the rule's `from.path`, available as `$1` in its `to` */
function isForbidden({ to }: ArrowRule, group: string): (arrow: Arrow) => boolean {
  const path = pattern(to.path, group);
  const pathNot = pattern(to.pathNot, group);
  return (arrow) =>
    (path === undefined || path.test(arrow.to)) &&
    !pathNot?.test(arrow.to) &&
    (to.kind === undefined || to.kind === arrow.kind) &&
    !(to.atRunTime === true && arrow.typeOnly);
}

const compiled = new Map<string, RegExp>();

function pattern(paths: Paths | undefined, group = ''): RegExp | undefined {
  if (paths === undefined) return undefined;
  const text = [paths].flat().join('|').replaceAll('$1', group);
  const known = compiled.get(text) ?? new RegExp(text);
  compiled.set(text, known);
  return known;
}
