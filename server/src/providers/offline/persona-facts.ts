import { sentencesOf } from './sentences.ts';
import { textBlocks } from './text-blocks.ts';

/** Sentences that instruct the assistant instead of stating facts. */
const INSTRUCTION =
  /\b(you|your|yourself|customers?|callers?|users?|visitors?|clients?|conversation|assistant|always|never|must|should|politely|respond|reply|answer|greet|ask|speak|tu|dumneavoastra|clientul|vous|usted|sie|lei)\b|^(be|do|don't|keep|use|make|try|offer|help|provide|tell|say|collect|confirm|remember|avoid|stay|if|when|act|explain|transfer|call|end|start|begin|thank)\b/i;

/**
 * The facts in an assistant's prompt ("We are open Monday to Friday, 9 to 17."), as text with headings. Instructions
 * are dropped: they are no answer to a customer.
 */
export function personaFacts(prompt: string): string {
  const lines: string[] = [];
  for (const block of textBlocks(prompt)) {
    if (block.kind === 'heading') lines.push(`\n## ${block.path.join(' › ')}\n`);
    else if (block.kind === 'row') lines.push(`| ${block.cells.join(' | ')} |`);
    else {
      const facts = sentencesOf(block.text).filter((sentence) => !INSTRUCTION.test(sentence));
      if (facts.length > 0) lines.push(`${block.kind === 'item' ? '- ' : '\n'}${facts.join(' ')}`);
    }
  }
  return lines.join('\n').trim();
}
