import { isSource, type Repository } from '../repository.ts';
import { ImportResolver, type ImportTarget } from './resolve-import.ts';

/** Third-party programs with separate packages. */
const leftOut = /^bench\/(?:http\/nest|voice\/livekit)\//;

/** A resolved import. */
export interface Arrow extends ImportTarget {
  typeOnly: boolean;
}

/** The imports of every file, by its path. */
export type ImportGraph = ReadonlyMap<string, readonly Arrow[]>;

/** Resolves every import of the source folders, including type-only imports. */
export function readImportGraph(repository: Repository): ImportGraph {
  const resolver = new ImportResolver(repository);
  const files = repository.all.filter((file) => isSource(file) && file.includes('/') && !leftOut.test(file));
  return new Map(
    files.map((file) => [
      file,
      repository
        .facts(file)
        .imports.map(({ specifier, typeOnly }) => ({ ...resolver.resolve(specifier, file), typeOnly }))
        .filter(({ to }) => !leftOut.test(to)),
    ]),
  );
}
