import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { CycloneDx } from './locked-project.ts';

/** The commit that a release is built from. */
export interface Source {
  version: string;
  /** Hash of the commit. */
  commit: string;
  /** Time of the commit, in seconds since 1970. */
  time: number;
  /** Address of the repository, such as `git+https://example.com/parley`. */
  uri: string;
}

export interface Builder {
  /** URI of the builder. */
  id: string;
  /** Versions of the programs that built the packages. */
  programs: Record<string, string>;
}

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

/** Lines that `sha256sum --check` reads. */
export function checksums(folder: string, files: readonly string[]): string {
  return files.map((file) => `${sha256(readFileSync(path.join(folder, file)))}  ${file}\n`).join('');
}

/**
 * The provenance of the files: an in-toto statement with the predicate SLSA provenance v1, as JSON. It contains no times,
 * so that a repeated build gives the same statement.
 */
export function provenance(
  { root, folder, files }: { root: string; folder: string; files: readonly string[] },
  { version, commit, uri }: Source,
  builder: Builder,
): string {
  const source = { uri: `${uri}@refs/tags/v${version}`, digest: { gitCommit: commit } };
  const lock = sha256(readFileSync(path.join(root, 'package-lock.json')));
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: files.map((name) => ({
      name,
      digest: { sha256: sha256(readFileSync(path.join(folder, name))) },
    })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:parley:npm-run-release:1',
        externalParameters: { source, command: 'npm run release -- pack' },
        internalParameters: builder.programs,
        resolvedDependencies: [source, { name: 'package-lock.json', digest: { sha256: lock } }],
      },
      runDetails: { builder: { id: builder.id } },
    },
  };
  return `${JSON.stringify(statement, null, 2)}\n`;
}

/** The document with a serial number and a time that follow from its content and the commit, as JSON. */
export function fixedSbom(document: CycloneDx, { time }: Source): string {
  const sbom = structuredClone(document);
  sbom.metadata.timestamp = new Date(time * 1000).toISOString();
  sbom.serialNumber = '';
  sbom.serialNumber = `urn:uuid:${uuidOf(sha256(JSON.stringify(sbom)))}`;
  return `${JSON.stringify(sbom, null, 2)}\n`;
}

/** A UUID of version 8 from a hash in hex. */
function uuidOf(hash: string): string {
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}
