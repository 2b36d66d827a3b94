import { isSource, type Repository } from '../sources/repository.ts';
import type { SourceFacts } from '../sources/source-facts.ts';
import type { Finding } from './finding.ts';
import { applyOverrides } from './overrides.ts';
import { findInPaths, isTest } from './path-rules.ts';

const maxFileLines = 400;
const warnFileLines = 300;

export interface StructureReport {
  findings: Finding[];
  /** Files close to the limit. */
  warnings: string[];
  files: number;
  /** Median length of files other than tests; at most 80. */
  medianFileLines: number;
  /** 90th percentile; at most 45. */
  p90FunctionLines: number;
}

/** Applies all rules to every source file except fixtures. */
export function checkStructure(repository: Repository): StructureReport {
  const paths = repository.written.filter(isSource);
  const byPath = Map.groupBy(findInPaths(paths), (finding) => finding.path);
  const reports = paths.map((file) => ({
    path: file,
    ...checkFile(file, repository.facts(file), byPath.get(file) ?? []),
  }));
  const own = reports.filter((report) => !isTest(report.path));
  return {
    findings: reports.flatMap((report) => report.findings),
    warnings: reports
      .filter((report) => report.lines > warnFileLines && report.lines <= maxFileLines)
      .map((report) => `${report.path} has ${report.lines} lines`),
    files: paths.length,
    medianFileLines: quantile(
      own.map((report) => report.lines),
      0.5,
    ),
    p90FunctionLines: quantile(
      own.flatMap((report) => report.functionLines),
      0.9,
    ),
  };
}

function checkFile(path: string, facts: SourceFacts, pathFindings: readonly Finding[]) {
  const { lines, functionLines } = facts;
  const findings = [...pathFindings, ...facts.findings];
  if (lines > maxFileLines) {
    const message = `${lines} lines, at most ${maxFileLines}.`;
    findings.push({ rule: 'file-length', path, line: 1, message });
  }
  return { lines, functionLines, findings: applyOverrides(findings, facts.overrides, path) };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
