import { chooseUnits } from './choose-units.ts';
import type { LanguageCode } from './languages.ts';
import { type PassageUnit, passageUnits, type SourcePassage } from './passage-units.ts';
import { readQuestion } from './question.ts';
import { scoreUnits } from './score-units.ts';

/** The least share of the question's weight that an answer must meet. */
const LEAST_COVERAGE = 0.47;

/**
 * The one to three sentences of the passages that answer best, in reading order (a whole short list counts as one);
 * null when nothing there answers. Passages: best first.
 */
export function findAnswer(
  message: string,
  passages: readonly SourcePassage[],
  language: LanguageCode,
): string | null {
  const question = readQuestion(message, language);
  const units = passageUnits(passages);
  if (question.terms.length === 0 || units.length === 0) return null;
  const scored = scoreUnits(units, question, { passages, language });
  const eligible = scored.filter((item) => item.coverage >= LEAST_COVERAGE && item.score > 0);
  const [first, ...others] = eligible;
  if (first === undefined) return null;
  const best = others.reduce((a, b) => (b.score > a.score ? b : a), first);
  return sayUnits(chooseUnits(best, scored));
}

function sayUnits(units: readonly PassageUnit[]): string {
  return units
    .map((unit, index) => {
      const next = units[index + 1];
      if (/[.!?…:]$/.test(unit.text)) return unit.text;
      const text = unit.text.replace(/[;,]$/, '');
      return unit.leadIn !== null && next?.leadIn === unit.leadIn ? `${text};` : `${text}.`;
    })
    .join(' ');
}
