import { join } from 'node:path';
import { withInstallLock } from './install-lock.js';
import { Refusal } from './refusal.js';
import { buildPart, isBuilt, isWritable, staleParts, titleOf } from './web-build.js';

/** A server does not wait for the documentation. */
const isForLater = (part) => part === 'docs';

/**
 * The parts to build before the program runs. An outdated part that cannot be rebuilt here is served unchanged; the
 * folder's owner has to build it.
 *
 * @param {string} root the project's folder
 * @returns {Promise<string[]>} names of parts
 */
export async function partsToBuild(root) {
  const writable = [];
  for (const part of await staleParts(root)) {
    if (await isWritable(root, part)) writable.push(part);
    else if (!isBuilt(root, part)) {
      const place = join(root, part);
      console.error(
        `parley: the ${titleOf(part)} is not built and ${place} is not writable. Run 'npm run build' as its owner.`,
      );
    }
  }
  return writable;
}

/**
 * Builds the parts whose sources changed, once for concurrent starts. A server starts without them, because calls and the
 * API do not need them.
 *
 * @param {{ root: string, node: string, isRequired: boolean }} project isRequired: builds the documentation too, and throws
 *   a Refusal if a build fails
 */
export async function ensureWebParts({ root, node, isRequired }) {
  try {
    await withInstallLock(join(root, '.runtime', 'install.lock'), async (hold) => {
      const parts = (await partsToBuild(root)).filter((part) => isRequired || !isForLater(part));
      const results = await Promise.allSettled(parts.map((part) => buildPart({ root, node, part, hold })));
      for (const { reason } of results) if (reason) throw reason;
    });
  } catch (error) {
    if (isRequired || !(error instanceof Refusal)) throw error;
    console.error(`parley: ${error.message}\nparley: starting without it; calls and the API work.`);
  }
}

/**
 * Builds the documentation at the lowest priority while the server starts and runs.
 *
 * @param {{ root: string, node: string, signal: AbortSignal }} project signal: ends an unfinished build
 */
export async function buildInBackground({ root, node, signal }) {
  try {
    const work = async (hold) => {
      const parts = (await partsToBuild(root)).filter(isForLater);
      for (const part of parts) await buildPart({ root, node, part, hold, background: signal });
    };
    await withInstallLock(join(root, '.runtime', 'install.lock'), work, signal);
  } catch (error) {
    if (signal.aborted) return;
    console.error(`parley: ${error.message}`);
  }
}
