import { TEMPLATE_LANGUAGES, type TemplateLanguage } from './assistant-template.ts';

/** Says that a call is recorded, before the greeting. */
const NOTICES: Readonly<Record<TemplateLanguage, string>> = {
  en: 'This call is recorded.',
  de: 'Dieses Gespräch wird aufgezeichnet.',
  ro: 'Acest apel este înregistrat.',
  es: 'Esta llamada se graba.',
  fr: 'Cet appel est enregistré.',
};

/** The recording notice in a language (ISO 639-1); otherwise empty. */
export function noticeIn(iso: string): string {
  return isTemplateLanguage(iso) ? NOTICES[iso] : '';
}

export function isTemplateLanguage(iso: string): iso is TemplateLanguage {
  return TEMPLATE_LANGUAGES.some((one) => one === iso);
}
