import type { PassageUnit } from './passage-units.ts';
import type { ScoredUnit } from './score-units.ts';

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
export function chooseUnits(best: ScoredUnit, scored: readonly ScoredUnit[]): PassageUnit[] {
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
