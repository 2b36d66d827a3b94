import type { Assistant, CreateAssistant } from '../../data/assistants.ts';
import { valuesOf } from './editor/form/assistant-values.ts';

const MOST_LETTERS = 255;

/** The request that makes a second one of an assistant. Its number stays where it is. */
export function copyOf(assistant: Assistant): CreateAssistant {
  const name = [...`Copy of ${assistant.name}`].slice(0, MOST_LETTERS).join('');
  return { ...valuesOf(assistant), variables: assistant.variables, name, phone_number_id: null };
}
