/** `node scripts/run.js [node flags] <program> [arguments]`: what every npm script of this project goes through. */
import { runInProject } from './bootstrap/bootstrap.js';

const words = process.argv.slice(2);
const at = words.findIndex((word) => !word.startsWith('--'));
if (at < 0) {
  console.error('usage: node scripts/run.js [node flags] <program> [arguments]');
  process.exitCode = 2;
} else {
  await runInProject({ program: words[at], args: words.slice(at + 1), nodeFlags: words.slice(0, at) });
}
