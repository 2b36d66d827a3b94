import { element, ICONS, icon } from '../element.ts';
import { filled, type Texts } from '../language/texts.ts';
import type { UploadOptions } from '../server/upload.ts';
import type { SentFile } from '../state/chat-state.ts';
import { asFailure, type FailureKind } from '../state/failure.ts';
import { drawPicture } from './draw-picture.ts';
import { isPicture, sizeText } from './sent-file.ts';
import { shrunkPicture } from './shrink-picture.ts';

/** The server's limits. */
const MOST_FILES = 5;
const MOST_BYTES = 10 * 1_048_576;

/** Suggested by the file chooser; the server decides by the content. */
export const ACCEPTED =
  'image/png,image/jpeg,image/webp,image/gif,.pdf,.docx,.xlsx,.pptx,.txt,.csv,.md,.log,.json';

const PREVIEW = { width: 80, height: 80 };

export type Upload = (file: File, options: UploadOptions) => Promise<SentFile>;

interface Item {
  file: File;
  node: HTMLElement;
  /** Progress, or why the upload failed. */
  state: HTMLElement;
  upload: AbortController;
  sent: SentFile | null;
}

/** Why a file is not attached. */
interface Problem {
  /** Null for a problem of all files. */
  name: string | null;
  text: string;
}

/** The files of the message that is being written, each uploaded as soon as it is chosen. */
export class Attachments {
  readonly node: HTMLElement;
  readonly #texts: Texts;
  readonly #upload: Upload;
  readonly #onChange: () => void;
  readonly #onFocusLost: () => void;
  readonly #list = element('ul', { class: 'attachments', hidden: '' });
  readonly #problem = element('p', { class: 'attachment-problem', 'aria-live': 'assertive' });
  #items: Item[] = [];

  /** @param options `onFocusLost`: the focused button was removed */
  constructor(
    texts: Texts,
    { upload, onChange, onFocusLost }: { upload: Upload; onChange(): void; onFocusLost(): void },
  ) {
    this.#texts = texts;
    this.#upload = upload;
    this.#onChange = onChange;
    this.#onFocusLost = onFocusLost;
    this.#list.setAttribute('aria-label', texts.attach);
    this.node = element('div', {}, this.#list, this.#problem);
  }

  get isEmpty(): boolean {
    return this.#items.length === 0;
  }

  /** True while a file is not on the server. */
  get isIncomplete(): boolean {
    return this.#items.some(({ sent }) => sent === null);
  }

  add(files: readonly File[]): void {
    const problems: Problem[] = [];
    for (const file of files) {
      const problem = this.#refusal(file);
      if (problem === null) this.#append(file);
      else if (!problems.some(({ text }) => text === problem.text && problem.name === null)) {
        problems.push(problem);
      }
    }
    this.#show(problems);
  }

  /** @returns the uploaded files, which leave the list */
  take(): SentFile[] {
    const files = this.#items.flatMap(({ sent }) => sent ?? []);
    this.clear();
    return files;
  }

  clear(): void {
    for (const { upload, node } of this.#items.splice(0)) {
      upload.abort();
      node.remove();
    }
    this.#show([]);
  }

  #refusal({ name, size }: File): Problem | null {
    const { tooManyFiles, fileEmpty, fileTooLarge, language } = this.#texts;
    if (this.#items.length >= MOST_FILES) {
      return { name: null, text: filled(tooManyFiles, { n: MOST_FILES }) };
    }
    if (size === 0) return { name, text: fileEmpty };
    if (size <= MOST_BYTES) return null;
    return { name, text: filled(fileTooLarge, { size: sizeText(language, MOST_BYTES) }) };
  }

  #append(file: File): void {
    const { removeFile } = this.#texts;
    const state = element('span', { class: 'file-size' });
    const label = element('span', { class: 'file-label' }, element('bdi', {}, file.name), state);
    const remove = element('button', {
      type: 'button',
      'aria-label': filled(removeFile, { name: file.name }),
    });
    remove.append(icon(...ICONS.close));
    const picture = element('span', { class: 'preview' }, icon(...ICONS.file));
    const node = element('li', { class: 'attachment' }, picture, label, remove);
    const item: Item = { file, node, state, upload: new AbortController(), sent: null };
    remove.addEventListener('click', () => {
      this.#drop(item);
      this.#show([]);
    });
    if (isPicture(file.type)) {
      void drawPicture(file, PREVIEW).then(
        (canvas) => picture.replaceChildren(canvas),
        () => undefined,
      );
    }
    this.#items.push(item);
    this.#list.append(node);
    void this.#send(item);
  }

  async #send(item: Item): Promise<void> {
    const { file, node, state } = item;
    const bar = element('progress', {
      max: '1',
      value: '0',
      'aria-label': filled(this.#texts.uploading, { name: file.name }),
    });
    node.classList.remove('bad');
    this.#keepFocus(node, () => state.replaceChildren(bar));
    item.upload = new AbortController();
    const { signal } = item.upload;
    const onProgress = (done: number): void => {
      bar.value = done;
    };
    try {
      item.sent = await this.#upload(await shrunkPicture(file), { onProgress, signal });
      state.replaceChildren(sizeText(this.#texts.language, item.sent.size));
      this.#onChange();
    } catch (error) {
      if (!signal.aborted || this.#items.includes(item))
        this.#fail(item, asFailure(error, navigator.onLine).kind);
    }
  }

  #fail(item: Item, kind: FailureKind): void {
    const { fileType, fileOffline, fileFailed, slowDown, tryAgain } = this.#texts;
    if (kind === 'refused') {
      this.#drop(item);
      this.#show([{ name: item.file.name, text: fileType }]);
      return;
    }
    const text = kind === 'offline' ? fileOffline : kind === 'slow-down' ? slowDown : fileFailed;
    const again = element('button', { type: 'button', class: 'again' }, tryAgain);
    again.addEventListener('click', () => {
      void this.#send(item);
      this.#onChange();
    });
    item.node.classList.add('bad');
    item.state.replaceChildren(element('span', { 'aria-live': 'assertive' }, text), ' ', again);
  }

  #drop(item: Item): void {
    this.#items = this.#items.filter((one) => one !== item);
    item.upload.abort();
    this.#keepFocus(item.node, () => item.node.remove());
  }

  /** @param change may remove a focused button of the node */
  #keepFocus(node: HTMLElement, change: () => void): void {
    const isFocused = (): boolean => node.isConnected && node.matches(':focus-within');
    const hadFocus = isFocused();
    change();
    if (hadFocus && !isFocused()) this.#onFocusLost();
  }

  #show(problems: readonly Problem[]): void {
    this.#list.hidden = this.isEmpty;
    const lines = problems.map(({ name, text }) =>
      element('span', {}, ...(name === null ? [] : [element('bdi', {}, name), ': ']), text),
    );
    this.#problem.replaceChildren(...lines);
    this.#onChange();
  }
}
