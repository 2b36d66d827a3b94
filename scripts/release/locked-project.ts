import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from './run.ts';

interface Manifest {
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

interface Lock {
  packages: Record<string, { dev?: boolean; devDependencies?: unknown; name?: string }>;
}

/** Packages that build the parts for browsers, and are not part of the result. */
const BUILD_TOOLS = ['@shikijs/transformers', '@tailwindcss/vite', 'tailwindcss', 'vite', 'vitepress'];

/**
 * The lock of the package `parley-server` as JSON. npm installs its versions, with the replacements of the root's
 * `overrides`, which npm ignores in the manifests of dependencies.
 */
export function serverShrinkwrap(root: string): string {
  return withLock(root, { packages: {} }, (folder) => {
    const lock = asLock(readFileSync(path.join(folder, 'package-lock.json'), 'utf8'));
    const { '': own, ...others } = lock.packages;
    delete own?.devDependencies;
    const packages = Object.fromEntries(Object.entries(others).filter(([, { dev }]) => dev !== true));
    return `${JSON.stringify({ ...lock, packages: { '': own, ...packages } }, null, 2)}\n`;
  });
}

/** A CycloneDX document of the packages that the server runs with and those built into the parts for browsers. */
export function cycloneDx(root: string): unknown {
  const { optionalDependencies } = readManifest(root);
  const inBrowsers = Object.entries(optionalDependencies).filter(([name]) => !BUILD_TOOLS.includes(name));
  const format = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
  return withLock(root, { packages: Object.fromEntries(inBrowsers) }, (folder) =>
    JSON.parse(run(['npm', 'sbom', '--package-lock-only', '--omit=dev', ...format], { cwd: folder })),
  );
}

/**
 * Calls `use` with a folder of a project that depends on the server's dependencies and `packages`, with the versions of
 * the lock. The other packages stay as development packages, because `overrides` refer to them.
 */
function withLock<Result>(
  root: string,
  { packages }: { packages: Record<string, string> },
  use: (folder: string) => Result,
): Result {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-lock-'));
  try {
    const { optionalDependencies, dependencies, devDependencies, ...manifest } = readManifest(root);
    const others = Object.entries(optionalDependencies).filter(([name]) => !(name in packages));
    const project = {
      ...manifest,
      name: 'parley-server',
      dependencies: { ...dependencies, ...packages },
      devDependencies: { ...devDependencies, ...Object.fromEntries(others) },
    };
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify(project));
    writeFileSync(path.join(folder, 'package-lock.json'), readFileSync(path.join(root, 'package-lock.json')));
    run(
      ['npm', 'install', '--package-lock-only', '--ignore-scripts', '--offline', '--no-audit', '--no-fund'],
      {
        cwd: folder,
      },
    );
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readManifest(root: string): Manifest {
  return asManifest(readFileSync(path.join(root, 'package.json'), 'utf8'));
}

function asManifest(text: string): Manifest {
  return JSON.parse(text) as Manifest;
}

function asLock(text: string): Lock {
  return JSON.parse(text) as Lock;
}
