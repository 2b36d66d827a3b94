/** All texts of the widget, with placeholders such as `{n}` and `{name}`. */
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
  newConversation: string;
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

/** Replaces the placeholders of a text. */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_match, name: string) => String(values[name] ?? ''));
}
