import { INSTRUCTION_HEADING, SAY_EXACTLY } from '../spec/conventions.ts';
import type { ModelRequest } from '../spec/language-model.ts';
import { languageOfRules } from './conversation.ts';
import { PHRASES } from './phrases.ts';

const MOST_WORDS = 60;

/**
 * What to say when the operator wants something in the customer's place: fixed words, a summary of what the customer
 * said, or else whether they are still there. Null: the message is the customer's own.
 */
export function followInstruction({ messages }: ModelRequest): string | null {
  const last = messages.findLast(({ role }) => role === 'user');
  if (last?.role !== 'user' || !last.content.startsWith(INSTRUCTION_HEADING)) return null;
  const instruction = last.content.slice(INSTRUCTION_HEADING.length).trim();
  if (instruction.startsWith(SAY_EXACTLY)) return fixedWords(instruction.slice(SAY_EXACTLY.length));
  const system = messages.flatMap((message) => (message.role === 'system' ? [message.content] : []));
  const phrases = PHRASES[languageOfRules(system.join('\n\n'))];
  const said = messages.flatMap((message) =>
    message.role === 'user' && !message.content.startsWith(INSTRUCTION_HEADING) ? [message.content] : [],
  );
  const isSummary = /\b(summar|brief)/i.test(instruction) && said.length > 0;
  if (!isSummary) return phrases.stillThere;
  const words = said.join(' ').split(/\s+/);
  return phrases.customerSaid.replace('{words}', () => words.slice(-MOST_WORDS).join(' '));
}

function fixedWords(rest: string): string {
  try {
    const words: unknown = JSON.parse(rest);
    return typeof words === 'string' ? words : rest.trim();
  } catch {
    return rest.trim();
  }
}
