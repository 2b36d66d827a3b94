import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from './run.ts';

interface Manifest {
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  overrides: Overrides;
}

interface Overrides {
  [name: string]: string | Overrides;
}

interface Lock {
  packages: Record<string, LockedPackage>;
}

interface LockedPackage {
  version: string;
  /** If it is installed under another name. */
  name?: string;
  dev?: boolean;
  devDependencies?: unknown;
}

export interface CycloneDx {
  serialNumber: string;
  metadata: { timestamp: string; component: Component };
  components: Component[];
}

interface Component {
  name: string;
  version: string;
  purl: string;
}

/** Packages that build the parts for browsers, and are not part of the result. */
const BUILD_TOOLS = ['@shikijs/transformers', '@tailwindcss/vite', 'tailwindcss', 'vite', 'vitepress'];

/** The lock of the packages that the server runs with, and the overrides that it was made with. */
export function serverProject(root: string): { overrides: Overrides; lock: Lock } {
  return withLock(root, { packages: {} }, ({ overrides, lock }) => ({ overrides, lock }));
}

/** A CycloneDX document of the packages that the server runs with and those built into the parts for browsers. */
export function cycloneDx(root: string): CycloneDx {
  const { optionalDependencies } = readManifest(root);
  const inBrowsers = Object.entries(optionalDependencies).filter(([name]) => !BUILD_TOOLS.includes(name));
  return withLock(root, { packages: Object.fromEntries(inBrowsers) }, ({ folder, lock }) => {
    const format = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
    const sbom = asCycloneDx(run(['npm', 'sbom', '--package-lock-only', ...format], { cwd: folder }));
    // npm gives the application the name of the folder, and a replaced package the name of the original.
    for (const component of [sbom.metadata.component, ...sbom.components])
      component.name = nameIn(component.purl);
    const listed = new Set(sbom.components.map(({ name, version }) => `${name}@${version}`));
    const missing = packagesOf(lock).filter((named) => !listed.has(named));
    if (missing.length > 0) throw new Error(`npm sbom leaves out ${missing.join(', ')}.`);
    return sbom;
  });
}

/** The name in a package URL such as `pkg:npm/%40ai-sdk/openai@4.0.118`. */
const nameIn = (purl: string): string =>
  decodeURIComponent(purl.slice('pkg:npm/'.length, purl.lastIndexOf('@')));

function packagesOf({ packages: { '': _own, ...packages } }: Lock): string[] {
  return Object.entries(packages).map(
    ([place, { name, version }]) => `${name ?? place.split('node_modules/').at(-1)}@${version}`,
  );
}

/**
 * Calls `use` with a folder of a project that depends on the server's dependencies and `packages`, and its lock with the
 * versions of the root's lock.
 */
function withLock<Result>(
  root: string,
  { packages }: { packages: Record<string, string> },
  use: (project: { folder: string; overrides: Overrides; lock: Lock }) => Result,
): Result {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-lock-'));
  const write = (file: string, content: unknown): void =>
    writeFileSync(path.join(folder, file), asJson(content));
  try {
    const { optionalDependencies, devDependencies, ...manifest } = readManifest(root);
    const dependencies = { ...manifest.dependencies, ...packages };
    const others = Object.entries(optionalDependencies).filter(([name]) => !(name in packages));
    const project = { ...manifest, name: 'parley-server', dependencies };
    // All packages of the lock, so that npm needs no other and only says which are for development.
    write('package.json', {
      ...project,
      devDependencies: { ...devDependencies, ...Object.fromEntries(others) },
    });
    writeFileSync(path.join(folder, 'package-lock.json'), readFileSync(path.join(root, 'package-lock.json')));
    const flags = ['--package-lock-only', '--ignore-scripts', '--offline', '--no-audit', '--no-fund'];
    run(['npm', 'install', ...flags], { cwd: folder });
    const lock = withoutDevelopment(asLock(readFileSync(path.join(folder, 'package-lock.json'), 'utf8')));
    const overrides = resolvable(manifest.overrides, dependencies);
    write('package.json', { ...project, overrides });
    write('package-lock.json', lock);
    return use({ folder, overrides, lock });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function withoutDevelopment(lock: Lock): Lock {
  const kept = Object.entries(lock.packages).filter(([, { dev }]) => dev !== true);
  const packages = Object.fromEntries(kept);
  delete packages['']?.devDependencies;
  return { ...lock, packages };
}

/** The overrides without those that refer to the version of a package that is not a dependency. */
function resolvable(overrides: Overrides, dependencies: Record<string, string>): Overrides {
  const kept = Object.entries(overrides).flatMap(([name, value]): [string, string | Overrides][] => {
    if (typeof value !== 'string') return [[name, resolvable(value, dependencies)]];
    return value.startsWith('$') && !(value.slice(1) in dependencies) ? [] : [[name, value]];
  });
  return Object.fromEntries(kept);
}

export const asJson = (content: unknown): string => `${JSON.stringify(content, null, 2)}\n`;

function readManifest(root: string): Manifest {
  return asManifest(readFileSync(path.join(root, 'package.json'), 'utf8'));
}

function asManifest(text: string): Manifest {
  return JSON.parse(text) as Manifest;
}

function asLock(text: string): Lock {
  return JSON.parse(text) as Lock;
}

function asCycloneDx(text: string): CycloneDx {
  return JSON.parse(text) as CycloneDx;
}
