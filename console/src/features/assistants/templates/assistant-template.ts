import type { CreateAssistant } from '../../../data/assistants.ts';

/** Set from the server's catalog or by the person who creates the assistant. */
type Chosen = 'voice_id' | 'language_id' | 'llm_model_id' | 'multimodal_model_id' | 'timezone';

/** Languages (ISO 639-1) in which every template greets; prompts are in English, and the model answers in its language. */
export const TEMPLATE_LANGUAGES = ['en', 'de', 'ro', 'es', 'fr'] as const;
export type TemplateLanguage = (typeof TEMPLATE_LANGUAGES)[number];

/** A ready-made assistant with `{{variables}}` for what differs between businesses, all without values. */
export interface AssistantTemplate {
  /** Part of the URL of its preview. */
  id: string;
  title: string;
  /** What it does, in one sentence. */
  text: string;
  /** Next steps, as commands. */
  next: readonly string[];
  /** Variables for the company's name and what it sells, asked for when an assistant is created. */
  company: string;
  offer: string;
  /** First messages in other languages than English. */
  greetings: Readonly<Record<Exclude<TemplateLanguage, 'en'>, string>>;
  /** Example values of other variables; variables without an example come with each lead. */
  examples: Readonly<Record<string, string>>;
  assistant: Omit<CreateAssistant, Chosen>;
}
