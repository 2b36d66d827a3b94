import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import type { startServer } from './compose.ts';
import type { prepareInstallation } from './demo/prepare-installation.ts';

/** In the order of their imports, each some tens of milliseconds. */
const PARTS: readonly (() => Promise<unknown>)[] = [
  () => import('undici'),
  () => import('libphonenumber-js/max'),
  () => import('fastify'),
  () => import('graphile-worker'),
  () => import('./compose/providers.ts'),
  () => import('./app.ts'),
  () => import('./compose/jobs.ts'),
  () => import('./compose/voice.ts'),
];

/**
 * Loads the server's modules in parts, because loading blocks the event loop and the embedded database, which
 * needs it, starts concurrently.
 */
export async function loadServer(): Promise<{
  startServer: typeof startServer;
  prepareInstallation: typeof prepareInstallation;
}> {
  for (const load of PARTS) {
    await turnOfEventLoop();
    await load();
  }
  const [composed, prepared] = await Promise.all([
    import('./compose.ts'),
    import('./demo/prepare-installation.ts'),
  ]);
  return { startServer: composed.startServer, prepareInstallation: prepared.prepareInstallation };
}
