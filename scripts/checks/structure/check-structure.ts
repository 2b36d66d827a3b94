import { isSource, type Repository } from '../repository.ts';
import type { Finding } from './finding.ts';
import { applyOverrides } from './overrides.ts';
import { findInPaths } from './path-rules.ts';

export interface StructureReport {
  findings: Finding[];
  /** Number of checked files. */
  files: number;
}

/** Applies all rules to every source file except fixtures. */
export function checkStructure(repository: Repository): StructureReport {
  const paths = repository.written.filter(isSource);
  const byPath = Map.groupBy(findInPaths(paths), (finding) => finding.path);
  const findings = paths.flatMap((path) => {
    const facts = repository.facts(path);
    return applyOverrides([...(byPath.get(path) ?? []), ...facts.findings], facts.overrides, path);
  });
  return { findings, files: paths.length };
}
