import { startBrowser, type TestBrowser } from './browser.ts';
import { sharedInFolder } from './left-running.ts';

const FLAGS = [
  // Calls are heard without a press on the page.
  '--autoplay-policy=no-user-gesture-required',
  // A name on the network, whose pages have no https.
  '--host-resolver-rules=MAP parley.lan 127.0.0.1',
];

/** One Chromium for all files of a folder that a worker runs one after the other. Nobody closes it. */
export const sharedBrowser: () => Promise<TestBrowser> = sharedInFolder(async () => {
  let browser = await startBrowser(FLAGS);
  // Vitest kills its workers. A process that exits takes along what Playwright has started and its folders.
  process.once('SIGTERM', () => process.exit());
  const shared: TestBrowser = {
    isOpen: () => true,
    open: async (options) => {
      // One that crashed would fail every later file of the worker.
      if (!browser.isOpen()) browser = await startBrowser(FLAGS);
      return browser.open(options);
    },
    close: () => browser.close(),
  };
  return { value: shared, end: shared.close };
});
