import { element } from '../element.ts';
import type { Texts } from '../language/texts.ts';

/** Questions that a new visitor can send with a click. */
export class Starters {
  readonly node: HTMLElement;

  constructor(texts: Texts, starters: readonly string[], onChosen: (text: string) => void) {
    this.node = element('div', {
      class: 'starters',
      role: 'group',
      'aria-label': texts.starters,
      hidden: '',
    });
    for (const text of starters) {
      const button = element('button', { type: 'button', dir: 'auto' }, text);
      button.addEventListener('click', () => onChosen(text));
      this.node.append(button);
    }
  }

  show(isNew: boolean): void {
    this.node.hidden = !isNew || this.node.childElementCount === 0;
  }
}
