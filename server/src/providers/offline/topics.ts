import { KNOWLEDGE_TOOL_NAME } from '../interfaces/conventions.ts';
import type { ToolDescription } from '../interfaces/language-model.ts';
import { endsCall } from './built-in-tool-words.ts';
import type { Conversation } from './conversation.ts';
import { PHRASES } from './phrases.ts';
import { textBlocks } from './text-blocks.ts';

const MAX_TOPICS = 4;

/** Topics from the names and headings of the documents, and from the tools; null without any. */
export function sayTopics(tools: readonly ToolDescription[], conversation: Conversation): string | null {
  const found = [
    ...tools
      .filter((tool) => tool.name !== KNOWLEDGE_TOOL_NAME && !endsCall(tool))
      .map((tool) => tool.name.replaceAll('_', ' ')),
    ...conversation.passages.map((passage) => tidyName(passage.documentName)),
    ...headingsOf(conversation.persona),
  ];
  const topics = [...new Set(found.filter((topic) => topic !== ''))].slice(0, MAX_TOPICS);
  if (topics.length === 0) return null;
  return PHRASES[conversation.language].topics.replace('{topics}', topics.join(', '));
}

/** `price_list-2026.pdf` → `price list 2026`. */
function tidyName(name: string): string {
  return name
    .replace(/\.(pdf|docx|txt)$/i, '')
    .replaceAll(/[_-]+/g, ' ')
    .trim();
}

function headingsOf(prompt: string): string[] {
  return textBlocks(prompt).flatMap((block) => (block.kind === 'heading' ? block.path : []));
}
