/**
 * Preloaded (`--import`) into a program, its threads and children. Strips the types of our TypeScript once and caches the
 * result in `.runtime/`. Node itself strips in every thread, which costs 20 MB in the first and 10 MB in each other one.
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
  // Skips Node's search for the file and for a package.json in every parent folder, a tenth of the loading time.
  resolve(specifier, context, next) {
    const url = isOurs(context.parentURL ?? '') ? urlOf(specifier, context.parentURL) : null;
    return url === null ? next(specifier, context) : { url, format: 'module', shortCircuit: true };
  },
  load(url, context, next) {
    // Node handles all other files, and refuses TypeScript in packages.
    if (!url.endsWith('.ts') || !isOurs(url)) return next(url, context);
    const name = fileURLToPath(url).slice(root.length);
    return { format: 'module', source: javaScriptOf(name), shortCircuit: true };
  },
});

/** The URL of one of our TypeScript files; null for anything else. */
function urlOf(specifier, parentUrl) {
  if (!specifier.endsWith('.ts')) return null;
  if (specifier.startsWith(contractPrefix))
    return `${rootUrl}contract/src/${specifier.slice(contractPrefix.length)}`;
  return specifier.startsWith('.') ? new URL(specifier, parentUrl).href : null;
}

/** @param {string} name path of the TypeScript file from the root */
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

/** Keeps lines and columns. */
function strip(text, name) {
  const { emitWarning } = process;
  // Node prints a warning that this function is experimental, but not for its own type stripping.
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

/** Without a writable cache, types are stripped every time. Renames the file, so that readers never see a partial one. */
function keep(place, text) {
  try {
    mkdirSync(dirname(place), { recursive: true });
    const unfinished = `${place}.${process.pid}`;
    writeFileSync(unfinished, text);
    renameSync(unfinished, place);
  } catch {
    // The folder is not writable.
  }
}
