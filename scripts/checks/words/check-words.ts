import path from 'node:path';
import { isSource, type Repository } from '../repository.ts';
import { countLines } from '../structure/lines.ts';
import { type Area, areaOf, areas } from './areas.ts';
import { proseOfText } from './prose.ts';
import { hasSignInName, type LineSign, signsByLine } from './signs.ts';

export interface WordFinding extends LineSign {
  file: string;
}

export interface AreaReport {
  area: Area;
  lines: number;
  findings: WordFinding[];
}

/** Finds the signs of each area in prose and in the names of files and folders. */
export function checkWords(repository: Repository): AreaReport[] {
  const reports = areas.map((area): AreaReport => ({ area, lines: 0, findings: [] }));
  const seenFolders = new Set<string>();
  for (const file of repository.written) {
    const report = reports.find(({ area }) => area === areaOf(file));
    if (report === undefined || !isProse(file)) continue;
    const { lines, signs } = readFile(repository, file);
    report.lines += lines;
    report.findings.push(...nameFindings(file, seenFolders), ...signs.map((sign) => ({ file, ...sign })));
  }
  return reports;
}

function isProse(file: string): boolean {
  return isSource(file) || /\.(?:md|sql|css)$/.test(file);
}

function readFile(repository: Repository, file: string): { lines: number; signs: LineSign[] } {
  if (isSource(file)) return repository.facts(file);
  const text = repository.text(file);
  return { lines: countLines(text), signs: signsByLine(proseOfText(file, text), text) };
}

/** The name of a folder counts once, at its first file. */
function nameFindings(file: string, seenFolders: Set<string>): WordFinding[] {
  const parts = [file];
  for (let folder = path.posix.dirname(file); folder !== '.'; folder = path.posix.dirname(folder)) {
    if (!seenFolders.has(folder)) parts.push(folder);
    seenFolders.add(folder);
  }
  return parts
    .filter((part) => hasSignInName(path.posix.basename(part)))
    .map((part) => ({ file, line: 1, excerpt: `name: ${part}` }));
}
