import type { CreateAssistant } from '../../../data/assistants.ts';
import type { Language, LanguageModel, Voice } from '../../../data/catalog.ts';
import { t } from '../../../lib/i18n/t.ts';
import type { AssistantTemplate } from '../templates/assistant-template.ts';
import { isTemplateLanguage } from '../templates/spoken-texts.ts';

/** The server's catalog for a new assistant, best first. */
export interface Offered {
  language: Language;
  voices: readonly Voice[];
  models: readonly LanguageModel[];
  timezone: string;
}

/** The answers of the setup dialog. */
export interface SetupAnswers {
  company: string;
  offer: string;
  /** Null: the first that speaks the language. */
  voiceId: number | null;
  /** The first message in a language in which the template has none. */
  greeting: string;
  /** Said before recorded calls; null if calls are not recorded. */
  notice: string | null;
}

/** The template's first message in a language (ISO 639-1); empty if it has none. */
export function greetingIn({ assistant, greetings }: AssistantTemplate, iso: string): string {
  if (!isTemplateLanguage(iso)) return '';
  return iso === 'en' ? assistant.initial_message : greetings[iso];
}

/** A template with the answers as variables and texts. */
export function withAnswers(
  template: AssistantTemplate,
  answers: SetupAnswers,
  iso: string,
): AssistantTemplate['assistant'] {
  const { assistant, company, offer } = template;
  const notice = answers.notice?.trim() ?? '';
  return {
    ...assistant,
    initial_message: greetingIn(template, iso) || answers.greeting.trim(),
    record: answers.notice !== null,
    notice_message: notice === '' ? null : notice,
    variables: {
      ...assistant.variables,
      [company]: answers.company.trim(),
      // Prompts may continue the sentence.
      [offer]: answers.offer.trim().replace(/\.$/, ''),
    },
  };
}

/**
 * The request that creates an assistant from a template. @throws Error, in words, when no language model or voice is
 * available
 */
export function createRequest(
  template: AssistantTemplate['assistant'],
  offered: Offered,
  voiceId: number | null = null,
): CreateAssistant {
  const voice =
    offered.voices.find(({ id }) => id === voiceId) ??
    offered.voices.find(({ language_id }) => language_id === offered.language.id) ??
    offered.voices[0];
  const model = offered.models[0];
  if (voice === undefined)
    throw new Error(
      t('No voice is available for {language}. Check the vendors under Settings.', {
        language: offered.language.name,
      }),
    );
  if (model === undefined)
    throw new Error(t('No language model is available. Check the vendors under Settings.'));
  return {
    ...template,
    voice_id: voice.id,
    language_id: offered.language.id,
    llm_model_id: model.id,
    timezone: offered.timezone,
  };
}
