import type { CreateAssistant } from '../../../data/assistants.ts';

/** What the catalogue of the installation decides, or the person who creates. */
type Chosen = 'voice_id' | 'language_id' | 'llm_model_id' | 'multimodal_model_id' | 'timezone';

/** A ready-made assistant with `{{variables}}` where businesses differ; none has a value yet. */
export interface AssistantTemplate {
  /** In the address of the page that shows it. */
  id: string;
  title: string;
  /** What it does, in one sentence. */
  text: string;
  /** What is left to do, as commands. */
  next: readonly string[];
  /** Variables for the company's name and what it sells, asked for when an assistant is created. */
  company: string;
  offer: string;
  /** Example values of other variables; variables without an example come with each lead. */
  examples: Readonly<Record<string, string>>;
  assistant: Omit<CreateAssistant, Chosen>;
}
