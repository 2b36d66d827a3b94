import { checkArrows } from './arrows/check-arrows.ts';
import type { Repository } from './repository.ts';
import type { Verdict } from './run/program.ts';

export function arrows(repository: Repository): Verdict {
  const { modules, violations } = checkArrows(repository);
  const lines = violations.map(({ rule, from, to }) => `${rule}: ${from} → ${to}`);
  lines.push(`${modules} modules checked, ${violations.length} forbidden imports.`);
  return { passed: violations.length === 0, output: lines.join('\n'), programSeconds: 0 };
}
