/**
 * `node scripts/run.js [--web=wanted|required] [node flags] <program> [arguments]`: what the npm scripts of this project go
 * through. `--web`: what browsers load is built first; `wanted` goes on where that fails.
 */
import { runInProject } from './bootstrap/bootstrap.js';

const words = process.argv.slice(2);
const at = words.findIndex((word) => !word.startsWith('--'));
if (at < 0) {
  console.error('usage: node scripts/run.js [--web=wanted|required] [node flags] <program> [arguments]');
  process.exitCode = 2;
} else {
  const flags = words.slice(0, at);
  const web = flags.find((word) => word.startsWith('--web='))?.slice('--web='.length) ?? 'none';
  const nodeFlags = flags.filter((word) => !word.startsWith('--web='));
  await runInProject({ program: words[at], args: words.slice(at + 1), nodeFlags, web });
}
