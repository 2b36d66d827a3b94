import type { LanguageCode } from './languages.ts';
import { type PassageUnit, passageUnits, type SourcePassage } from './passage-units.ts';
import { holds, type Question, readQuestion } from './question.ts';
import { termsOf } from './words.ts';

/** How much of a term's weight counts, by where the unit has it. */
const OWN = 1;
const SYNONYM = 0.7;
const CONTEXT = 0.75;
const NEIGHBOUR = 0.3;
const DOCUMENT = 0.25;

/** The least share of the question's weight that an answer must meet. */
const LEAST_COVERAGE = 0.34;
const MAX_UNITS = 3;
const MAX_LIST_UNITS = 8;
const MAX_CHARACTERS = 480;

interface ScoredUnit {
  unit: PassageUnit;
  score: number;
  coverage: number;
  matched: Set<string>;
}

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
  const best = scored.reduce((a, b) => (b.score > a.score ? b : a));
  if (best.coverage < LEAST_COVERAGE || best.score <= 0) return null;
  return sayUnits(chooseUnits(best, scored));
}

function scoreUnits(
  units: readonly PassageUnit[],
  question: Question,
  source: { passages: readonly SourcePassage[]; language: LanguageCode },
): ScoredUnit[] {
  const { language, passages } = source;
  const own = units.map((unit) => termsOf(unit.text, language));
  const context = units.map((unit) => new Set(unit.context.flatMap((text) => termsOf(text, language))));
  const documents = passages.map((passage) => new Set(termsOf(passage.documentName, language)));
  const weights = termWeights(question, own);
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  return units.map((unit, index) => {
    const ownTerms = new Set(own[index]);
    const neighbours = neighbourTerms(units, own, index);
    const matched = new Set<string>();
    let met = 0;
    for (const [term, weight] of weights) {
      const strength = Math.max(
        strengthIn(ownTerms, term, question) * OWN,
        strengthIn(context[index] ?? ownTerms, term, question) * CONTEXT,
        neighbours.has(term) ? NEIGHBOUR : 0,
        documents[unit.passage]?.has(term) === true ? DOCUMENT : 0,
      );
      if (strength >= CONTEXT * SYNONYM) matched.add(term);
      met += weight * strength;
    }
    const coverage = total === 0 ? 0 : met / total;
    const score = matched.size === 0 ? 0 : coverage + bonus(unit, own[index] ?? [], question);
    return { unit, score, coverage, matched };
  });
}

/** Rare terms tell more; every term of the question counts, found or not. */
function termWeights(question: Question, own: readonly (readonly string[])[]): Map<string, number> {
  const weights = new Map<string, number>();
  for (const term of question.terms) {
    const frequency = own.filter((terms) => terms.includes(term)).length;
    weights.set(term, Math.log(1 + (own.length + 1) / (frequency + 0.5)));
  }
  return weights;
}

function strengthIn(terms: ReadonlySet<string>, term: string, question: Question): number {
  if (terms.has(term)) return 1;
  for (const other of question.synonyms.get(term) ?? []) if (terms.has(other)) return SYNONYM;
  return 0;
}

function neighbourTerms(units: readonly PassageUnit[], own: readonly string[][], index: number): Set<string> {
  const here = units[index];
  const result = new Set<string>();
  for (const neighbour of [index - 1, index + 1]) {
    if (units[neighbour]?.passage === here?.passage)
      for (const term of own[neighbour] ?? []) result.add(term);
  }
  return result;
}

/** Prefers what the question asks for, words that stand together, better passages, and texts of sayable length. */
function bonus(unit: PassageUnit, ownTerms: readonly string[], question: Question): number {
  let result = 0;
  for (const kind of question.kinds) if (holds(unit.text, kind)) result += 0.35;
  const pairs = new Set(ownTerms.slice(1).map((term, index) => `${ownTerms[index]} ${term}`));
  const askedPairs = question.terms.slice(1).map((term, index) => `${question.terms[index]} ${term}`);
  result += 0.1 * askedPairs.filter((pair) => pairs.has(pair)).length;
  result -= 0.03 * Math.min(unit.passage, 5);
  if (ownTerms.length < 2 && unit.kind === 'sentence') result -= 0.2;
  if (ownTerms.length > 40) result -= 0.1;
  return result;
}

function chooseUnits(best: ScoredUnit, scored: readonly ScoredUnit[]): PassageUnit[] {
  const list = listOf(best.unit, scored);
  if (list !== null) return list;
  const chosen = [best];
  const covered = new Set(best.matched);
  let characters = best.unit.text.length;
  const others = scored.filter((item) => item !== best).sort((a, b) => b.score - a.score);
  for (const item of others) {
    if (chosen.length >= MAX_UNITS || item.score < best.score * 0.6) break;
    const addsTerm = [...item.matched].some((term) => !covered.has(term));
    if (!addsTerm || characters + item.unit.text.length > MAX_CHARACTERS) continue;
    chosen.push(item);
    characters += item.unit.text.length;
    for (const term of item.matched) covered.add(term);
  }
  return chosen.map((item) => item.unit).sort((a, b) => a.index - b.index);
}

/** The lead-in of a list is no answer without the list. */
function listOf(unit: PassageUnit, scored: readonly ScoredUnit[]): PassageUnit[] | null {
  if (!unit.text.endsWith(':')) return null;
  const items = scored.map((item) => item.unit).filter((other) => other.leadIn === unit.index);
  return items.length === 0 ? null : [unit, ...items.slice(0, MAX_LIST_UNITS)];
}

function sayUnits(units: readonly PassageUnit[]): string {
  return units
    .map((unit, index) => {
      const next = units[index + 1];
      if (/[.!?…:]$/.test(unit.text)) return unit.text;
      if (next !== undefined && next.leadIn !== null && next.leadIn === unit.leadIn)
        return `${unit.text.replace(/[;,]$/, '')};`;
      return `${unit.text.replace(/[;,]$/, '')}.`;
    })
    .join(' ');
}
