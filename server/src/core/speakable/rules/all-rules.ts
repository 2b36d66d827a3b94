import type { NumberWords } from '../languages/number-words.ts';
import type { SpokenLanguage } from '../languages/spoken-language.ts';
import { abbreviationRule } from './abbreviations.ts';
import { ADDRESSES } from './addresses.ts';
import { dateRules, timeRules, weekdayRule, yearRule } from './dates.ts';
import { IDENTIFIERS, NAMED_CODES } from './identifiers.ts';
import { moneyRules } from './money.ts';
import {
  fractionRule,
  isRange,
  numberRules,
  operatorRules,
  ordinalRule,
  rangeRule,
  sizeRule,
  unitRule,
} from './quantities.ts';
import { at, END, group, type NumberContext, type Rule, type TextContext } from './rule.ts';

/** `9–17` in languages without number words: the voice reads the numbers. */
const PLAIN_RANGE: Rule<TextContext> = {
  pattern: at(String.raw`(?<from>\d{1,4})[-–](?<until>\d{1,4})${END}`),
  speak: (match, { language }) => {
    const [from, until] = [group(match, 'from'), group(match, 'until')];
    return isRange(from, until) ? `${from} ${language.signs.to} ${until}` : null;
  },
};

const rulesByLanguage = new Map<NumberWords, readonly Rule<TextContext>[]>();

/** All rules, the more specific first. */
export function rulesOf({ numbers }: SpokenLanguage): readonly Rule<TextContext>[] {
  if (numbers === null) return [...ADDRESSES, ...IDENTIFIERS, PLAIN_RANGE];
  const known = rulesByLanguage.get(numbers);
  if (known !== undefined) return known;
  const within = (rules: readonly Rule<NumberContext>[]): Rule<TextContext>[] =>
    rules.map(({ pattern, speak }) => ({
      pattern,
      speak: (match, context) => speak(match, { ...context, numbers }),
    }));
  const rules = [
    ...ADDRESSES,
    ...within([...dateRules(numbers), ...moneyRules(numbers), unitRule(numbers), sizeRule(numbers)]),
    ...IDENTIFIERS,
    ...within([...timeRules(numbers), ordinalRule(numbers)]),
    ...NAMED_CODES,
    ...within([fractionRule(numbers), yearRule(), rangeRule(numbers), ...operatorRules(numbers)]),
    ...within([...numberRules(numbers), weekdayRule(numbers), abbreviationRule(numbers)]),
  ];
  rulesByLanguage.set(numbers, rules);
  return rules;
}
