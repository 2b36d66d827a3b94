import type { Comment } from 'oxc-parser';
import type { Finding } from './finding.ts';
import type { LineOf } from './lines.ts';

/** `// allow <rule>: <reason>` on the line of a finding, or in the comment directly above it. */
export interface Override {
  rule: string;
  reason: string;
  line: number;
  /** The first line of code after the comment. */
  nextCodeLine: number;
}

const shape = /^[\s*]*allow ([a-z-]+)(?::\s*(.*\S))?\s*$/;

/**
 * Removes findings that a comment allows.
 * Comments without a reason, or without a matching finding, are reported as findings.
 */
export function applyOverrides(
  findings: readonly Finding[],
  overrides: readonly Override[],
  path: string,
): Finding[] {
  const used = new Set<Override>();
  const left = findings.filter((finding) => {
    const override = overrides.find((one) => one.rule === finding.rule && covers(one, finding.line));
    if (override) used.add(override);
    return override === undefined;
  });
  const wrong = overrides.flatMap((override): Finding[] => {
    const at = { rule: 'override' as const, path, line: override.line };
    if (override.reason.length < 10)
      return [{ ...at, message: `"allow ${override.rule}" needs its reason.` }];
    return used.has(override) ? [] : [{ ...at, message: `"allow ${override.rule}" allows nothing here.` }];
  });
  return [...left, ...wrong];
}

function covers(override: Override, line: number): boolean {
  return override.line === line || override.nextCodeLine === line || (line === 1 && override.line <= 3);
}

/** Every override in the comments of a file. */
export function readOverrides(comments: readonly Comment[], lineOf: LineOf): Override[] {
  const commentLines = new Set(
    comments.flatMap((comment) => {
      const [first, last] = [lineOf(comment.start), lineOf(comment.end)];
      return Array.from({ length: last - first + 1 }, (_, index) => first + index);
    }),
  );
  return comments.flatMap((comment) => {
    const [, rule, reason = ''] = shape.exec(comment.value) ?? [];
    if (rule === undefined) return [];
    const line = lineOf(comment.start);
    let nextCodeLine = line + 1;
    while (commentLines.has(nextCodeLine)) nextCodeLine += 1;
    return [{ rule, reason, line, nextCodeLine }];
  });
}
