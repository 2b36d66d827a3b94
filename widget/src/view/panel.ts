import type { ShownCall } from '../call/call-control.ts';
import { element, ICONS, icon } from '../element.ts';
import { filled, type Texts } from '../language/texts.ts';
import { parseMarkdown } from '../markdown/parse-markdown.ts';
import { renderMarkdown } from '../markdown/render-markdown.ts';
import type { Appearance } from '../server/answers.ts';
import type { ChatState, SentFile } from '../state/chat-state.ts';
import { shownMessages } from '../state/next-state.ts';
import type { Upload } from './attachments.ts';
import { awayNote } from './away-note.ts';
import { CallBar } from './call-bar.ts';
import { Composer } from './composer.ts';
import { isComposing } from './is-composing.ts';
import { MessageList } from './message-list.ts';
import { adviceFor, Notice } from './notice.ts';
import { face } from './picture.ts';
import { Starters } from './starters.ts';
import { coversPage } from './viewport.ts';

export interface PanelActions {
  close(): void;
  send(text: string, files?: readonly SentFile[]): void;
  upload: Upload;
  /** Discards the message that cannot be sent. */
  discard(): void;
  retry(): void;
  restart(): void;
  goBack(): void;
  call(): void;
  toggleMute(): void;
  endCall(): void;
}

/** After this time without a word, the panel shows that the reply takes longer than usual. */
const SLOW_MS = 10_000;

/** The chat window. */
export class Panel {
  readonly node: HTMLElement;
  readonly #texts: Texts;
  readonly #name: string;
  readonly #appearance: Appearance;
  readonly #subtitle = element('p', { class: 'subtitle' });
  readonly #status = element('div', { class: 'hidden-text', role: 'status' });
  readonly #list: MessageList;
  readonly #notice: Notice;
  readonly #starters: Starters;
  readonly #callBar: CallBar;
  readonly #composer: Composer;
  #slowTimer: ReturnType<typeof setTimeout> | undefined;
  #isSlow = false;
  #state: ChatState | null = null;

  constructor(texts: Texts, appearance: Appearance, actions: PanelActions) {
    const name = appearance.title ?? appearance.name;
    this.#texts = texts;
    this.#name = name;
    this.#appearance = appearance;
    this.#list = new MessageList(texts, name);
    this.#notice = new Notice((remedy) => {
      if (remedy === 'restart') actions.restart();
      else if (remedy === 'go-back') actions.goBack();
      else if (remedy === 'discard') actions.discard();
      else actions.retry();
      this.#composer.focus();
    });
    const { placeholder, starters, consent_text: consent } = appearance;
    this.#composer = new Composer(texts, {
      placeholder,
      onSend: actions.send,
      upload: appearance.files_enabled ? actions.upload : null,
    });
    this.#starters = new Starters(texts, starters, (text) => {
      actions.send(text);
      this.#composer.focus();
    });
    const attributes = { class: 'panel', id: 'panel', role: 'dialog', 'aria-labelledby': 'name', hidden: '' };
    this.#callBar = new CallBar(texts, {
      toggleMute: actions.toggleMute,
      endCall: () => {
        actions.endCall();
        this.#composer.focus();
      },
    });
    const parts = [
      this.#header(actions),
      this.#callBar.node,
      awayNote(texts, appearance),
      this.#list.node,
      this.#status,
      this.#starters.node,
      this.#notice.node,
      consent === null ? null : consentLine(consent),
      this.#composer.node,
    ];
    this.node = element('section', attributes, ...parts.filter((part) => part !== null));
    if (appearance.files_enabled) this.#takeDrops();
    this.node.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && !isComposing(event)) {
        // Keep Escape from also closing something on the page.
        event.stopPropagation();
        event.preventDefault();
        actions.close();
      }
      if (event.key === 'Tab' && coversPage()) this.#stayInside(event);
    });
  }

  focus(): void {
    this.#list.scrollToEnd();
    this.#composer.focus();
  }

  showCall(call: ShownCall | null): void {
    const isNew = call !== null && this.#callBar.node.hidden;
    this.#callBar.show(call);
    if (isNew) this.#callBar.focus();
  }

  show(state: ChatState): void {
    this.#timeSlowness(state);
    const before = this.#state?.conversationId ?? null;
    if (before !== null && before !== state.conversationId) this.#composer.clearFiles();
    this.#state = state;
    this.node.hidden = !state.isOpen;
    this.node.setAttribute('aria-modal', String(coversPage()));
    const { subtitle } = this.#appearance;
    this.#subtitle.textContent = state.isHuman ? this.#texts.person : (subtitle ?? this.#texts.automatic);
    const activity = this.#activity(state);
    if (this.#status.textContent !== (activity ?? '')) this.#status.textContent = activity;
    const messages = shownMessages(state);
    this.#list.show(messages, { words: state.words, activity });
    this.#starters.show(state.history.length > 0 && !messages.some(({ role }) => role === 'user'));
    this.#notice.show(adviceFor(state, this.#texts));
  }

  #activity({ history, isSending, words, isLookingUp, isHuman, problem }: ChatState): string | null {
    const texts = this.#texts;
    if (history.length === 0 && problem === null) return texts.connecting;
    if (!isSending || isHuman || words !== '') return null;
    if (this.#isSlow) return texts.slow;
    return filled(isLookingUp ? texts.lookingUp : texts.typing, { name: this.#name });
  }

  #timeSlowness({ isSending, words, outgoing }: ChatState): void {
    const isWaiting = isSending && words === '';
    const isSameWait = this.#state?.isSending === true && this.#state.outgoing[0]?.key === outgoing[0]?.key;
    if (isWaiting && isSameWait) return;
    clearTimeout(this.#slowTimer);
    this.#isSlow = false;
    if (!isWaiting) return;
    this.#slowTimer = setTimeout(() => {
      this.#isSlow = true;
      if (this.#state !== null) this.show(this.#state);
    }, SLOW_MS);
  }

  /** Files that are dropped on the window are attached. */
  #takeDrops(): void {
    const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;
    this.node.addEventListener('dragover', (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      this.node.classList.add('dropping');
    });
    this.node.addEventListener('dragleave', (event) => {
      const { relatedTarget } = event;
      const isInside = relatedTarget instanceof Node && this.node.contains(relatedTarget);
      if (!isInside) this.node.classList.remove('dropping');
    });
    this.node.addEventListener('drop', (event) => {
      this.node.classList.remove('dropping');
      if (!hasFiles(event)) return;
      event.preventDefault();
      this.#composer.addFiles([...(event.dataTransfer?.files ?? [])]);
    });
  }

  #header(actions: PanelActions): HTMLElement {
    const name = element('h2', { class: 'name', id: 'name', dir: 'auto' }, this.#name);
    const names = element('div', { class: 'names' }, name, this.#subtitle);
    const restart = pressable(this.#texts.restart, ICONS.restart, () => {
      actions.restart();
      this.#composer.focus();
    });
    const close = pressable(this.#texts.close, ICONS.close, actions.close);
    const picture = face(this.#name, this.#appearance.picture);
    const buttons = [restart, close];
    if (this.#appearance.calls_enabled) {
      buttons.unshift(pressable(this.#texts.call, ICONS.call, actions.call));
    }
    return element('div', { class: 'header' }, picture, names, ...buttons);
  }

  /** Traps the focus while the window covers the page. */
  #stayInside(event: KeyboardEvent): void {
    const stops = [...this.node.querySelectorAll<HTMLElement>('button, textarea, a[href], [tabindex="0"]')];
    const [first, last] = [stops[0], stops.at(-1)];
    const root = this.node.getRootNode();
    const active = root instanceof ShadowRoot ? root.activeElement : null;
    const [from, to] = event.shiftKey ? [first, last] : [last, first];
    if (active !== from) return;
    event.preventDefault();
    to?.focus();
  }
}

function consentLine(text: string): HTMLElement {
  return element('div', { class: 'consent text', dir: 'auto' }, ...renderMarkdown(parseMarkdown(text)));
}

function pressable(label: string, paths: readonly string[], onPress: () => void): HTMLButtonElement {
  const button = element('button', { type: 'button', 'aria-label': label, title: label });
  button.append(icon(...paths));
  button.addEventListener('click', onPress);
  return button;
}
