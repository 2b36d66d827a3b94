import type { Repository } from './repository.ts';
import type { Verdict } from './run/program.ts';
import { checkStructure } from './structure/check-structure.ts';
import { describeShape } from './structure/shape-report.ts';

export function structure(repository: Repository): Verdict {
  const { findings, files } = checkStructure(repository);
  const lines = findings.map(({ rule, path, line, message }) => `${path}:${line} ${rule}: ${message}`);
  lines.push(`${files} files, ${findings.length} findings.`);
  return {
    passed: findings.length === 0,
    output: lines.join('\n'),
    report: describeShape(repository),
    programSeconds: 0,
  };
}
