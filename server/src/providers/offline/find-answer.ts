import { chooseUnits } from './choose-units.ts';
import type { LanguageCode } from './languages.ts';
import { type PassageUnit, passageUnits, type SourcePassage } from './passage-units.ts';
import { readQuestion } from './question.ts';
import { scoreUnits } from './score-units.ts';

/** Instructions to a language model are never an answer. */
const ORDER_TO_MACHINE =
  /\b(?:ignore|disregard|forget|override)\b.{0,30}\b(?:instructions?|prompts?|rules|messages)\b|\bsystem prompt\b|\byou are now\b/i;

/** Minimum share of the question's weight that an answer must cover. */
const MIN_COVERAGE = 0.47;

/**
 * The one to three sentences that best answer the question, in reading order (a whole short list counts as one); null
 * without an answer. Passages: best first.
 */
export function findAnswer(
  message: string,
  passages: readonly SourcePassage[],
  language: LanguageCode,
): string | null {
  const question = readQuestion(message, language);
  const units = passageUnits(passages);
  if (question.terms.length === 0 || units.length === 0) return null;
  const scored = scoreUnits(units, question, language);
  const eligible = scored.filter(
    ({ coverage, score, unit }) => coverage >= MIN_COVERAGE && score > 0 && !ORDER_TO_MACHINE.test(unit.text),
  );
  const [first, ...others] = eligible;
  if (first === undefined) return null;
  const best = others.reduce((a, b) => (b.score > a.score ? b : a), first);
  const chosen = chooseUnits(best, scored).filter((unit) => !ORDER_TO_MACHINE.test(unit.text));
  return sayUnits(chosen);
}

function sayUnits(units: readonly PassageUnit[]): string {
  return units
    .map((unit, index) => {
      const next = units[index + 1];
      if (/[.!?…:]$/.test(unit.text)) return unit.text;
      const text = unit.text.replace(/[;,]$/, '');
      return unit.list !== null && next?.list === unit.list ? `${text};` : `${text}.`;
    })
    .join(' ');
}
