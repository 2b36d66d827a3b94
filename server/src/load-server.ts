import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import type { startServer } from './compose.ts';
import type { prepareInstallation } from './demo/prepare-installation.ts';

/** In import order; each takes some tens of milliseconds to load. */
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
 * Loads the server's modules in parts: loading blocks the event loop, which the embedded database needs to start
 * concurrently.
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
