/**
 * Loaded before a program (`--import`), before its threads and children too: takes the types away from our TypeScript once and keeps
 * what is left below `.runtime/`. By itself Node does it in each thread anew, which costs 20 MB in the first and 10 in others.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, '.runtime', 'stripped');

registerHooks({
  load(url, context, next) {
    const name = url.startsWith('file:') && url.endsWith('.ts') ? relative(root, fileURLToPath(url)) : '..';
    // What is not ours is up to Node, which refuses TypeScript in packages.
    if (name.startsWith('..') || name.split(sep).includes('node_modules')) return next(url, context);
    return { format: 'module', source: javaScriptOf(name), shortCircuit: true };
  },
});

/** @param {string} name path of the TypeScript from the root */
export function javaScriptOf(name) {
  const text = readFileSync(join(root, name), 'utf8');
  const place = join(folder, `${name}.js`);
  const seal = `\n//${createHash('sha256').update(`${process.versions.node}\n${text}`).digest('base64')}\n`;
  const kept = readIfThere(place);
  if (kept?.endsWith(seal)) return kept;
  const made = strip(text, name) + seal;
  keep(place, made);
  return made;
}

/** Lines and columns stay where they are. */
function strip(text, name) {
  const { emitWarning } = process;
  // Node calls this function experimental, aloud, but not the same work done by itself.
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(text);
  } catch (error) {
    throw new SyntaxError(`${name}: ${error.message}`, { cause: error });
  } finally {
    process.emitWarning = emitWarning;
  }
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** Where nothing can be kept, it is made again each time. Whoever reads meanwhile sees all of it or nothing. */
function keep(place, text) {
  try {
    mkdirSync(dirname(place), { recursive: true });
    const unfinished = `${place}.${process.pid}`;
    writeFileSync(unfinished, text);
    renameSync(unfinished, place);
  } catch {
    // A folder that is not ours to write.
  }
}
