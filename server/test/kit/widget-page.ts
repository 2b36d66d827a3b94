import type { Locator, Page } from 'playwright-core';

/** The widget as a visitor sees it, found by roles and names. */
export interface WidgetPage {
  host: Locator;
  launcher: Locator;
  panel: Locator;
  field: Locator;
  log: Locator;
  alert: Locator;
  button(name: string | RegExp): Locator;
  /** Opens the panel and waits for the conversation. */
  open(): Promise<void>;
  say(text: string): Promise<void>;
  /** The messages, as `user: …` and `assistant: …`. */
  said(): Promise<string[]>;
}

/** @param index position of the widget on the page */
export function widgetOn(page: Page, index = 0): WidgetPage {
  const host = page.locator('parley-chat').nth(index);
  const panel = host.getByRole('dialog');
  const launcher = host.locator('.launcher');
  const field = panel.getByRole('textbox');
  const log = panel.getByRole('log');
  return {
    host,
    launcher,
    panel,
    field,
    log,
    alert: panel.getByRole('alert'),
    button: (name) => panel.getByRole('button', { name }),
    open: async () => {
      await launcher.click();
      await log.locator('.message').first().waitFor();
    },
    say: async (text) => {
      await field.fill(text);
      await field.press('Enter');
    },
    said: () =>
      log.locator('.message.user, .message.assistant:not([aria-hidden])').evaluateAll((nodes) =>
        nodes.map((node) => {
          const text = [...(node.querySelector('.text')?.childNodes ?? [])].map((one) => one.textContent);
          return `${node.matches('.user') ? 'user' : 'assistant'}: ${text.join(' ')}`;
        }),
      ),
  };
}
