import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { budgets } from './cpu-budgets.ts';

/**
 * Starts slow files first, so that no single file runs alone at the end. Keeps browser tests of a folder together, because
 * consecutive files of a folder share a browser and a server.
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

function keysOf({ moduleId, project }: TestSpecification): [string | number] {
  if (project.name === 'browsers') return [path.dirname(moduleId)];
  const isSlow = slowest.some((file) => moduleId.endsWith(file));
  return [isSlow ? 0 : 1];
}

function compare(one: readonly (string | number)[], other: readonly (string | number)[]): number {
  const at = one.findIndex((key, index) => key !== other[index]);
  const [a = 0, b = 0] = [one[at], other[at]];
  return a < b ? -1 : a > b ? 1 : 0;
}
