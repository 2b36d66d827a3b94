import type { LanguageCode } from './languages.ts';
import type { PassageUnit } from './passage-units.ts';
import { containsKind, type Question } from './question.ts';
import { termsOf } from './words.ts';

/** Share of a term's weight, by how and where the unit matches it. */
const OWN = 1;
const SIMILAR = 0.85;
const SYNONYM = 0.75;
const OF_KIND = 0.6;
const CONTEXT = 0.75;
const NEIGHBOR = 0.3;

const KIND_BONUS = 0.3;
/** Heading and sentence have the same topic. */
const AGREEMENT_BONUS = 0.06;
/** For each passage before it: passages are sorted by relevance. */
const RANK_PENALTY = 0.01;

export interface ScoredUnit {
  unit: PassageUnit;
  score: number;
  /** Share of the question's weight that the unit covers, 0 to 1. */
  coverage: number;
  /** Terms that match its own words. */
  own: Set<string>;
  /** Terms that match its own words or its headings. */
  matched: Set<string>;
  /** How well the preceding question in the document ("How long does delivery take?") matches ours, 0 to 1. */
  questionCoverage: number;
}

/** Scores all units as answers to the question. */
export function scoreUnits(
  units: readonly PassageUnit[],
  question: Question,
  language: LanguageCode,
): ScoredUnit[] {
  const unitTerms = units.map((unit) => termsOf(unit.text, language));
  const weights = termWeights(question, units, unitTerms);
  const read = { synonyms: question.synonyms, isEnglish: language === 'en' };
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  return units.map((unit, index) => {
    const ownTerms = new Set(unitTerms[index]);
    const contextTerms = new Set(unit.context.flatMap((text) => termsOf(text, language)));
    const questionTerms = new Set(unit.question === null ? [] : termsOf(unit.question, language));
    const neighbors = neighborTerms(units, unitTerms, index);
    const scored: ScoredUnit = {
      unit,
      score: 0,
      coverage: 0,
      own: new Set(),
      matched: new Set(),
      questionCoverage: 0,
    };
    let agreements = 0;
    for (const [term, weight] of weights) {
      const own = Math.max(strengthIn(ownTerms, term, read), kindStrength(unit.text, term, question));
      const context = strengthIn(contextTerms, term, read) * CONTEXT;
      if (own > 0) scored.own.add(term);
      if (own > 0 || context > 0) scored.matched.add(term);
      if (own > 0 && context > 0) agreements += 1;
      const share = weight / total;
      scored.coverage += share * Math.max(own, context, neighbors.has(term) ? NEIGHBOR : 0);
      scored.questionCoverage += share * strengthIn(questionTerms, term, read);
    }
    if (scored.matched.size === 0) return scored;
    const kinds = [...question.kinds.keys()].filter((kind) => containsKind(unit.text, kind)).length;
    const rank = RANK_PENALTY * Math.min(unit.passage, 5);
    scored.score = scored.coverage + KIND_BONUS * kinds + AGREEMENT_BONUS * agreements - rank;
    return scored;
  });
}

/** Inverse frequency: rare terms weigh more. A missing term weighs like a rare one, because it may be the subject. */
function termWeights(
  question: Question,
  units: readonly PassageUnit[],
  unitTerms: readonly (readonly string[])[],
): Map<string, number> {
  const weights = new Map<string, number>();
  for (const term of question.terms) {
    const frequency = unitTerms.filter((terms) => terms.includes(term)).length;
    weights.set(term, Math.log(1 + (units.length + 1) / (Math.max(frequency, 1) + 0.5)));
  }
  return weights;
}

interface Reading {
  synonyms: Question['synonyms'];
  isEnglish: boolean;
}

function strengthIn(terms: ReadonlySet<string>, term: string, { synonyms, isEnglish }: Reading): number {
  if (terms.has(term)) return OWN;
  for (const other of terms) if (isSimilar(term, other, isEnglish)) return SIMILAR;
  for (const other of synonyms.get(term) ?? []) if (terms.has(other)) return SYNONYM;
  return 0;
}

/**
 * Word forms that a stemmer separates: a long common prefix with a short rest. Languages other than English have more
 * forms, and customers omit the diacritics that stemmers need.
 */
function isSimilar(term: string, other: string, isEnglish: boolean): boolean {
  const shorter = Math.min(term.length, other.length);
  const least = isEnglish ? 5 : 4;
  if (shorter < least || Math.max(term.length, other.length) - shorter > 4) return false;
  let common = 0;
  while (common < shorter && term[common] === other[common]) common += 1;
  return common >= least && common >= shorter - 2;
}

/** "12 euros" answers "cost" without the word. */
function kindStrength(text: string, term: string, question: Question): number {
  for (const [kind, terms] of question.kinds) if (terms.has(term) && containsKind(text, kind)) return OF_KIND;
  return 0;
}

function neighborTerms(
  units: readonly PassageUnit[],
  unitTerms: readonly string[][],
  index: number,
): Set<string> {
  const here = units[index];
  const result = new Set<string>();
  for (const neighbor of [index - 1, index + 1]) {
    if (units[neighbor]?.passage !== here?.passage) continue;
    for (const term of unitTerms[neighbor] ?? []) result.add(term);
  }
  return result;
}
