import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityViolations, keepScreenshot, type TestBrowser } from '../kit/browser.ts';
import { choose, openConsole } from '../kit/console-page.ts';
import { screenProblems } from '../kit/console-screens.ts';
import { type ModelInstallation, startModelInstallation } from '../kit/model-installation.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import type { Client } from '../kit/test-server.ts';

let installation: ModelInstallation;
let browser: TestBrowser;
let account: Client;

beforeAll(async () => {
  installation = await startModelInstallation({
    environment: {
      DEEPGRAM_API_KEY: 'd',
      PARLEY_MODEL_PRICES: 'local/main=10:0',
      PARLEY_SPEECH_PRICES: 'transcriber/deepgram=0.5',
      PARLEY_PRICES: 'call_minute=0',
      GEMINI_API_KEY: 'g',
      PARLEY_GOOGLE_REALTIME_MODELS: 'gemini-x',
    },
  });
  browser = await sharedBrowser();
  account = await installation.server.account();
});
afterAll(async () => {
  await installation.stop();
});

/** Inserts a call in which the assistant answered twice with the model `local/main`. */
async function answeredTwice(assistantId: number): Promise<void> {
  const data = {
    endpointMs: 500,
    transcriptMs: 80,
    modelMs: 410,
    speechMs: 60,
    totalMs: 1050,
    mode: 'pipeline',
    endpointType: 'vad',
    endpointSilenceMs: 500,
    model: 'local/main',
    transcriber: 'deepgram',
    synthesizer: 'flite',
  };
  await installation.server.database.query(
    `with called as (
       insert into calls (user_id, assistant_id, type, status, ringing_time_ms, variables, answered_at, ended_at, recorded_at)
       values ($1, $2, 'outbound', 'completed', 30000, '{}', now(), now(), now()) returning id)
     insert into call_events (user_id, call_id, type, at_ms, data)
     select $1, id, 'turn-answered', at_ms, $3 from called, unnest(array[1000, 2000]) as at_ms`,
    [account.userId, assistantId, JSON.stringify(data)],
  );
}

const ROOMY = { viewport: { width: 1440, height: 1200 }, reducedMotion: 'reduce' as const };

const open = (id: number, options = {}) =>
  openConsole(browser, {
    server: installation.server,
    account,
    path: `/assistants/${id}`,
    options: { ...ROOMY, ...options },
  });

const latency = (page: Page) => page.getByRole('region', { name: 'Estimated response time' });
const costs = (page: Page) => page.getByRole('region', { name: 'Estimated costs' });

/** Lines of a list of figures, as text. */
const lines = async (of: ReturnType<typeof latency>): Promise<string[]> =>
  (await of.locator('dl > div').allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));

const TYPICAL = 'typical, not measured';

test('the estimate and its sources change with the model and the mode', async () => {
  const { id } = await installation.assistant(account, {
    name: 'Front desk',
    system_prompt: 'x'.repeat(4000),
  });
  await answeredTwice(id);
  const { page, errors } = await open(id);
  await latency(page).getByText('about 1.1 s').waitFor();
  expect(await lines(latency(page))).toEqual([
    'End of turn your pause setting 500 ms',
    'Speech-to-text measured, last 2 answers 80 ms',
    'Model measured, last 2 answers 410 ms',
    'Text-to-speech measured, last 2 answers 60 ms',
  ]);
  await latency(page).getByText('90% of the measured answers came within').waitFor();
  expect((await lines(costs(page))).slice(-3)).toEqual([
    'Model local/main $0.063',
    'Speech-to-text deepgram $0.50',
    'Text-to-speech flite free',
  ]);
  await costs(page)
    .getByText(/about .*0\.56 a minute/)
    .waitFor();
  await keepScreenshot(page, 'estimate-measured');

  await choose(page, 'Language model', 'spare');
  await latency(page).getByText(TYPICAL).waitFor();
  expect((await lines(latency(page)))[2]).toBe(`Model ${TYPICAL} 600 ms`);
  expect((await lines(latency(page)))[1]).toContain('measured, last 2 answers 80 ms');
  expect((await lines(costs(page))).at(-3)).toBe('Model local/spare unknown');
  await costs(page).getByText('partly unknown').waitFor();
  expect(await latency(page).getByText('Nine of ten measured answers').count()).toBe(0);

  await page.getByRole('tab', { name: 'Voice & turns' }).click();
  await page.getByRole('radio', { name: /^Multimodal/ }).check();
  await expect
    .poll(() => lines(latency(page)))
    .toEqual(['End of turn your pause setting 500 ms', `Realtime model ${TYPICAL} 150 ms`]);
  expect((await lines(costs(page))).at(-1)).toBe('Model offline/realtime free');
  await costs(page).getByRole('heading', { name: 'Vendor costs free' }).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await keepScreenshot(page, 'estimate-typical');
  expect(errors).toEqual([]);
});

test('shows no amount for free and unknown costs', async () => {
  const { id } = await installation.assistant(account, { name: 'Cheap desk' });
  const { page } = await open(id);
  await page.getByRole('tab', { name: 'Voice & turns' }).click();
  await page.getByRole('radio', { name: /^Multimodal/ }).check();
  await page.getByRole('tab', { name: 'Prompt' }).click();
  await choose(page, 'Realtime model', 'gemini-x');
  await costs(page).getByRole('heading', { name: 'Vendor costs unknown' }).waitFor();
  await costs(page).getByText('No vendor prices are set.').waitFor();
  await costs(page).getByText('Your account pays nothing for calls').click();
  expect((await lines(costs(page)))[0]).toBe('Call minute free');
  expect(await costs(page).innerText()).not.toMatch(/0\.00 a minute/);
  await keepScreenshot(page, 'estimate-unknown');
});

test('estimates an assistant without calls from other measurements', async () => {
  const { id: other } = await installation.assistant(account, { name: 'Old desk' });
  await answeredTwice(other);
  const { id } = await installation.assistant(account, { name: 'New desk' });
  const { page } = await open(id);
  await latency(page).getByText('answers of other assistants').first().waitFor();
  await latency(page).getByText('about 1.1 s').waitFor();
});

test('the estimate is accessible in both themes and fits a phone', async () => {
  const { id } = await installation.assistant(account, { name: 'Front desk' });
  const show = async (page: Page): Promise<void> => {
    // Both viewports are too low, so the estimate is collapsed.
    await page.getByText('Estimate', { exact: true }).click();
    await costs(page).getByText('Vendor costs').waitFor();
    await costs(page).getByText('Vendor costs').scrollIntoViewIfNeeded();
  };
  const screens = [{ name: 'estimate', path: `/assistants/${id}`, show }];
  expect(await screenProblems(browser, { server: installation.server, account }, screens)).toEqual([]);
});
