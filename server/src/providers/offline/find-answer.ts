import type { LanguageCode } from './languages.ts';
import { type PassageUnit, passageUnits, type SourcePassage } from './passage-units.ts';
import { containsKind, type Question, readQuestion } from './question.ts';
import { termsOf } from './words.ts';

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

/** "What we do: We bake bread.": the label repeats the question. */
const QUESTION_LABEL = /^(?:what|who|how) [^:.!?]{1,40}: (?=\p{Lu})/iu;

function sayUnits(units: readonly PassageUnit[]): string {
  return units
    .map((unit, index) => {
      const next = units[index + 1];
      const said = unit.text.replace(QUESTION_LABEL, '');
      if (/[.!?…:]$/.test(said)) return said;
      const text = said.replace(/[;,]$/, '');
      return unit.list !== null && next?.list === unit.list ? `${text};` : `${text}.`;
    })
    .join(' ');
}

const MAX_UNITS = 3;
const MAX_LIST_UNITS = 9;
const MAX_CHARACTERS = 480;
/** Minimum score of additional sentences, relative to the best one. */
const MIN_RELATIVE_SCORE = 0.7;
/** From this coverage on, the document contains the same question, and its answer is taken as a whole. */
const SAME_QUESTION = 0.6;

/** Openings of sentences that depend on the previous one. */
const DEPENDENT_OPENING =
  /^(?:after that|afterwards|then|otherwise|however|but|it|its|this|these|that|those|they|he|she|also|in this case|from abroad|outside these|if not|instead|dupa aceea|altfel|acest|aceasta|ensuite|sinon|danach|sonst|dies|despues)\b/i;

/** The one to three units (or one list) of the answer, in reading order. */
function chooseUnits(best: ScoredUnit, scored: readonly ScoredUnit[]): PassageUnit[] {
  const list = listAround(best, scored);
  if (list !== null) return list;
  if (best.questionCoverage >= SAME_QUESTION) return wholeReply(best, scored);
  if (best.unit.kind === 'record') return wholeRecord(best.unit, scored);
  const chosen = withSupport(best, scored);
  const covered = new Set(best.matched);
  let characters = chosen.reduce((sum, unit) => sum + unit.text.length, 0);
  for (const item of [...scored].sort((a, b) => b.score - a.score)) {
    if (chosen.length >= MAX_UNITS || item.score < best.score * MIN_RELATIVE_SCORE) break;
    const addsTerm = [...item.own].some((term) => !covered.has(term));
    const fits = characters + item.unit.text.length <= MAX_CHARACTERS;
    if (!addsTerm || !fits || chosen.includes(item.unit) || item.unit.text.endsWith(':')) continue;
    chosen.push(item.unit);
    characters += item.unit.text.length;
    for (const term of item.own) covered.add(term);
  }
  return chosen.sort((a, b) => a.index - b.index);
}

/** Adds the sentence that the unit depends on, and the one that depends on it. */
function withSupport({ unit }: ScoredUnit, scored: readonly ScoredUnit[]): PassageUnit[] {
  const before = scored[unit.index - 1]?.unit;
  const after = scored[unit.index + 1]?.unit;
  const result = [unit];
  if (unit.kind !== 'sentence') return result;
  if (before !== undefined && follows(before, unit) && DEPENDENT_OPENING.test(unit.text))
    result.unshift(before);
  if (after !== undefined && follows(unit, after) && DEPENDENT_OPENING.test(after.text)) result.push(after);
  return result;
}

function follows(unit: PassageUnit, next: PassageUnit): boolean {
  return unit.block === next.block && unit.kind === 'sentence' && next.kind === 'sentence';
}

function wholeReply(best: ScoredUnit, scored: readonly ScoredUnit[]): PassageUnit[] {
  const { question, block } = best.unit;
  const reply = scored
    .map((item) => item.unit)
    .filter((unit) => unit.question === question && unit.block === block);
  const first = Math.max(0, Math.min(reply.indexOf(best.unit) - 1, reply.length - MAX_UNITS));
  return reply.slice(first, first + MAX_UNITS);
}

function wholeRecord({ block }: PassageUnit, scored: readonly ScoredUnit[]): PassageUnit[] {
  return scored
    .map((item) => item.unit)
    .filter((unit) => unit.block === block)
    .slice(0, MAX_UNITS);
}

/**
 * A lead-in line is no answer without its list. If an item only matches through its lead-in or heading, the whole list
 * is the answer.
 */
function listAround(best: ScoredUnit, scored: readonly ScoredUnit[]): PassageUnit[] | null {
  const { unit, own } = best;
  const units = scored.map((item) => item.unit);
  const leadIn = unit.text.endsWith(':') ? unit : unit.leadIn === null ? undefined : units[unit.leadIn];
  const leadInOwn = leadIn === undefined ? undefined : scored[leadIn.index]?.own;
  const isOwnAnswer = leadIn !== unit && [...own].some((term) => leadInOwn?.has(term) !== true);
  if (isOwnAnswer) return null;
  const list = unit.list ?? units.find((other) => other.leadIn === leadIn?.index)?.list ?? null;
  if (list === null) return null;
  const items = units.filter((other) => other.list === list).slice(0, MAX_LIST_UNITS);
  return leadIn === undefined ? items : [leadIn, ...items];
}

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

interface ScoredUnit {
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
function scoreUnits(units: readonly PassageUnit[], question: Question, language: LanguageCode): ScoredUnit[] {
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
