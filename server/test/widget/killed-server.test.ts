import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestBrowser } from '../kit/browser.ts';
import { IS_CHROMIUM_INSTALLED } from '../kit/chromium.ts';
import { type LoadBalancer, startLoadBalancer } from '../kit/load-balancer.ts';
import { startServerProcess } from '../kit/server-process.ts';
import { sharedBrowser } from '../kit/shared-browser.ts';
import { widgetOn } from '../kit/widget-page.ts';
import { startWidgetInstallation, type WidgetInstallation } from '../kit/widget-site.ts';

describe.skipIf(!IS_CHROMIUM_INSTALLED)('a visitor whose server is killed', () => {
  let installation: WidgetInstallation;
  let balancer: LoadBalancer;
  let browser: TestBrowser;

  beforeAll(async () => {
    installation = await startWidgetInstallation();
    balancer = await startLoadBalancer();
    browser = await sharedBrowser();
  });
  afterAll(async () => {
    await balancer.close();
    await installation.stop();
  });

  async function talk() {
    const { server, site } = installation;
    const account = await server.account();
    const assistant = await installation.assistant(account);
    const opened = await browser.open();
    await opened.page.goto(site.publish({ assistants: [assistant.uuid], parley: balancer.origin }));
    const chat = widgetOn(opened.page);
    await chat.open();
    const { body } = await account.get(`/user/conversations?assistant_id=${assistant.id}`);
    return { ...opened, chat, account, path: `/conversations/${body.data[0].id}` };
  }

  test('in the middle of a reply gets the whole reply once, from another server', async () => {
    const { server, model } = installation;
    const doomed = await startServerProcess(server.testDatabase.connection, {
      PARLEY_LLM_BASE_URL: model.baseUrl,
      PARLEY_LLM_MODELS: 'main,spare',
    });
    const doomedOrigin = new URL(doomed.api).origin;
    // Static files come from the other server.
    balancer.aim((path) => (path.startsWith('/api') ? doomedOrigin : server.address));
    const { chat, account, path } = await talk();
    model.replace({ kind: 'drip', text: 'Half a reply' }, { kind: 'answer', text: 'The whole reply.' });
    const asked = model.nextRequest();
    await chat.say('Tell me all.');
    await asked;
    model.next();
    await chat.log.locator('.message', { hasText: 'Half' }).waitFor();
    await doomed.kill();
    balancer.aim(() => server.address);
    await expect.poll(chat.said).toContain('assistant: The whole reply.');
    const { body } = await account.get(path);
    expect(body.history.slice(1)).toEqual([
      { role: 'user', content: 'Tell me all.' },
      { role: 'assistant', content: 'The whole reply.' },
    ]);
    expect((await chat.said()).slice(1)).toEqual(['user: Tell me all.', 'assistant: The whole reply.']);
    // The widget now follows the conversation at the other server.
    await account.post(`/user${path}/messages`, { message: 'A person, too.' });
    await expect.poll(chat.said).toContain('assistant: A person, too.');
  });

  test('without a replacement keeps the message until a server is back', async () => {
    const { server, model } = installation;
    balancer.aim(() => server.address);
    const { chat } = await talk();
    balancer.aim(() => null);
    await chat.say('Anyone?');
    await chat.alert.getByText('The chat is unavailable right now.').waitFor();
    balancer.aim(() => server.address);
    model.replace({ kind: 'answer', text: 'Back again.' });
    await chat.button('Send again').click();
    await expect.poll(chat.said).toContain('assistant: Back again.');
  });
});
