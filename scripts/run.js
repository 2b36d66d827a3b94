/**
 * `node scripts/run.js [--web=wanted|required] [--tools] [node flags] <program> [arguments]`: runs every npm script of this
 * project. `--web`: builds the console and the widget first; `wanted` ignores a failed build. `--tools`: also installs
 * devDependencies.
 */
import { runInProject } from './bootstrap/bootstrap.js';

const words = process.argv.slice(2);
const at = words.findIndex((word) => !word.startsWith('--'));
if (at < 0) {
  console.error(
    'usage: node scripts/run.js [--web=wanted|required] [--tools] [node flags] <program> [arguments]',
  );
  process.exitCode = 2;
} else {
  const flags = words.slice(0, at);
  const web = flags.find((word) => word.startsWith('--web='))?.slice('--web='.length) ?? 'none';
  const needsTools = flags.includes('--tools');
  const nodeFlags = flags.filter((word) => !word.startsWith('--web=') && word !== '--tools');
  await runInProject({ program: words[at], args: words.slice(at + 1), nodeFlags, web, needsTools });
}
