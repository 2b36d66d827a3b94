import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { listRepositoryFiles } from '../kit/repository-files.ts';
import type { Finding } from './finding.ts';
import { countLines, indexLines } from './lines.ts';
import { applyOverrides } from './overrides.ts';
import { findInPaths, isTest } from './path-rules.ts';
import { findInSyntax } from './syntax-rules.ts';

const sourceFile = /^(?:(?:contract|server|console|widget|bench|scripts)\/.*|[^/]+)\.(?:ts|tsx|js)$/;
const maxFileLines = 400;
const warnFileLines = 300;

export interface StructureReport {
  findings: Finding[];
  /** Files on their way to the limit. */
  warnings: string[];
  files: number;
  /** Of files that are not tests; the tripwires of docs say at most 80. */
  medianFileLines: number;
  /** The ninetieth percentile; at most 45. */
  p90FunctionLines: number;
}

/** Reads and parses every source file below `root` and applies all rules to it. */
export function checkStructure(root: string): StructureReport {
  const paths = listRepositoryFiles(root).filter((file) => sourceFile.test(file));
  const byPath = Map.groupBy(findInPaths(paths), (finding) => finding.path);
  const reports = paths.map((file) =>
    checkFile(file, readFileSync(path.join(root, file), 'utf8'), byPath.get(file) ?? []),
  );
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

interface FileReport {
  path: string;
  lines: number;
  findings: Finding[];
  functionLines: number[];
}

function checkFile(file: string, text: string, pathFindings: readonly Finding[]): FileReport {
  const { program, comments, errors } = parseSync(file, text);
  const lineOf = indexLines(text);
  const lines = countLines(text);
  const syntax = findInSyntax(program, file, lineOf);
  const at = { path: file, line: 1 };
  const findings: Finding[] = [...pathFindings, ...syntax.findings];
  for (const error of errors) {
    findings.push({
      ...at,
      rule: 'parses',
      line: lineOf(error.labels[0]?.start ?? 0),
      message: error.message,
    });
  }
  if (lines > maxFileLines) {
    findings.push({ ...at, rule: 'file-length', message: `${lines} lines, at most ${maxFileLines}.` });
  }
  return {
    path: file,
    lines,
    findings: applyOverrides(findings, comments, { path: file, lineOf }),
    functionLines: syntax.functionLines,
  };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
