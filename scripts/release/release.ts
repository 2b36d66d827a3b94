/**
 * `npm run release VERSION`: checks the repository, writes the version and the changelog, commits and tags them, builds
 * the parts for browsers, and packs all packages into `dist/VERSION`. `npm run release pack` only packs the current
 * commit. Publishes nothing.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import semver from 'semver';
import { releasedChangelog, releaseNotes } from './changelog.ts';
import { packRelease } from './pack.ts';
import { run } from './run.ts';
import { readVersions, writeVersions } from './versions.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { builder: { type: 'string', default: 'urn:parley:local-build' }, to: { type: 'string' } },
});
const [wanted] = positionals;

try {
  if (wanted === undefined) throw new Error('usage: npm run release <version> | npm run release pack');
  if (git('status', '--porcelain') !== '') throw new Error('The working tree has uncommitted changes.');
  if (wanted !== 'pack') {
    commitVersion(wanted);
    // The documentation contains the changelog, and each build contains a hash of package-lock.json.
    console.log('Building the console, the widget and the documentation of this version.');
    run([process.execPath, 'scripts/build.js'], { cwd: root });
  }
  pack();
} catch (error) {
  console.error(`release: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

function commitVersion(version: string): void {
  const current = ownVersion();
  if (semver.valid(version) !== version || !semver.gt(version, current))
    throw new Error(`${version} is not a semantic version after ${current}.`);
  if (git('tag', '--list', `v${version}`) !== '') throw new Error(`The tag v${version} exists.`);
  if (semver.diff(current, version) === 'patch') refuseMigrations(`v${current}`);
  const file = path.join(root, 'CHANGELOG.md');
  const day = new Date().toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const changelog = releasedChangelog(readFileSync(file, 'utf8'), version, day);
  console.log('Running the checks. Run npm test before a release, too.');
  run([process.execPath, 'scripts/verify.js'], { cwd: root });
  writeFileSync(file, changelog);
  writeVersions(root, version);
  git('commit', '--all', '--message', `release: Version ${version}.`);
  const notes = releaseNotes(changelog, version);
  git(
    'tag',
    '--annotate',
    `v${version}`,
    '--cleanup=verbatim',
    '--message',
    `Parley ${version}\n\n${notes}\n`,
  );
}

/** A patch version can be installed one process at a time, and removed again, because it has no migrations. */
function refuseMigrations(since: string): void {
  const added = git('diff', '--name-only', since, '--', 'server/src/db/migrations');
  if (added !== '') throw new Error(`A patch version cannot contain migrations: ${added}.`);
}

function pack(): void {
  const version = ownVersion();
  const others = Object.entries(readVersions(root)).filter(([, stated]) => stated !== version);
  if (others.length > 0) throw new Error(`Not version ${version}: ${others.join(', ')}.`);
  const [commit = '', time = ''] = git('log', '-1', '--format=%H %ct').split(' ');
  const folder = path.resolve(root, values.to ?? `dist/${version}`);
  const source = { version, commit, time: Number(time), uri: repositoryUri() };
  packRelease({ root, folder, source, builder: values.builder });
  console.log(readFileSync(path.join(folder, 'SHA256SUMS'), 'utf8'));
  console.log(`All files are in ${folder}.`);
}

function repositoryUri(): string {
  const remotes = git('remote').split('\n');
  const uri = remotes.includes('origin')
    ? git('remote', 'get-url', 'origin')
    : `file://${path.dirname(path.join(root, '.git'))}`;
  return `git+${uri.replace(/^git@([^:]+):/, 'https://$1/').replace(/\.git$/, '')}`;
}

function ownVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  return version;
}

function git(...args: string[]): string {
  return run(['git', ...args], { cwd: root }).trim();
}
