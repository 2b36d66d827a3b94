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
  const browser = await startBrowser(FLAGS);
  // Vitest kills its workers. A process that exits takes along what Playwright has started and its folders.
  process.once('SIGTERM', () => process.exit());
  return { value: browser, end: browser.close };
});
