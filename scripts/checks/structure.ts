import type { Verdict } from './run/program.ts';
import type { Repository } from './sources/repository.ts';
import { checkStructure } from './structure/check-structure.ts';

export function structure(repository: Repository): Verdict {
  const report = checkStructure(repository);
  const lines = [
    ...report.warnings.map((warning) => `warning: ${warning}`),
    ...report.findings.map(({ rule, path, line, message }) => `${path}:${line} ${rule}: ${message}`),
    `${report.files} files, ${report.findings.length} findings; ` +
      `median file ${report.medianFileLines} lines, p90 function ${report.p90FunctionLines} lines.`,
  ];
  const passed =
    report.findings.length === 0 && report.medianFileLines <= 80 && report.p90FunctionLines <= 45;
  return { passed, output: lines.join('\n'), programSeconds: 0 };
}
