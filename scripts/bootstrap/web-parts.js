import { join } from 'node:path';
import { withInstallLock } from './install-lock.js';
import { Refusal } from './refusal.js';
import { buildPart, isBuilt, isWritable, staleParts, titleOf } from './web-build.js';

/** A server does not wait for the documentation. */
export const isForLater = (part) => part === 'docs';

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
 * Builds parts whose sources changed, once for concurrent starts. A server starts without them, because calls and the API
 * do not need them.
 *
 * @param {{ root: string, node: string, stale: string[], isRequired: boolean }} project stale: result of `partsToBuild`;
 *   isRequired: builds the documentation too, and throws a Refusal if a build fails
 */
export async function ensureWebParts({ root, node, stale, isRequired }) {
  const isWanted = (part) => isRequired || !isForLater(part);
  if (!stale.some(isWanted)) return;
  try {
    await withInstallLock(join(root, '.runtime', 'install.lock'), async (hold) => {
      const parts = (await partsToBuild(root)).filter(isWanted);
      const results = await Promise.allSettled(
        parts.map((part) =>
          isForLater(part) ? buildDocumentation({ root, node }) : buildPart({ root, node, part, hold }),
        ),
      );
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
    await buildDocumentation({ root, node, signal });
  } catch (error) {
    if (signal.aborted) return;
    console.error(`parley: ${error.message}`);
  }
}

/** Has its own lock, so that no start waits for a build in the background. */
function buildDocumentation({ root, node, signal }) {
  const work = async (hold) => {
    const parts = (await partsToBuild(root)).filter(isForLater);
    for (const part of parts) await buildPart({ root, node, part, hold, background: signal });
  };
  return withInstallLock(join(root, '.runtime', 'docs.lock'), work, signal);
}
