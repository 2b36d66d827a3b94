import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityViolations, keepScreenshot, startBrowser, type TestBrowser } from '../kit/browser.ts';
import { endedCall } from '../kit/calls.ts';
import { IS_CHROMIUM_INSTALLED } from '../kit/chromium.ts';
import { speakingMicrophone } from '../kit/speaking-microphone.ts';
import type { Client } from '../kit/test-server.ts';
import { widgetOn } from '../kit/widget-page.ts';
import { startWidgetInstallation, type WidgetInstallation } from '../kit/widget-site.ts';

describe.skipIf(!IS_CHROMIUM_INSTALLED)('calls in the widget', () => {
  let installation: WidgetInstallation;
  let account: Client;
  let browser: TestBrowser;
  let microphone: Awaited<ReturnType<typeof speakingMicrophone>>;

  beforeAll(async () => {
    installation = await startWidgetInstallation();
    account = await installation.server.account();
    microphone = await speakingMicrophone('Hello?', { silenceS: 10 });
    browser = await startBrowser(microphone.flags);
  });
  afterAll(async () => {
    await browser.close();
    await installation.stop();
    rmSync(microphone.folder, { recursive: true, force: true });
  });

  async function visit(settings: object) {
    const assistant = await installation.assistant(account, {
      name: 'Harbour Books',
      initial_message: 'Harbour Books, good evening.',
      widget_settings: settings,
    });
    const files: string[] = [];
    const opened = await browser.open();
    opened.page.on('request', (request) => files.push(new URL(request.url()).pathname));
    await opened.page.goto(installation.site.publish({ assistants: [assistant.uuid] }));
    const chat = widgetOn(opened.page);
    await chat.open();
    return { ...opened, assistant, chat, files };
  }

  test('begin with a click on a page with a strict policy, load their code then, and end with a click', async () => {
    const { page, chat, files, assistant, errors } = await visit({ calls_enabled: true });
    expect(files).not.toContain('/widget-call.js');
    await page.evaluate(`{
      window.heard = [];
      ParleyChat.on('call', ({ state }) => heard.push(state));
    }`);
    await chat.button('Call').click();
    const bar = chat.panel.locator('.call');
    await bar.getByText('Call in progress').waitFor();
    await bar.getByText('Harbour Books, good evening.').waitFor();
    expect(files).toContain('/widget-call.js');
    expect(await accessibilityViolations(page)).toEqual([]);
    await keepScreenshot(page, 'widget-call');
    const mute = bar.getByRole('button', { name: 'Mute' });
    await mute.click();
    expect(await mute.getAttribute('aria-pressed')).toBe('true');
    await bar.getByRole('button', { name: 'End call' }).click();
    await bar.waitFor({ state: 'hidden' });
    const [{ id }] = (await account.get(`/user/calls?assistant_id=${assistant.id}`)).body.data;
    expect(await endedCall(account, id)).toMatchObject({ type: 'web' });
    expect(await page.evaluate('heard')).toEqual(['connecting', 'live', 'ended']);
    expect(errors).toEqual([]);
  });

  test('explain that the microphone is not allowed', async () => {
    const { page, chat } = await visit({ calls_enabled: true });
    await page.evaluate(`navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('no', 'NotAllowedError'))`);
    await chat.button('Call').click();
    const bar = chat.panel.locator('.call');
    await bar.getByText('Allow the microphone').waitFor();
    await bar.getByRole('button', { name: 'Dismiss' }).click();
    await bar.waitFor({ state: 'hidden' });
  });

  test('are not offered unless the assistant has them switched on', async () => {
    const { chat } = await visit({});
    expect(await chat.button('Call').count()).toBe(0);
  });
});
