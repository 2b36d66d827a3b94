import type { Exchange } from './conversation.ts';
import { dayAndTimeIn } from './day-and-time.ts';
import { plainWords } from './small-talk.ts';
import { questionOf, yesOrNo } from './yes-or-no.ts';

/** Descriptions of a decision of the customer: "Whether the patient will come". */
const DECISION =
  /confirm|conferm|(^| )(attend|accept|agree|consent|approv|bestatig|zusag|teilnehm|particip|patvirtin|atvyk|bekræft)|(^| )(come|comes|coming|kommt|kommen|kommer|vine|veni|viendra|vendra|verra|vira)( |$)|تاكيد|يوكد|سيحضر/u;
const FUNCTION_WORDS = new Set(
  'whether patient patients customer customers caller callers user users client clients person lead that this they them their there have been will would could should wants want asked said with from about when your yours what which does some sich oder wird sind haben werden daca sunt este pentru vous votre dans pour avec pouvez usted para esta tiene'.split(
    ' ',
  ),
);
const STEM_LETTERS = 5;

function stemsOf(text: string): Set<string> {
  const words = plainWords(text).split(' ');
  return new Set(
    words
      .filter((word) => word.length > 3 && !FUNCTION_WORDS.has(word))
      .map((word) => word.slice(0, STEM_LETTERS)),
  );
}

/** True if the description asks for a decision of the customer. */
export function isDecision(description: string): boolean {
  return DECISION.test(plainWords(description));
}

/**
 * The customer's answer to the assistant's question about the described subject; null if they never did. For a
 * decision, "I will come" counts without a question, and a question in other words is accepted if no question has the
 * words of the description. The last answer counts.
 */
export function decisionIn(description: string, exchanges: readonly Exchange[]): boolean | null {
  const subject = stemsOf(description);
  const isRelated = (question: string): boolean => [...stemsOf(question)].some((stem) => subject.has(stem));
  const questions = exchanges.map(({ reply }) => (reply === null ? null : questionOf(reply)));
  const hasRelated = questions.some((question) => question !== null && isRelated(question));
  const mayDecide = isDecision(description);
  let decision: boolean | null = null;
  let isOpen = false;
  for (const [index, { reply, message }] of exchanges.entries()) {
    const question = questions[index] ?? null;
    if (question !== null) isOpen = isRelated(question) || (mayDecide && !hasRelated);
    const answer = yesOrNo(message);
    if (answer === null) continue;
    const answersOther = question === null && /[?؟]\s*$/.test(reply ?? '');
    const isDirect = isOpen && !answersOther;
    if (!isDirect && !(mayDecide && answer.isExplicit)) continue;
    // "I cannot come." "I can come on Thursday."
    if (decision === false && answer.value && question === null && dayAndTimeIn(message) !== null) continue;
    decision = answer.value;
    isOpen = false;
  }
  return decision;
}
