import type { ShownCall } from '../call/call-control.ts';
import { element } from '../element.ts';
import type { Texts } from '../language/texts.ts';

/** The state of a voice call with its buttons, below the header. */
export class CallBar {
  readonly node = element('div', { class: 'call', hidden: '' });
  readonly #texts: Texts;
  readonly #state = element('p', { role: 'status' });
  readonly #words = element('p', { class: 'call-words', dir: 'auto' });
  readonly #mute: HTMLButtonElement;
  readonly #end: HTMLButtonElement;

  constructor(texts: Texts, actions: { toggleMute(): void; endCall(): void }) {
    this.#texts = texts;
    this.#mute = element('button', { type: 'button' }, texts.mute);
    this.#mute.addEventListener('click', actions.toggleMute);
    this.#end = element('button', { type: 'button', class: 'end' }, texts.endCall);
    this.#end.addEventListener('click', actions.endCall);
    const buttons = element('div', { class: 'call-buttons' }, this.#mute, this.#end);
    this.node.append(this.#state, this.#words, buttons);
  }

  focus(): void {
    this.#end.focus();
  }

  show(call: ShownCall | null): void {
    this.node.hidden = call === null;
    if (call === null) return;
    const texts = this.#texts;
    const isRunning = call.state === 'live' || call.state === 'connecting';
    this.#state.textContent = {
      connecting: texts.callConnecting,
      live: texts.callLive,
      'microphone-refused': texts.callMicrophone,
      failed: texts.callFailed,
    }[call.state];
    this.#words.textContent = call.words;
    this.#mute.hidden = call.state !== 'live';
    this.#mute.setAttribute('aria-pressed', String(call.isMuted));
    this.#end.textContent = isRunning ? texts.endCall : texts.dismiss;
    this.#end.classList.toggle('running', isRunning);
  }
}
