/**
 * Loaded before a program (`--import`), before its threads and children too: takes the types away from our TypeScript once and keeps
 * what is left below `.runtime/`. By itself Node does it in each thread anew, which costs 20 MB in the first and 10 in others.
 */
import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const rootUrl = new URL('../..', import.meta.url).href;
const root = fileURLToPath(rootUrl);
const folder = join(root, '.runtime', 'stripped');
const contractPrefix = '#contract/';

const isOurs = (url) => url.startsWith(rootUrl) && !url.includes('/node_modules/');

registerHooks({
  // Node would look for each file and for a package.json in every folder above it: a tenth of what loading costs.
  resolve(specifier, context, next) {
    const url = isOurs(context.parentURL ?? '') ? urlOf(specifier, context.parentURL) : null;
    return url === null ? next(specifier, context) : { url, format: 'module', shortCircuit: true };
  },
  load(url, context, next) {
    // What is not ours is up to Node, which refuses TypeScript in packages.
    if (!url.endsWith('.ts') || !isOurs(url)) return next(url, context);
    const name = fileURLToPath(url).slice(root.length);
    return { format: 'module', source: javaScriptOf(name), shortCircuit: true };
  },
});

/** The address of our TypeScript; null for anything else. */
function urlOf(specifier, parentUrl) {
  if (!specifier.endsWith('.ts')) return null;
  if (specifier.startsWith(contractPrefix))
    return `${rootUrl}contract/src/${specifier.slice(contractPrefix.length)}`;
  return specifier.startsWith('.') ? new URL(specifier, parentUrl).href : null;
}

/** @param {string} name path of the TypeScript from the root */
export function javaScriptOf(name) {
  const text = readFileSync(join(root, name), 'utf8');
  const place = join(folder, `${name}.js`);
  const seal = `\n//${hash('sha256', `${process.versions.node}\n${text}`, 'base64')}\n`;
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
