import type { CreateAssistant } from '../../../data/assistants.ts';
import type { Language, LanguageModel, Voice } from '../../../data/catalog.ts';
import type { AssistantTemplate } from '../templates/assistant-template.ts';

/** The server's catalog for a new assistant, best first. */
export interface Offered {
  language: Language;
  voices: readonly Voice[];
  models: readonly LanguageModel[];
  timezone: string;
}

/** Company facts for a template; empty until they are entered. */
export interface CompanyAnswers {
  company: string;
  offer: string;
}

/** A template with the company facts as variables. */
export function withAnswers(
  { assistant, company, offer }: AssistantTemplate,
  answers: CompanyAnswers,
): AssistantTemplate['assistant'] {
  const given = { [company]: answers.company.trim(), [offer]: answers.offer.trim() };
  return { ...assistant, variables: { ...assistant.variables, ...given } };
}

/**
 * The request that creates an assistant from a template. @throws Error, in words, when no language model or voice is
 * available
 */
export function createRequest(template: AssistantTemplate['assistant'], offered: Offered): CreateAssistant {
  const voice =
    offered.voices.find(({ language_id }) => language_id === offered.language.id) ?? offered.voices[0];
  const model = offered.models[0];
  if (voice === undefined)
    throw new Error(`No voice is available for ${offered.language.name}. Check the vendors under Settings.`);
  if (model === undefined)
    throw new Error('No language model is available. Check the vendors under Settings.');
  return {
    ...template,
    voice_id: voice.id,
    language_id: offered.language.id,
    llm_model_id: model.id,
    timezone: offered.timezone,
  };
}
