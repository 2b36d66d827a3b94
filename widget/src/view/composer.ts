import { element, ICONS, icon } from '../element.ts';
import type { Texts } from '../language/texts.ts';
import { filled } from '../language/texts.ts';
import type { SentFile } from '../state/chat-state.ts';
import { ACCEPTED, Attachments, type Upload } from './attachments.ts';
import { isComposing } from './is-composing.ts';

/** The server's limit per message. */
export const MOST_CHARACTERS = 2000;
/** The counter is shown from this length. */
const SHOWN_FROM = 1700;

interface ComposerOptions {
  placeholder: string | null;
  onSend(text: string, files: readonly SentFile[]): void;
  /** Null if visitors cannot send files. */
  upload: Upload | null;
}

/** Message input: Enter sends, Shift+Enter inserts a line break. */
export class Composer {
  readonly node: HTMLFormElement;
  readonly #texts: Texts;
  readonly #field: HTMLTextAreaElement;
  readonly #length = element('p', { class: 'length', id: 'length', role: 'status', hidden: '' });
  readonly #button: HTMLButtonElement;
  readonly #onSend: ComposerOptions['onSend'];
  readonly #attachments: Attachments | null;

  constructor(texts: Texts, { placeholder, onSend, upload }: ComposerOptions) {
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
    const onChange = (): void => this.#measure();
    const onFocusLost = (): void => this.focus();
    this.#attachments = upload === null ? null : new Attachments(texts, { upload, onChange, onFocusLost });
    if (this.#attachments !== null) {
      field.prepend(this.#attachments.node);
      this.node.prepend(...this.#chooser());
    }
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

  addFiles(files: readonly File[]): void {
    this.#attachments?.add(files);
    this.focus();
  }

  /** The files belong to a conversation that was left. */
  clearFiles(): void {
    this.#attachments?.clear();
  }

  #chooser(): HTMLElement[] {
    const input = element('input', { type: 'file', multiple: '', hidden: '', accept: ACCEPTED });
    const { attach } = this.#texts;
    const button = element('button', {
      type: 'button',
      class: 'attach',
      'aria-label': attach,
      title: attach,
    });
    button.append(icon(...ICONS.attach));
    button.addEventListener('click', () => input.click());
    input.addEventListener('change', () => {
      this.addFiles([...(input.files ?? [])]);
      // The same file can be chosen again.
      input.value = '';
    });
    this.#field.addEventListener('paste', (event) => {
      const files = [...(event.clipboardData?.files ?? [])];
      // Office programs copy a picture of the text along with the text.
      if (files.length === 0 || event.clipboardData?.types.includes('text/plain')) return;
      event.preventDefault();
      this.addFiles(files);
    });
    return [input, button];
  }

  #submit(): void {
    const text = this.#field.value.trim();
    if (this.#isEmpty() || text.length > MOST_CHARACTERS || this.#attachments?.isIncomplete === true) return;
    this.#field.value = '';
    this.#onSend(text, this.#attachments?.take() ?? []);
    this.#measure();
  }

  #isEmpty(): boolean {
    return this.#field.value.trim() === '' && (this.#attachments?.isEmpty ?? true);
  }

  #measure(): void {
    const { length } = this.#field.value.trim();
    const isTooLong = length > MOST_CHARACTERS;
    this.#length.hidden = length < SHOWN_FROM;
    this.#length.textContent = filled(this.#texts.length, { n: length, most: MOST_CHARACTERS });
    this.#length.classList.toggle('bad', isTooLong);
    this.#field.setAttribute('aria-invalid', String(isTooLong));
    const isBlocked = this.#isEmpty() || isTooLong || this.#attachments?.isIncomplete === true;
    // Not `disabled`, which would drop the focus.
    this.#button.setAttribute('aria-disabled', String(isBlocked));
    if (CSS.supports('field-sizing', 'content')) return;
    this.#field.style.height = 'auto';
    this.#field.style.height = `${this.#field.scrollHeight + 2}px`;
  }
}
