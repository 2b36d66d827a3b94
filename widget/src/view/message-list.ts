import { element } from '../element.ts';
import type { Texts } from '../language/texts.ts';
import { filled } from '../language/texts.ts';
import { parseMarkdown } from '../markdown/parse-markdown.ts';
import { renderMarkdown } from '../markdown/render-markdown.ts';
import { fileIds, type ShownMessage } from '../state/next-state.ts';
import { sentFile } from './sent-file.ts';

/** Within this distance of the end, the list scrolls with new content. */
const NEAR_END_PX = 90;

interface PendingReply {
  /** Text so far; empty before the first word. */
  words: string;
  /** Activity text, such as “typing”; null if none is shown. */
  activity: string | null;
}

/**
 * Message log. Screen readers announce each finished message once: the streaming reply is hidden from them, and the log
 * is not live while the history loads.
 */
export class MessageList {
  readonly node: HTMLElement;
  readonly #texts: Texts;
  readonly #name: string;
  readonly #words = element('div', { class: 'text', dir: 'auto' });
  readonly #underWay = element('div', { class: 'message assistant', 'aria-hidden': 'true' }, this.#words);
  readonly #activity = element('span');
  readonly #typing: HTMLElement;
  #shown: { message: ShownMessage; nodes: HTMLElement[] }[] = [];

  constructor(texts: Texts, name: string) {
    this.#texts = texts;
    this.#name = name;
    const dots = element('span', { class: 'dots' }, element('i'), element('i'), element('i'));
    this.#typing = element('div', { class: 'typing', 'aria-hidden': 'true' }, dots, this.#activity);
    const attributes = {
      class: 'log',
      role: 'log',
      tabindex: '0',
      'aria-label': texts.log,
      'aria-live': 'off',
    };
    this.node = element('div', attributes, this.#underWay, this.#typing);
  }

  show(messages: readonly ShownMessage[], reply: PendingReply): void {
    const { node } = this;
    const isAtEnd = node.scrollHeight - node.scrollTop - node.clientHeight < NEAR_END_PX;
    const wasEmpty = this.#shown.length === 0;
    node.setAttribute('aria-live', wasEmpty ? 'off' : 'polite');
    const isNew = this.#showMessages(messages);
    this.#underWay.hidden = reply.words === '';
    if (reply.words !== '') this.#words.replaceChildren(...renderMarkdown(parseMarkdown(reply.words)));
    this.#typing.hidden = reply.activity === null;
    this.#activity.textContent = reply.activity;
    if (isAtEnd || isNew || wasEmpty) node.scrollTop = node.scrollHeight;
  }

  scrollToEnd(): void {
    this.node.scrollTop = this.node.scrollHeight;
  }

  /** @returns true if a visitor message was added */
  #showMessages(messages: readonly ShownMessage[]): boolean {
    const same = messages.findIndex((message, index) => !isSame(message, this.#shown[index]?.message));
    const kept = same === -1 ? messages.length : same;
    for (const { nodes } of this.#shown.splice(kept)) for (const node of nodes) node.remove();
    const added = messages.slice(kept);
    for (const message of added) {
      const nodes = this.#render(message);
      this.#underWay.before(...nodes);
      this.#shown.push({ message, nodes });
    }
    return added.some(({ role }) => role === 'user');
  }

  #render({ role, text, isUnsent, authorName, files = [] }: ShownMessage): HTMLElement[] {
    const author = role === 'user' ? this.#texts.you : (authorName ?? this.#name);
    const label =
      authorName === undefined
        ? element('span', { class: 'hidden-text' }, filled('{author}: ', { author }))
        : element('div', { class: 'author', dir: 'auto' }, authorName);
    const content = role === 'user' ? [text] : renderMarkdown(parseMarkdown(text));
    const classes = `message ${role}${isUnsent ? ' unsent' : ''}`;
    const bubble = element(
      'div',
      { class: classes },
      label,
      ...(text === '' ? [] : [element('div', { class: 'text', dir: 'auto' }, ...content)]),
      ...files.map((file) => sentFile(file, this.#texts.language)),
    );
    return isUnsent ? [bubble, element('span', { class: 'note' }, this.#texts.unsent)] : [bubble];
  }
}

function isSame(one: ShownMessage, other: ShownMessage | undefined): boolean {
  return (
    one.role === other?.role &&
    one.text === other.text &&
    one.isUnsent === other.isUnsent &&
    one.authorName === other.authorName &&
    fileIds(one) === fileIds(other)
  );
}
