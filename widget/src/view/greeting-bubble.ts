import { element, ICONS, icon } from '../element.ts';
import type { Texts } from '../language/texts.ts';

/** A greeting next to the closed launcher, until the visitor opens the chat or dismisses it. */
export class GreetingBubble {
  readonly node: HTMLElement;

  constructor(texts: Texts, text: string, actions: { open(): void; dismiss(): void }) {
    const words = element('button', { type: 'button', class: 'greeting', dir: 'auto' }, text);
    words.addEventListener('click', actions.open);
    const close = element('button', {
      type: 'button',
      class: 'dismiss',
      'aria-label': texts.dismiss,
      title: texts.dismiss,
    });
    close.append(icon(...ICONS.close));
    close.addEventListener('click', actions.dismiss);
    this.node = element('div', { class: 'bubble' }, words, close);
  }

  show(isShown: boolean): void {
    this.node.hidden = !isShown;
  }
}
