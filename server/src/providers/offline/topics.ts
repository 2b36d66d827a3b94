import { KNOWLEDGE_TOOL_NAME } from '../interfaces/conventions.ts';
import type { ToolDescription } from '../interfaces/language-model.ts';
import { endsCall } from './built-in-tool-words.ts';
import type { Conversation } from './conversation.ts';
import type { SourcePassage } from './passage-units.ts';
import { personaFacts } from './persona-facts.ts';
import { PHRASES } from './phrases.ts';
import { textBlocks } from './text-blocks.ts';

const MAX_TOPICS = 4;

/** Topics from the documents, the facts of the prompt and the tools; null without any. */
export function sayTopics(tools: readonly ToolDescription[], conversation: Conversation): string | null {
  const { passages, persona, language } = conversation;
  const found = [
    ...tools
      .filter((tool) => tool.name !== KNOWLEDGE_TOOL_NAME && !endsCall(tool))
      .map((tool) => tool.name.replaceAll('_', ' ')),
    ...passages.flatMap(topicsOf),
    ...factTopics(personaFacts(persona, language)),
  ];
  const topics = [...new Set(found.filter((topic) => topic !== ''))].slice(0, MAX_TOPICS);
  return topics.length === 0 ? null : PHRASES[language].topics.replace('{topics}', topics.join(', '));
}

/** The sections of a passage; the name of its document if there are none. */
function topicsOf({ text, documentName }: SourcePassage): string[] {
  const sections = textBlocks(text).flatMap((block, index, blocks) => {
    // A title, which another heading follows at once, names the document.
    const isSection = block.kind === 'heading' && (blocks[index + 1]?.kind ?? 'heading') !== 'heading';
    return isSection ? (block.path.at(-1) ?? []) : [];
  });
  return sections.length === 0 ? [tidyName(documentName)] : sections;
}

/** `price_list-2026.pdf` → `price list 2026`. */
function tidyName(name: string): string {
  return name
    .replace(/\.(pdf|docx|txt)$/i, '')
    .replaceAll(/[_-]+/g, ' ')
    .trim();
}

/** Headings and labels that are about the assistant's behavior. */
const INSTRUCTS =
  /^(?:who|what|how|when|first|your?|my)\b|\b(?:role|goals?|steps?|limits?|rules?|style|tone|tasks?|persona|identity|instructions?|questions?)\b/i;
const LABEL = /^([^:.!?]{3,30}):\s+\S/;

/** The labels of facts (`Address: 12 Market Street`), and the headings of sections without labels. */
function factTopics(facts: string): string[] {
  const blocks = textBlocks(facts);
  const topics = blocks.flatMap((block, index) => {
    if (block.kind === 'row') return [];
    if (block.kind !== 'heading') return LABEL.exec(block.text)?.[1] ?? [];
    const next = blocks[index + 1];
    const hasOwnFacts = next?.kind === 'paragraph' || (next?.kind === 'item' && !LABEL.test(next.text));
    return hasOwnFacts ? (block.path.at(-1) ?? []) : [];
  });
  return topics.filter((topic) => !INSTRUCTS.test(topic));
}
