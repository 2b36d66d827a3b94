import { element } from '../element.ts';
import type { Texts } from '../language/texts.ts';
import type { ChatState, Problem } from '../state/chat-state.ts';

/** Action offered with a notice. */
export type Remedy = 'retry' | 'restart' | 'go-back' | 'discard' | null;

interface Advice {
  text: string;
  label: string;
  remedy: Remedy;
  isBad: boolean;
}

/** Notice for the current state with its action; null if the state needs no notice. */
export function adviceFor(state: ChatState, texts: Texts): Advice | null {
  const { problem, outgoing, isEnded, isSending, previous } = state;
  if (problem === null) {
    if (isEnded && !isSending)
      return { text: texts.ended, label: texts.restart, remedy: 'restart', isBad: false };
    if (previous === null) return null;
    return { text: texts.newConversation, label: texts.goBack, remedy: 'go-back', isBad: false };
  }
  const again = outgoing.length > 0 ? texts.sendAgain : texts.tryAgain;
  if (problem === 'refused' && outgoing[0]?.files !== undefined)
    return { text: texts.fileGone, label: texts.dismiss, remedy: 'discard', isBad: true };
  if (problem !== 'gone') return { ...describe(problem, texts, again), isBad: true };
  if (state.conversationId === null)
    return { text: texts.assistantGone, label: '', remedy: null, isBad: true };
  return { text: texts.conversationGone, label: texts.restart, remedy: 'retry', isBad: true };
}

function describe(
  problem: Exclude<Problem, 'gone'>,
  texts: Texts,
  label: string,
): { text: string; label: string; remedy: Remedy } {
  switch (problem) {
    case 'site-refused':
      return { text: texts.siteRefused, label: '', remedy: null };
    case 'offline':
      return { text: texts.offline, label, remedy: 'retry' };
    case 'slow-down':
      return { text: texts.slowDown, label, remedy: 'retry' };
    case 'unsent':
      return { text: texts.leftUnsent, label, remedy: 'retry' };
    case 'no-reply':
    case 'running':
    case 'broken-off':
      return { text: texts.noReply, label, remedy: 'retry' };
    case 'refused':
    case 'identity-refused':
    case 'unreachable':
      return { text: texts.unreachable, label, remedy: 'retry' };
  }
}

/** Notice above the composer. */
export class Notice {
  readonly node = element('div', { role: 'alert' });
  readonly #onRemedy: (remedy: Remedy) => void;
  #shown = '';

  constructor(onRemedy: (remedy: Remedy) => void) {
    this.#onRemedy = onRemedy;
  }

  show(advice: Advice | null): void {
    const text = JSON.stringify(advice);
    if (text === this.#shown) return;
    this.#shown = text;
    this.node.replaceChildren();
    if (advice === null) return;
    const line = element(
      'div',
      { class: advice.isBad ? 'notice bad' : 'notice' },
      element('p', {}, advice.text),
    );
    if (advice.remedy !== null) {
      const button = element('button', { type: 'button' }, advice.label);
      button.addEventListener('click', () => this.#onRemedy(advice.remedy));
      line.append(button);
    }
    this.node.append(line);
  }
}
