import type { ShownCall } from '../call/call-control.ts';
import { element } from '../element.ts';
import { directionOf } from '../language/choose-language.ts';
import type { Texts } from '../language/texts.ts';
import type { Appearance } from '../server/answers.ts';
import { unreadCount } from '../state/next-state.ts';
import type { Store } from '../state/store.ts';
import { GreetingBubble } from './greeting-bubble.ts';
import { Launcher } from './launcher.ts';
import { Panel, type PanelActions } from './panel.ts';
import { dress, paint, stylesheet } from './stylesheet.ts';
import { followKeyboard } from './viewport.ts';

/** Vertical offset between stacked widgets in the same corner. */
const LIFT_EM = 4.5;

export interface ViewOptions {
  appearance: Appearance;
  texts: Texts;
  /** Label of the closed button; null for the default text. */
  label: string | null;
  /** The language was chosen for the widget, not taken from the page or browser. */
  isLanguageChosen: boolean;
  /** Number of widgets below this one. */
  level: number;
  store: Store;
  actions: PanelActions & { open(): void };
  /** No animation, because each change of a setting shows the widget again. */
  isStill?: boolean;
  /** True until the visitor has opened the chat or dismissed the greeting. */
  isGreeted(): boolean;
  dismissGreeting(): void;
}

/**
 * Adds the widget to the page in a shadow root, and renders every state of the store.
 * @returns functions that remove it and show the state of a call
 */
export function showChat(options: ViewOptions): { remove(): void; showCall(call: ShownCall | null): void } {
  const { appearance, texts, store, actions } = options;
  const panel = new Panel(texts, appearance, actions);
  const launcher = new Launcher(texts, options.label ?? texts.open, () =>
    store.state.isOpen ? actions.close() : actions.open(),
  );
  const { greeting_bubble: greeting } = appearance;
  const bubble =
    greeting === null
      ? null
      : new GreetingBubble(texts, greeting, {
          open: actions.open,
          dismiss: () => {
            options.dismissGreeting();
            bubble?.show(false);
            launcher.node.focus();
          },
        });
  const root = element('div', { class: 'root', lang: texts.language }, panel.node, launcher.node);
  if (bubble !== null) launcher.node.before(bubble.node);
  root.dir = directionOf(texts, {
    isChosen: options.isLanguageChosen,
    page: getComputedStyle(document.documentElement).direction,
  });
  if (options.isStill === true) root.dataset['still'] = '';
  root.dataset['position'] = appearance.position;
  root.style.setProperty('--lift', `${options.level * LIFT_EM}em`);
  paint(root, appearance);
  dress(root, appearance.theme);
  followKeyboard(root);
  const remove = attach(root);
  const show = (): void => {
    const { state } = store;
    root.toggleAttribute('data-open', state.isOpen);
    panel.show(state);
    launcher.show({ isOpen: state.isOpen, unread: unreadCount(state) });
    bubble?.show(!state.isOpen && options.isGreeted());
  };
  let frame = 0;
  store.subscribe((state, before) => {
    // Render at most once per frame while words stream in.
    cancelAnimationFrame(frame);
    if (state.isOpen === before.isOpen && document.visibilityState === 'visible') {
      frame = requestAnimationFrame(show);
      return;
    }
    show();
    if (state.isOpen !== before.isOpen) moveFocus(state.isOpen, { root, panel, launcher });
  });
  show();
  return { remove, showCall: (call) => panel.showCall(call) };
}

/** Opening focuses the composer, closing the launcher if the focus was in the widget or nowhere. */
function moveFocus(
  isOpen: boolean,
  { root, panel, launcher }: { root: HTMLElement; panel: Panel; launcher: Launcher },
): void {
  if (isOpen) {
    panel.focus();
    return;
  }
  const tree = root.getRootNode();
  const hadFocus = tree instanceof ShadowRoot && document.activeElement === tree.host;
  if (hadFocus || document.activeElement === document.body) launcher.node.focus();
}

/** Attaches the widget, again if the page replaces its body, as single-page applications do. */
function attach(root: HTMLElement): () => void {
  const host = document.createElement('parley-chat');
  const tree = host.attachShadow({ mode: 'open' });
  tree.adoptedStyleSheets = [stylesheet()];
  tree.append(root);
  // In the top layer, transforms, filters and overflow of the page don't affect it.
  host.popover = 'manual';
  const keep = (): void => {
    if (!host.isConnected) {
      document.body.append(host);
      host.showPopover?.();
    }
    bodies.observe(document.body, { childList: true });
  };
  const bodies = new MutationObserver(keep);
  const documents = new MutationObserver(keep);
  documents.observe(document.documentElement, { childList: true });
  keep();
  return () => {
    bodies.disconnect();
    documents.disconnect();
    host.remove();
  };
}
