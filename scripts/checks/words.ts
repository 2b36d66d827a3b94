import { statSync } from 'node:fs';
import path from 'node:path';
import type { Repository } from './repository.ts';
import type { Verdict } from './run/program.ts';
import { recordedSigns, slack } from './words/areas.ts';
import { type AreaReport, checkWords, type WordFinding } from './words/check-words.ts';

const shownFindings = 40;

interface WordOptions {
  /** Files and folders whose findings are all listed, in place of a verdict; paths from the root. */
  folders?: readonly string[];
  recorded?: typeof recordedSigns;
}

/** Fails when an area has more signs of unclear prose than recorded, or so few that its record must be lowered. */
export function words(repository: Repository, options: WordOptions = {}): Verdict {
  const { folders = [], recorded = recordedSigns } = options;
  const reports = checkWords(repository);
  const all = reports.flatMap(({ findings }) => findings);
  if (folders.length > 0) {
    const listed = all.filter(({ file }) => folders.some((folder) => isWithin(file, folder)));
    return { passed: true, output: '', report: listed.map(lineOf).join('\n'), programSeconds: 0 };
  }
  const problems = reports.flatMap((report) => problemsOf(report, recorded[report.area], repository.root));
  const table = reports.map(rowOf).join('\n');
  return {
    passed: problems.length === 0,
    output: [table, ...problems].join('\n'),
    report: table,
    programSeconds: 0,
  };
}

function isWithin(file: string, folder: string): boolean {
  const normal = path.posix.normalize(folder).replace(/\/$/, '');
  return normal === '.' || file === normal || file.startsWith(`${normal}/`);
}

function problemsOf({ area, findings }: AreaReport, recorded: number, root: string): string[] {
  const count = findings.length;
  if (count <= recorded) {
    if (count >= recorded - slack) return [];
    return [
      `${area}: set the recorded number in scripts/checks/words/areas.ts to ${count} (now ${recorded}).`,
    ];
  }
  const latest = sortByChange(findings, root).slice(0, shownFindings).map(lineOf);
  return [`${area}: ${count} signs, ${recorded} allowed. Most recently changed files first:`, ...latest];
}

/** Puts recently changed files first: only the number of findings is recorded, so new ones cannot be distinguished. */
function sortByChange(findings: readonly WordFinding[], root: string): WordFinding[] {
  const times = new Map<string, number>();
  for (const { file } of findings) times.set(file, statSync(path.join(root, file)).mtimeMs);
  return findings.toSorted((a, b) => (times.get(b.file) ?? 0) - (times.get(a.file) ?? 0));
}

function rowOf({ area, findings, lines }: AreaReport): string {
  const rate = lines === 0 ? 0 : (findings.length / lines) * 1000;
  const columns = [`${findings.length} signs`.padStart(12), `${lines} lines`.padStart(14)];
  return `${area.padEnd(10)}${columns.join('')}${rate.toFixed(1).padStart(8)} per 1,000 lines`;
}

function lineOf({ file, line, excerpt }: WordFinding): string {
  return `${file}:${line} ${excerpt}`;
}
