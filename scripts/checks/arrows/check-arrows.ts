import { existsSync } from 'node:fs';
import path from 'node:path';
import { cruise, type IViolation } from 'dependency-cruiser';
import type { ArrowViolation } from './arrow-violation.ts';
import { findModuleCycles } from './module-cycles.ts';
import { arrowRules } from './rules.ts';

const sourceFolders = ['contract', 'server', 'console', 'widget', 'bench', 'scripts'];

export interface ArrowReport {
  modules: number;
  violations: ArrowViolation[];
}

/**
 * Follows every import below `root`, type-only ones included, and names those that break an arrow.
 * Throws when dependency-cruiser finds no compiler for TypeScript: it would silently see nothing.
 */
export async function checkArrows(root: string): Promise<ArrowReport> {
  const folders = sourceFolders.filter((folder) => existsSync(path.join(root, folder)));
  const { output } = await cruise(
    folders,
    {
      baseDir: root,
      validate: true,
      ruleSet: arrowRules(),
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '^(?:console/dist|widget/dist|data|bench/http/nest|bench/voice/livekit)/' },
    },
    { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  );
  if (typeof output === 'string') throw new Error(`dependency-cruiser answered a text: ${output}`);
  if (output.summary.totalCruised === 0) throw new Error('dependency-cruiser found no module.');
  const violations = [...output.summary.violations.map(toViolation), ...findModuleCycles(output.modules)];
  return { modules: output.summary.totalCruised, violations };
}

function toViolation(violation: IViolation): ArrowViolation {
  const cycle = violation.cycle?.map((step) => step.name).join(' → ');
  return { rule: violation.rule.name, from: violation.from, to: cycle ?? violation.to };
}
