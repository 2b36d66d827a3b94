import type { WidgetLanguage } from '#contract/widget-settings.ts';

/** A text with `{n}` in the plural forms of a language; `other` is used for forms that are missing. */
export type PluralText = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** All texts of the widget, with placeholders such as `{n}` and `{name}`. */
export interface Texts {
  /** BCP 47. */
  language: WidgetLanguage;
  open: string;
  close: string;
  /** `{n}` new messages. */
  unread: PluralText;
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
  away: string;
  starters: string;
  dismiss: string;
  call: string;
  endCall: string;
  mute: string;
  callConnecting: string;
  callLive: string;
  callMicrophone: string;
  callFailed: string;
  attach: string;
  removeFile: string;
  uploading: string;
  /** `{size}`, such as 10 MB. */
  fileTooLarge: string;
  fileEmpty: string;
  fileType: string;
  fileFailed: string;
  fileOffline: string;
  /** `{n}` files. */
  tooManyFiles: string;
  fileGone: string;
}

/** Replaces the placeholders of a text. */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_match, name: string) => String(values[name] ?? ''));
}

/** The form of a text for a number, with the number in the digits of the language. */
export function counted({ language }: Pick<Texts, 'language'>, text: PluralText, count: number): string {
  const form = text[new Intl.PluralRules(language).select(count)] ?? text.other;
  return filled(form, { n: new Intl.NumberFormat(language).format(count) });
}
