import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { budgets } from './cpu-budgets.ts';

/**
 * Starts slow files first, so that no single file runs alone at the end. Then keeps the files of a folder together, because
 * consecutive files of a folder share a server, and browser tests also a browser. Unit tests, which are short, run last.
 */
export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // Without a measurement from an earlier run, sort by size.
    const sorted = await super.sort(files);
    return sorted
      .map((file, index) => ({
        file,
        keys: [file.project.config.sequence.groupOrder, ...keysOf(file), index],
      }))
      .sort((one, other) => compare(one.keys, other.keys))
      .map(({ file }) => file);
  }
}

const slowest = Object.keys(budgets);

function keysOf({ moduleId, project }: TestSpecification): (string | number)[] {
  const folder = path.dirname(moduleId);
  if (project.name === 'browsers') return [folder];
  const isSlow = slowest.some((file) => moduleId.endsWith(file));
  const isUnit = !folder.includes(`${path.sep}server${path.sep}test${path.sep}`);
  return [isSlow ? 0 : isUnit ? 2 : 1, isSlow ? '' : folder];
}

function compare(one: readonly (string | number)[], other: readonly (string | number)[]): number {
  const at = one.findIndex((key, index) => key !== other[index]);
  const [a = 0, b = 0] = [one[at], other[at]];
  return a < b ? -1 : a > b ? 1 : 0;
}
