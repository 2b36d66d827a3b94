import { element, ICONS, icon } from '../element.ts';
import type { Texts } from '../language/texts.ts';
import { filled } from '../language/texts.ts';
import { isComposing } from './is-composing.ts';

/** The server's limit per message. */
export const MOST_CHARACTERS = 2000;
/** The counter is shown from this length. */
const SHOWN_FROM = 1700;

/** Message input: Enter sends, Shift+Enter inserts a line break. */
export class Composer {
  readonly node: HTMLFormElement;
  readonly #texts: Texts;
  readonly #field: HTMLTextAreaElement;
  readonly #length = element('p', { class: 'length', id: 'length', role: 'status', hidden: '' });
  readonly #button: HTMLButtonElement;
  readonly #onSend: (text: string) => void;

  constructor(
    texts: Texts,
    { placeholder, onSend }: { placeholder: string | null; onSend(text: string): void },
  ) {
    this.#texts = texts;
    this.#onSend = onSend;
    this.#field = element('textarea', {
      rows: '1',
      placeholder: placeholder ?? texts.write,
      'aria-label': placeholder ?? texts.write,
      'aria-describedby': 'length',
      enterkeyhint: 'send',
      autocomplete: 'off',
      dir: 'auto',
    });
    this.#button = element('button', { type: 'submit', class: 'send', 'aria-label': texts.send });
    this.#button.append(icon(...ICONS.send));
    const field = element('div', { class: 'field' }, this.#field, this.#length);
    this.node = element('form', { class: 'composer', novalidate: '' }, field, this.#button);
    this.#field.addEventListener('input', () => this.#measure());
    this.#field.addEventListener('keydown', (event) => {
      // Enter also confirms the composition of an input method.
      if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
      event.preventDefault();
      this.#submit();
    });
    this.node.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#submit();
      this.focus();
    });
    this.#measure();
  }

  focus(): void {
    this.#field.focus();
  }

  #submit(): void {
    const text = this.#field.value.trim();
    if (text === '' || text.length > MOST_CHARACTERS) return;
    this.#field.value = '';
    this.#measure();
    this.#onSend(text);
  }

  #measure(): void {
    const { length } = this.#field.value.trim();
    const isTooLong = length > MOST_CHARACTERS;
    this.#length.hidden = length < SHOWN_FROM;
    this.#length.textContent = filled(this.#texts.length, { n: length, most: MOST_CHARACTERS });
    this.#length.classList.toggle('bad', isTooLong);
    this.#field.setAttribute('aria-invalid', String(isTooLong));
    // Not `disabled`, which would drop the focus.
    this.#button.setAttribute('aria-disabled', String(length === 0 || isTooLong));
    if (CSS.supports('field-sizing', 'content')) return;
    this.#field.style.height = 'auto';
    this.#field.style.height = `${this.#field.scrollHeight + 2}px`;
  }
}
