import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Constants of the SDKs, which `npm run sdk` generates. */
const GENERATED = ['sdk/typescript/src/generated/version.ts', 'sdk/python/src/parley/_generated/version.py'];
const CONSTANT = /(?<=\bVERSION = (['"])).*(?=\1)/;

interface Versioned {
  version?: string;
  packages?: Record<string, { version?: string }>;
}

/** The version that each file of the repository states. The root's package.json is the source of the others. */
export function readVersions(root: string): Record<string, string | undefined> {
  const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
  const stated = manifests(root).map((file) => [file, asVersioned(read(file)).version]);
  const generated = GENERATED.map((file) => [file, CONSTANT.exec(read(file))?.[0]]);
  return Object.fromEntries([...stated, ...generated]);
}

/** Writes the version into every file that states it. */
export function writeVersions(root: string, version: string): void {
  const change = (file: string, changed: (text: string) => string): void => {
    const name = path.join(root, file);
    writeFileSync(name, changed(readFileSync(name, 'utf8')));
  };
  for (const file of manifests(root)) change(file, (text) => withVersion(asVersioned(text), version));
  for (const file of GENERATED) change(file, (text) => text.replace(CONSTANT, version));
}

function manifests(root: string): string[] {
  return [
    'package.json',
    'package-lock.json',
    ...publishedPackages(root).map((name) => `${name}/package.json`),
  ];
}

/** Folders of the npm packages below `sdk`, except private ones. */
export function publishedPackages(root: string): string[] {
  return readdirSync(path.join(root, 'sdk'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `sdk/${entry.name}`)
    .filter((folder) => isPublished(path.join(root, folder, 'package.json')))
    .sort();
}

function isPublished(file: string): boolean {
  try {
    const { private: isPrivate }: { private?: boolean } = JSON.parse(readFileSync(file, 'utf8'));
    return isPrivate !== true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}

function withVersion(manifest: Versioned, version: string): string {
  manifest.version = version;
  const locked = manifest.packages?.[''];
  if (locked !== undefined) locked.version = version;
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function asVersioned(text: string): Versioned {
  return JSON.parse(text) as Versioned;
}
