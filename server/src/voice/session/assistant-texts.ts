import { renderVariables } from '#contract/render-variables.ts';
import type { SipHeader } from '#contract/sip-headers.ts';
import { textValues } from '../../agent/talk-facts.ts';
import type { CallAssistant } from '../call-host.ts';
import type { RequestHeaders } from '../legs/request-headers.ts';
import type { FillerPhrases } from '../turns/fillers.ts';

const REENGAGEMENT =
  'The customer has been silent for a while. Ask in one short sentence whether they are still there.';

const HAS_WORDS = /[\p{L}\p{N}]/u;

export function greetingOf({ settings, persona }: CallAssistant): string {
  return renderVariables(settings.initialMessage, textValues(persona)).text;
}

export function reengagementOf({ settings, persona }: CallAssistant): string {
  const { reengagementPrompt } = settings;
  return reengagementPrompt === null
    ? REENGAGEMENT
    : renderVariables(reengagementPrompt, textValues(persona)).text;
}

/** The notice before the first message; null if not set, or without words. */
export function noticeOf({ settings, persona }: CallAssistant): string | null {
  const { noticeMessage } = settings;
  const text = noticeMessage === null ? '' : renderVariables(noticeMessage, textValues(persona)).text.trim();
  return HAS_WORDS.test(text) ? text : null;
}

/** The voicemail message, with the notice before it; null if not set. */
export function voicemailOf(assistant: CallAssistant): string | null {
  const { voiceMailMessage } = assistant.settings;
  if (voiceMailMessage === null) return null;
  const { text } = renderVariables(voiceMailMessage, textValues(assistant.persona));
  const notice = noticeOf(assistant);
  return notice === null ? text : `${notice} ${text}`;
}

/** The filler phrases; those that only consist of variables without a value are left out. Null for no fillers. */
export function fillersOf({ settings, persona }: CallAssistant): FillerPhrases | null {
  const { fillers } = settings;
  if (fillers === null) return null;
  const values = textValues(persona);
  const render = (phrases: readonly string[]): string[] =>
    phrases.map((phrase) => renderVariables(phrase, values).text).filter((text) => HAS_WORDS.test(text));
  return {
    positive: render(fillers.positive),
    negative: render(fillers.negative),
    question: render(fillers.question),
    neutral: render(fillers.neutral),
  };
}

/** Renders a text of a tool; empty if not set. */
export function toolTextOf({ persona }: CallAssistant, template: string | null | undefined): string {
  return template == null ? '' : renderVariables(template, textValues(persona)).text;
}

/** Headers of the requests of a transfer. */
export function requestHeadersOf(
  { persona }: CallAssistant,
  headers: readonly SipHeader[] | null | undefined,
): RequestHeaders {
  return { own: headers ?? [], values: textValues(persona) };
}
