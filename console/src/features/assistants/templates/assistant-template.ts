import type { CreateAssistant } from '../../../data/assistants.ts';

/** What the catalogue of the installation decides, or the person who creates. */
type Chosen = 'voice_id' | 'language_id' | 'llm_model_id' | 'multimodal_model_id' | 'timezone';

/** A beginning that works as it stands, with `{{variables}}` where businesses differ. */
export interface AssistantTemplate {
  /** In the address of the page that shows it. */
  id: string;
  title: string;
  /** What it does, in one sentence. */
  text: string;
  /** What is left to do, as commands. */
  next: readonly string[];
  assistant: Omit<CreateAssistant, Chosen>;
}
