/** Every sentence of the widget; `{n}` and `{name}` are filled in. */
export interface Texts {
  /** BCP 47. */
  language: string;
  open: string;
  close: string;
  unread: string;
  log: string;
  you: string;
  automatic: string;
  person: string;
  write: string;
  send: string;
  /** `{n}` of `{most}`. */
  length: string;
  restart: string;
  begunAnew: string;
  goBack: string;
  connecting: string;
  typing: string;
  lookingUp: string;
  slow: string;
  unsent: string;
  sendAgain: string;
  tryAgain: string;
  offline: string;
  unreachable: string;
  slowDown: string;
  siteRefused: string;
  assistantGone: string;
  conversationGone: string;
  noReply: string;
  leftUnsent: string;
  ended: string;
}

/** Puts values into a sentence. */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_match, name: string) => String(values[name] ?? ''));
}
