import type { Assistant, CreateAssistant } from '../../data/assistants.ts';
import { valuesOf } from './editor/form/assistant-values.ts';

const MOST_LETTERS = 255;

/** The request that duplicates an assistant. The phone number stays with the original. */
export function copyOf(assistant: Assistant): CreateAssistant {
  const name = [...`Copy of ${assistant.name}`].slice(0, MOST_LETTERS).join('');
  return { ...valuesOf(assistant), variables: assistant.variables, name, phone_number_id: null };
}
