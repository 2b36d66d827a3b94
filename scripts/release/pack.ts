import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { releaseNotes } from './changelog.ts';
import { asJson, cycloneDx, serverProject } from './locked-project.ts';
import { run } from './run.ts';
import { stageServer } from './stage-server.ts';
import { checksums, fixedSbom, provenance, type Source } from './statements.ts';
import { publishedPackages } from './versions.ts';

interface Release {
  root: string;
  /** An empty folder for the result. */
  folder: string;
  source: Source;
  /** URI of the builder, for the provenance. */
  builder: string;
}

const PYTHONS = ['python3', '/usr/bin/python3'];
/** Newer versions of setuptools contain what older ones take from the package `wheel`. */
const CAN_BUILD = `
try: import setuptools.command.bdist_wheel
except ImportError: import setuptools, wheel.bdist_wheel
print(setuptools.__version__)`;

/**
 * Writes all files of a release into a folder: packages, release notes, SBOM, provenance and checksums. The console must
 * be built. The same commit gives the same bytes with the same programs, whose versions the provenance names.
 */
export function packRelease({ root, folder, source, builder }: Release): void {
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0) throw new Error(`${folder} is not empty.`);
  packServer(root, folder);
  for (const name of publishedPackages(root)) npmPack(path.join(root, name), folder);
  packPython({ root, folder, time: source.time });
  writeFileSync(path.join(folder, `parley-${source.version}.cdx.json`), fixedSbom(cycloneDx(root), source));
  const changelog = readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8');
  const notes = `# Parley ${source.version}\n\n${releaseNotes(changelog, source.version)}\n`;
  writeFileSync(path.join(folder, 'release-notes.md'), notes);
  const files = readdirSync(folder).sort();
  const statement = provenance({ root, folder, files }, source, { id: builder, programs: programs(root) });
  writeFileSync(path.join(folder, 'provenance.json'), statement);
  writeFileSync(path.join(folder, 'SHA256SUMS'), checksums(folder, [...files, 'provenance.json'].sort()));
}

/** Packs `parley-server` into a folder. */
function packServer(root: string, folder: string): void {
  inTemporaryFolder((staged) => {
    const app = stageServer(root, staged);
    const { overrides, lock } = serverProject(root);
    const manifest: object = JSON.parse(readFileSync(path.join(app, 'package.json'), 'utf8'));
    writeFileSync(path.join(app, 'package.json'), asJson({ ...manifest, overrides }));
    writeFileSync(path.join(app, 'package-lock.json'), asJson(lock));
    npmPack(staged, folder);
  });
}

function npmPack(cwd: string, folder: string): void {
  run(['npm', 'pack', '--pack-destination', folder], { cwd });
}

/** Works on a copy, because setuptools writes files between the sources. */
function packPython({ root, folder, time }: { root: string; folder: string; time: number }): void {
  const sources = path.join(root, 'sdk/python');
  if (!existsSync(path.join(sources, 'pyproject.toml'))) return;
  const script = path.join(import.meta.dirname, 'python-packages.py');
  const { python } = findPython(root);
  inTemporaryFolder((copied) => {
    run(['git', 'checkout-index', '--all', `--prefix=${copied}/`], { cwd: root });
    const environment = { SOURCE_DATE_EPOCH: String(time), PYTHONDONTWRITEBYTECODE: '1' };
    run([python, script, folder], { cwd: path.join(copied, 'sdk/python'), environment });
  });
}

/** A Python that can build wheels without a download. */
function findPython(cwd: string): { python: string; setuptools: string } {
  for (const python of PYTHONS) {
    try {
      return { python, setuptools: run([python, '-c', CAN_BUILD], { cwd }).trim() };
    } catch {
      // The next one may have the packages.
    }
  }
  throw new Error('Python cannot build packages. Run: pip install setuptools wheel');
}

function programs(root: string): Record<string, string> {
  const { python, setuptools } = findPython(root);
  return {
    node: process.versions.node,
    npm: run(['npm', '--version'], { cwd: root }).trim(),
    python: run([python, '--version'], { cwd: root }).replace('Python ', '').trim(),
    setuptools,
  };
}

function inTemporaryFolder(use: (folder: string) => void): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-release-'));
  try {
    use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
