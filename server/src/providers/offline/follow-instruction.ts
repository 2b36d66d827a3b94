import { CALL_MARKS, INSTRUCTION_HEADING, SAY_EXACTLY, TOOL_ANSWERED } from '../interfaces/conventions.ts';
import type { ModelMessage, ModelRequest } from '../interfaces/language-model.ts';
import { languageOfRules, readOutput, type ToolOutput } from './conversation.ts';
import { PHRASES } from './phrases.ts';
import { sayOutputs } from './tool-outputs.ts';

const MOST_WORDS = 60;

/**
 * The response to an operator's instruction: fixed words, a summary of the customer's words (here or in a call in the
 * instruction), late tool results, a question after a takeover, or otherwise whether the customer is still there. Null
 * without an instruction.
 */
export function followInstruction({ messages }: ModelRequest): string | null {
  const last = messages.findLast(({ role }) => role === 'user');
  if (last?.role !== 'user' || !last.content.startsWith(INSTRUCTION_HEADING)) return null;
  const instruction = last.content.slice(INSTRUCTION_HEADING.length).trim();
  if (instruction.startsWith(SAY_EXACTLY)) return fixedWords(instruction.slice(SAY_EXACTLY.length));
  const system = messages.flatMap((message) => (message.role === 'system' ? [message.content] : []));
  const language = languageOfRules(system.join('\n\n'));
  const phrases = PHRASES[language];
  const late = lateOutputs(messages, instruction);
  if (late.length > 0) return sayOutputs(late, language);
  const said = saidInCall(instruction) ?? saidBefore(messages, instruction);
  if (said.length === 0) return TAKE_OVER.test(instruction) ? phrases.howCanIHelp : phrases.stillThere;
  const words = said.join(' ').split(/\s+/);
  return phrases.customerSaid.replace('{words}', () => words.slice(-MOST_WORDS).join(' '));
}

/** The newest results of the tools that the instruction names. */
function lateOutputs(messages: readonly ModelMessage[], instruction: string): ToolOutput[] {
  if (!instruction.startsWith(TOOL_ANSWERED)) return [];
  const [names = ''] = instruction.slice(TOOL_ANSWERED.length).split('.', 1);
  return names.split(',').flatMap((name) => {
    const answer = messages.findLast(
      (message) => message.role === 'tool' && message.toolName === name.trim(),
    );
    return answer?.role === 'tool' ? [readOutput(answer)] : [];
  });
}

const TAKE_OVER = /\btak(e|en) over this call\b/i;
/** "A brief question" does not ask for a briefing. */
const SUMMARY = /\bsummar(y|i[sz])|\bbrief (a|an|the|your|our) /i;

/** The customer's words, if the instruction asks for a summary. */
function saidBefore(messages: readonly ModelMessage[], instruction: string): string[] {
  if (!SUMMARY.test(instruction)) return [];
  return messages.flatMap((message) =>
    message.role === 'user' && !message.content.startsWith(INSTRUCTION_HEADING) ? [message.content] : [],
  );
}

/** Null if the instruction contains no call. */
function saidInCall(instruction: string): string[] | null {
  const { begin, end, customer } = CALL_MARKS;
  const from = instruction.indexOf(`${begin}\n`);
  if (from === -1 || !instruction.endsWith(end)) return null;
  const lines = instruction.slice(from, -end.length).split('\n');
  return lines.flatMap((line) => (line.startsWith(customer) ? [line.slice(customer.length)] : []));
}

function fixedWords(rest: string): string {
  try {
    const words: unknown = JSON.parse(rest);
    return typeof words === 'string' ? words : rest.trim();
  } catch {
    return rest.trim();
  }
}
