import { element, ICONS, icon } from '../element.ts';
import { counted, type Texts } from '../language/texts.ts';

/** The round button in the corner, with a badge for unread replies. */
export class Launcher {
  readonly node: HTMLButtonElement;
  readonly #texts: Texts;
  readonly #label: string;
  readonly #badge = element('span', { class: 'badge', 'aria-hidden': 'true' });
  readonly #closed = icon(...ICONS.chat);
  readonly #opened = icon(...ICONS.down);

  /** @param label accessible name while the chat is closed */
  constructor(texts: Texts, label: string, onPress: () => void) {
    this.#texts = texts;
    this.#label = label;
    const attributes = {
      type: 'button',
      class: 'launcher',
      'aria-haspopup': 'dialog',
      'aria-controls': 'panel',
    };
    this.node = element('button', attributes, this.#closed, this.#opened, this.#badge);
    this.node.addEventListener('click', onPress);
  }

  show({ isOpen, unread }: { isOpen: boolean; unread: number }): void {
    const news = unread === 0 ? '' : `. ${counted(this.#texts, this.#texts.unread, unread)}`;
    this.node.setAttribute('aria-label', isOpen ? this.#texts.close : `${this.#label}${news}`);
    this.node.setAttribute('aria-expanded', String(isOpen));
    this.#closed.toggleAttribute('hidden', isOpen);
    this.#opened.toggleAttribute('hidden', !isOpen);
    this.#badge.hidden = isOpen || unread === 0;
    this.#badge.textContent = unread > 9 ? '9+' : String(unread);
  }
}
