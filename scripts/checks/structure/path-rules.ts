import path from 'node:path';
import { moduleGroups } from '../arrows/layers.ts';
import type { Finding, StructureRule } from './finding.ts';

const wholeWords = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)*\.(?:ts|tsx|js)$/;
const drawers = /^(?:utils?|helpers?|misc|common|shared|types)\.[jt]sx?$/;
const moduleFile = /^server\/src\/modules\/([^/]+)\/([^/]+)$/;
const moduleRoles = new Set([
  'routes',
  'actions',
  'dependencies',
  'rules',
  'store',
  'jobs',
  'jobs.handlers',
  'events',
]);
const knownModules = new Set(moduleGroups.flat());

/** Findings from paths alone. @param paths all source files of the repository */
export function findInPaths(paths: readonly string[]): Finding[] {
  const foldersWithSource = new Set(
    paths.filter((file) => !isTest(file)).map((file) => path.posix.dirname(file)),
  );
  return paths.flatMap((file) => [
    ...nameFindings(file),
    ...moduleFindings(file),
    ...(isTest(file) && !foldersWithSource.has(path.posix.dirname(file)) && !file.startsWith('server/test/')
      ? [finding('lonely-test', file, 'Put a test next to the file it tests, or below server/test.')]
      : []),
  ]);
}

export function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file);
}

function nameFindings(file: string): Finding[] {
  const name = path.posix.basename(file);
  const findings: Finding[] = [];
  if (!wholeWords.test(name)) {
    findings.push(finding('file-name', file, 'File names are lower-case words joined by hyphens.'));
  }
  if (drawers.test(name)) {
    findings.push(finding('drawer', file, `Name the file after its content, not "${name}".`));
  }
  if (/^index\.[jt]sx?$/.test(name)) {
    findings.push(finding('barrel', file, 'Import from the defining file; index files are not allowed.'));
  }
  return findings;
}

function moduleFindings(file: string): Finding[] {
  const [, moduleName, name] = moduleFile.exec(file) ?? [];
  if (moduleName === undefined || name === undefined) return [];
  const findings: Finding[] = [];
  if (!knownModules.has(moduleName)) {
    const message = `Give the module "${moduleName}" a group in scripts/checks/arrows/layers.ts.`;
    findings.push(finding('module-name', file, message));
  }
  const role = name.replace(/\.ts$/, '');
  if (!isTest(file) && !moduleRoles.has(role)) {
    const roles = [...moduleRoles].join(', ');
    findings.push(finding('module-file', file, `A module contains only ${roles} and folders.`));
  }
  return findings;
}

function finding(rule: StructureRule, file: string, message: string): Finding {
  return { rule, path: file, line: 1, message };
}
