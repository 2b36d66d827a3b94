import { startBrowser, type TestBrowser } from './browser.ts';
import { sharedInFolder } from './left-running.ts';

const FLAGS = [
  // Calls are audible without a click on the page.
  '--autoplay-policy=no-user-gesture-required',
  // A host name whose pages are not a secure context.
  '--host-resolver-rules=MAP parley.lan 127.0.0.1',
];

/** One Chromium shared by the files of a folder within a worker. No test closes it. */
export const sharedBrowser: () => Promise<TestBrowser> = sharedInFolder(async () => {
  let browser = await startBrowser(FLAGS);
  // Vitest kills its workers. On exit Playwright ends its processes and removes their folders.
  process.once('SIGTERM', () => process.exit());
  const shared: TestBrowser = {
    isOpen: () => true,
    open: async (options) => {
      // If the browser crashed, a new one is started, because later files of the worker would fail.
      if (!browser.isOpen()) browser = await startBrowser(FLAGS);
      return browser.open(options);
    },
    close: () => browser.close(),
  };
  return { value: shared, end: shared.close };
});
