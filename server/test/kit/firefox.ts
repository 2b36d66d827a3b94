import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { firefox } from 'playwright-core';
import { hasPackages, requirePackages } from '../../../scripts/testing/needs.ts';
import { asTestBrowser, type TestBrowser } from './browser.ts';

const FIREFOX = '/usr/lib/firefox-esr/firefox-esr';
export const IS_FIREFOX_INSTALLED = hasPackages('firefox-esr');

/** A host name for this machine that browsers do not treat as a secure context. */
export const INNER_NAME = 'parley.test';

const PREFERENCES = {
  'network.dns.localDomains': INNER_NAME,
  // These settings disable requests and prompts of a new Firefox profile.
  'app.normandy.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  // These settings provide a microphone with an endless tone, without a permission prompt.
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
};

const PROGRAM = fileURLToPath(new URL('./firefox.process.ts', import.meta.url));

/** Debian's headless Firefox, driven over WebDriver BiDi. */
export async function startFirefox(): Promise<TestBrowser> {
  requirePackages('firefox-esr');
  // Playwright starts a single file without arguments, but Node needs arguments.
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-firefox-'));
  const executablePath = path.join(folder, 'firefox');
  const words = [process.execPath, PROGRAM, FIREFOX].map((word) => `'${word}'`).join(' ');
  writeFileSync(executablePath, `#!/bin/sh\nexec ${words} "$@"\n`, { mode: 0o755 });
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const browser = await firefox.launch({
      channel: 'moz-firefox',
      executablePath,
      headless: true,
      firefoxUserPrefs: PREFERENCES,
      // Signals are handled by the test runner.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    const tests = asTestBrowser(browser);
    return { ...tests, close: () => tests.close().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}
