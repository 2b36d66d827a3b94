import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

// `npm run bench [name…]`: each benchmark is a folder with a bench.ts and runs in a separate process.
const folder = import.meta.dirname;
const known = readdirSync(folder).filter((name) => existsSync(path.join(folder, name, 'bench.ts')));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !known.includes(name));

if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown.join(', ')}. Available: ${known.join(', ')}.`);
  process.exitCode = 1;
} else {
  const failed = (wanted.length > 0 ? wanted : known).filter((name) => {
    console.log(`\n## ${name}\n`);
    const file = path.join(folder, name, 'bench.ts');
    return spawnSync(process.execPath, [file], { stdio: 'inherit' }).status !== 0;
  });
  if (failed.length > 0) {
    console.error(`\nFailed: ${failed.join(', ')}.`);
    process.exitCode = 1;
  }
}
