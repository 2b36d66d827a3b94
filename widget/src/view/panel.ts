import { element, ICONS, icon } from '../element.ts';
import { filled, type Texts } from '../language/texts.ts';
import type { ChatState } from '../state/chat-state.ts';
import { shownMessages } from '../state/next-state.ts';
import { Composer } from './composer.ts';
import { isComposing } from './is-composing.ts';
import { MessageList } from './message-list.ts';
import { adviceFor, Notice } from './notice.ts';
import { coversPage } from './viewport.ts';

export interface PanelActions {
  close(): void;
  send(text: string): void;
  retry(): void;
  restart(): void;
  goBack(): void;
}

/** After this time without a word, the panel shows that the reply takes longer than usual. */
const SLOW_MS = 10_000;

/** The chat window. */
export class Panel {
  readonly node: HTMLElement;
  readonly #texts: Texts;
  readonly #name: string;
  readonly #subtitle = element('p', { class: 'subtitle' });
  readonly #status = element('div', { class: 'hidden-text', role: 'status' });
  readonly #list: MessageList;
  readonly #notice: Notice;
  readonly #composer: Composer;
  #slowTimer: ReturnType<typeof setTimeout> | undefined;
  #isSlow = false;
  #state: ChatState | null = null;

  constructor(texts: Texts, name: string, actions: PanelActions) {
    this.#texts = texts;
    this.#name = name;
    this.#list = new MessageList(texts, name);
    this.#notice = new Notice((remedy) => {
      if (remedy === 'restart') actions.restart();
      else if (remedy === 'go-back') actions.goBack();
      else actions.retry();
      this.#composer.focus();
    });
    this.#composer = new Composer(texts, actions.send);
    const attributes = { class: 'panel', id: 'panel', role: 'dialog', 'aria-labelledby': 'name', hidden: '' };
    const parts = [this.#list.node, this.#status, this.#notice.node, this.#composer.node];
    this.node = element('section', attributes, this.#header(actions), ...parts);
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

  show(state: ChatState): void {
    this.#timeSlowness(state);
    this.#state = state;
    this.node.hidden = !state.isOpen;
    this.node.setAttribute('aria-modal', String(coversPage()));
    this.#subtitle.textContent = state.isHuman ? this.#texts.person : this.#texts.automatic;
    const activity = this.#activity(state);
    if (this.#status.textContent !== (activity ?? '')) this.#status.textContent = activity;
    this.#list.show(shownMessages(state), { words: state.words, activity });
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

  #header(actions: PanelActions): HTMLElement {
    const [letter = ''] = this.#name.trim();
    const face = element('div', { class: 'face', 'aria-hidden': 'true' }, letter.toUpperCase());
    const name = element('h2', { class: 'name', id: 'name', dir: 'auto' }, this.#name);
    const names = element('div', { class: 'names' }, name, this.#subtitle);
    const restart = pressable(this.#texts.restart, ICONS.restart, () => {
      actions.restart();
      this.#composer.focus();
    });
    const close = pressable(this.#texts.close, ICONS.close, actions.close);
    return element('div', { class: 'header' }, face, names, restart, close);
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

function pressable(label: string, paths: readonly string[], onPress: () => void): HTMLButtonElement {
  const button = element('button', { type: 'button', 'aria-label': label, title: label });
  button.append(icon(...paths));
  button.addEventListener('click', onPress);
  return button;
}
