import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';

/** Folders whose TypeScript the server package contains as JavaScript. */
const SOURCES = ['contract/src', 'sdk/cli/src', 'sdk/typescript/src', 'server/bin', 'server/src'];
const COPIED = ['scripts/bootstrap', 'scripts/parley-server.js', 'LICENSE', 'NOTICE'];
const LEFT_OUT = /\.(?:test|d)\.ts$|(?:^|\/)(?:testing|fixtures)\//;

interface RootManifest {
  version: string;
  description: string;
  license: string;
  engines: Record<string, string>;
  imports: Record<string, string>;
  dependencies: Record<string, string>;
  repository?: unknown;
}

/**
 * Writes the files of the npm package `parley-server` into an empty folder. Its folder `app` has the server and its
 * command line as plain JavaScript at the same paths, everything that `npm run build` has built, and the documentation.
 * @returns the path of `app`, into which the first start installs the packages of its `package-lock.json`
 */
export function stageServer(root: string, target: string): string {
  const folder = path.join(target, 'app');
  for (const source of SOURCES) stageSource({ root, folder, source });
  for (const name of COPIED) copy({ root, folder, name });
  for (const part of builtParts(root)) copy({ root, folder, name: `${part}/dist` });
  for (const name of documentsOf(root)) copy({ root, folder, name });
  chmodSync(path.join(folder, 'scripts/parley-server.js'), 0o755);
  for (const name of ['LICENSE', 'NOTICE', 'README.md']) copy({ root, folder: target, name });
  const manifest: RootManifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  writeManifest(target, packageManifest(manifest));
  writeManifest(folder, appManifest(manifest));
  return folder;
}

function writeManifest(folder: string, manifest: object): void {
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Folders with a complete build, such as `console`. */
function builtParts(root: string): string[] {
  const built = readdirSync(root).filter((part) => existsSync(path.join(root, part, 'dist/.stamp')));
  const missing = ['console', 'widget'].filter((part) => !built.includes(part));
  if (missing.length > 0) throw new Error(`Not built: ${missing.join(', ')}. Run npm run build.`);
  return built;
}

/** Markdown that the server serves as documentation. */
function documentsOf(root: string): string[] {
  const folders = ['bench', 'examples', ...readdirSync(path.join(root, 'sdk')).map((name) => `sdk/${name}`)];
  const readmes = folders.map((folder) => `${folder}/README.md`);
  const markdown = [...readdirSync(root), ...listFiles(root, 'docs')].filter((name) => name.endsWith('.md'));
  return [...markdown, ...readmes.filter((name) => existsSync(path.join(root, name)))];
}

/** The manifest for npm, which installs no dependencies. */
function packageManifest({ version, description, license, repository }: RootManifest): object {
  return {
    name: 'parley-server',
    version,
    description,
    license,
    repository,
    type: 'module',
    // For the program that adds a newer Node.
    engines: { node: '>=18' },
    bin: { 'parley-server': 'app/scripts/parley-server.js' },
  };
}

function appManifest({ version, license, engines, imports, dependencies }: RootManifest): object {
  return {
    name: 'parley-server',
    version,
    license,
    private: true,
    type: 'module',
    engines,
    imports,
    dependencies,
  };
}

function stageSource({ root, folder, source }: { root: string; folder: string; source: string }): void {
  for (const name of listFiles(root, source)) {
    if (LEFT_OUT.test(name)) continue;
    if (!name.endsWith('.ts')) {
      copy({ root, folder, name });
      continue;
    }
    const target = path.join(folder, javaScriptName(name));
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, javaScriptOf(root, name));
  }
}

const javaScriptName = (name: string): string => name.replace(/\.ts$/, '.js');

/** A relative path, or a path in the contract, as a string of the code. */
const ownPath = /(['"])(\.{1,2}\/|#contract\/)([\w./-]+)\.ts\1/g;

/** The file without types, with the same lines, and with the new names of the files that it names. */
function javaScriptOf(root: string, name: string): string {
  const text = stripTypeScriptTypes(readFileSync(path.join(root, name), 'utf8'));
  return text.replaceAll(ownPath, (_all, ...groups: string[]) => {
    const [quote = '', start = '', rest = ''] = groups;
    const folder = start === '#contract/' ? 'contract/src' : path.join(path.dirname(name), start);
    const named = path.join(folder, `${rest}.ts`);
    if (!existsSync(path.join(root, named)) || LEFT_OUT.test(named))
      throw new Error(`${name} names ${named}, which the package does not contain.`);
    return `${quote}${start}${rest}.js${quote}`;
  });
}

function copy({ root, folder, name }: { root: string; folder: string; name: string }): void {
  const filter = (file: string): boolean => !/\.test\.ts$/.test(file);
  cpSync(path.join(root, name), path.join(folder, name), { recursive: true, filter });
}

/** Paths of all files below a folder, from the root, sorted. */
function listFiles(root: string, folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort();
}
