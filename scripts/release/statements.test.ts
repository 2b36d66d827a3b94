import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checksums, fixedSbom, provenance } from './statements.ts';

const source = {
  version: '1.2.3',
  commit: 'c0ffee',
  time: 1_764_547_200,
  uri: 'git+https://example.com/parley',
};
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

function folderWith(...files: string[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-statements-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const file of files) writeFileSync(path.join(folder, file), '');
  return folder;
}

test('the provenance names commit, command, lock file and the digest of each file', () => {
  const folder = folderWith('a.tgz', 'package-lock.json');
  const builder = { id: 'urn:test', programs: { node: '24.0.0' } };
  const statement = JSON.parse(provenance({ root: folder, folder, files: ['a.tgz'] }, source, builder));
  const commit = { uri: 'git+https://example.com/parley@refs/tags/v1.2.3', digest: { gitCommit: 'c0ffee' } };
  expect(statement).toMatchObject({
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: 'a.tgz', digest: { sha256: EMPTY } }],
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        externalParameters: { source: commit, command: 'npm run release -- pack' },
        internalParameters: { node: '24.0.0' },
        resolvedDependencies: [commit, { name: 'package-lock.json', digest: { sha256: EMPTY } }],
      },
      runDetails: { builder: { id: 'urn:test' } },
    },
  });
});

test('lists checksums in the format of sha256sum', () => {
  expect(checksums(folderWith('a.tgz'), ['a.tgz'])).toBe(`${EMPTY}  a.tgz\n`);
});

test('an SBOM has the same serial number and time for the same packages and commit', () => {
  const component = (name: string) => ({ name, version: '1.0.0', purl: `pkg:npm/${name}@1.0.0` });
  const sbom = (serialNumber: string, name: string) => ({
    serialNumber,
    metadata: { timestamp: new Date().toISOString(), component: component('parley-server') },
    components: [component(name)],
  });
  const first = fixedSbom(sbom('urn:uuid:1', 'zod'), source);
  expect(JSON.parse(first)).toMatchObject({
    serialNumber: expect.stringMatching(
      /^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/,
    ),
    metadata: { timestamp: '2025-12-01T00:00:00.000Z' },
    components: [{ name: 'zod' }],
  });
  expect(fixedSbom(sbom('urn:uuid:2', 'zod'), source)).toBe(first);
  expect(fixedSbom(sbom('urn:uuid:2', 'yaml'), source)).not.toBe(first);
});
