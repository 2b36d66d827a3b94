import { guessLanguage, type LanguageCode, stripMarks } from './languages.ts';
import { sentencesOf } from './sentences.ts';
import { textBlocks } from './text-blocks.ts';
import { wordsOf } from './words.ts';

/** Sentences that instruct the assistant instead of stating facts. */
const INSTRUCTION =
  /\b(you|your|yourself|customers?|callers?|users?|visitors?|clients?|conversation|assistant|always|never|must|should|politely|respond|reply|answer|greet|ask|speak)\b|^(be|do|don't|keep|use|make|try|offer|help|provide|tell|say|collect|confirm|remember|avoid|stay|if|when|act|explain|transfer|call|end|start|begin|thank)\b/i;

/** Words for the assistant and the customer in other languages. In Romanian, the Italian "Lei" is the currency. */
const ADDRESSED: Partial<Record<LanguageCode, RegExp>> = {
  ro: /\b(tu|dumneavoastra|clientul)\b/i,
  fr: /\b(tu|vous)\b/i,
  es: /\b(tu|usted)\b/i,
  de: /\bsie\b/i,
  it: /\b(tu|lei)\b/i,
  pt: /\btu\b/i,
};

/**
 * The facts in an assistant's prompt ("We are open Monday to Friday, 9 to 17."), as text with headings. Instructions
 * are dropped: they are no answer to a customer. `language`: of the conversation, for prompts of a few words.
 */
export function personaFacts(prompt: string, language: LanguageCode): string {
  const addressed = ADDRESSED[guessLanguage(wordsOf(prompt), language)];
  const instructs = (sentence: string): boolean =>
    INSTRUCTION.test(sentence) || addressed?.test(stripMarks(sentence)) === true;
  const lines: string[] = [];
  for (const block of textBlocks(prompt)) {
    if (block.kind === 'heading') lines.push(`\n## ${block.path.join(' › ')}\n`);
    else if (block.kind === 'row') lines.push(`| ${block.cells.join(' | ')} |`);
    else {
      // A label whose variable has no value: `Opening hours:`.
      if (block.kind === 'item' && block.text.endsWith(':')) continue;
      const facts = sentencesOf(block.text).filter((sentence) => !instructs(sentence));
      if (facts.length > 0) lines.push(`${block.kind === 'item' ? '- ' : '\n'}${facts.join(' ')}`);
    }
  }
  return lines.join('\n').trim();
}
