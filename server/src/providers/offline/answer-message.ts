import type { ToolDescription } from '../interfaces/language-model.ts';
import type { Conversation } from './conversation.ts';
import { findAnswer } from './find-answer.ts';
import type { LanguageCode } from './languages.ts';
import type { SourcePassage } from './passage-units.ts';
import { personaFacts } from './persona-facts.ts';
import { PHRASES } from './phrases.ts';
import { readQuestion } from './question.ts';
import { smallTalkOf, withoutGreeting } from './small-talk.ts';
import { sayTopics } from './topics.ts';
import { termsOf, wordsOf } from './words.ts';

/** Answers the newest message from the passages and the prompt, or says that they have no answer. */
export function answerFromKnowledge(tools: readonly ToolDescription[], conversation: Conversation): string {
  const { language, passages, persona } = conversation;
  const message = withoutGreeting(conversation.message);
  const sources = [...passages, { documentName: '', text: personaFacts(persona, language) }];
  const each = toEach(message, sources, language);
  const some = each.filter((answer) => answer !== null);
  const isEach = each.length > 0 && some.length === each.length;
  const one = isEach ? null : toOne(conversation, message, sources);
  const found = one ?? (some.length === 0 ? null : [...new Set(some)].join(' '));
  if (found !== null) return found;
  if (conversation.searchFailed) return PHRASES[language].lookUpFailed;
  return sayUnknown(tools, conversation);
}

/** Varies the words, and lists the topics only once. */
function sayUnknown(tools: readonly ToolDescription[], conversation: Conversation): string {
  const { unknown } = PHRASES[conversation.language];
  const replies = conversation.exchanges.flatMap(({ reply }) => reply ?? []);
  const before = replies.filter((reply) => unknown.some((words) => reply.includes(words))).length;
  const words = unknown[before % unknown.length] ?? '';
  const topics = sayTopics(tools, conversation);
  return topics === null || before > 0 ? words : `${words} ${topics}`;
}

const DEPENDENT_OPENING =
  /^(and|but|so|what about|how about|si|dar|et|y|und|e|og|ir)\b|\b(it|its|they|them|that|those|this|these|there|he|she|him|her|one|ones)\b/i;
const SHORT_MESSAGE_WORDS = 3;

/** The message alone, or together with the previous one if it depends on it ("and on Sundays?"). */
export function searchQuery({ exchanges, ...conversation }: Conversation): string {
  const message = withoutGreeting(conversation.message);
  const before = exchanges
    .slice(0, -1)
    .findLast((exchange) => smallTalkOf(exchange.message) === null)?.message;
  const leans = DEPENDENT_OPENING.test(message) || wordsOf(message).length <= SHORT_MESSAGE_WORDS;
  return before !== undefined && leans ? `${withoutGreeting(before)} ${message}` : message;
}

/** A message with a pronoun is searched together with the previous one, because alone it would match other passages. */
const PRONOUNS = /\b(it|its|they|them|their|he|him|his|she|her)\b/i;

function toOne(
  conversation: Conversation,
  message: string,
  sources: readonly SourcePassage[],
): string | null {
  const { language } = conversation;
  const whole = searchQuery(conversation);
  const together = (): string | null => {
    const answer = whole === message ? null : findAnswer(whole, sources, language);
    return answer !== null && speaksOf(answer, message, language) ? answer : null;
  };
  const alone = (): string | null => {
    for (const text of withWeekday(message, conversation.now)) {
      const answer = findAnswer(text, sources, language);
      if (answer !== null) return answer;
    }
    return null;
  };
  return PRONOUNS.test(message) ? (together() ?? alone()) : (alone() ?? together());
}

const DAY_OR_NUMBER = /\d|^(mon|tues|wednes|thurs|fri|satur|sun)day|^(week|month|year|holiday|noon|night)/;

/**
 * True if an answer covers the last of several questions: one to "how much is the cleaning? and braces?" must mention
 * braces.
 */
function speaksOf(answer: string, message: string, language: LanguageCode): boolean {
  const { terms, synonyms, kinds } = readQuestion(message, language);
  if (language !== 'en' || kinds.size > 0) return true;
  const said = new Set(termsOf(answer, language));
  return terms.some(
    (term) =>
      said.has(term) ||
      DAY_OR_NUMBER.test(term) ||
      [...(synonyms.get(term) ?? [])].some((other) => said.has(other)),
  );
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Texts to search with, in order: "tomorrow" as a weekday, which is how documents write it, then without the word. */
function withWeekday(message: string, now: string | null): string[] {
  const today = WEEKDAYS.indexOf(now?.split(',')[0] ?? '');
  const said = /\b(today|tonight|tomorrow)\b/i.exec(message)?.[0].toLowerCase();
  if (today === -1 || said === undefined) return [message];
  const day = WEEKDAYS[(today + (said === 'tomorrow' ? 1 : 0)) % WEEKDAYS.length] ?? '';
  const replaced = (by: string): string => message.replace(/\b(today|tonight|tomorrow)\b/i, by);
  return [replaced(`on ${day}`), replaced(' ')];
}

const ASKING =
  'when|where|what|who|how|why|which|do|does|did|is|are|can|could|will|would|may|should|have|has';
const NEXT_QUESTION = new RegExp(
  `(?<=[?؟])\\s+|,?\\s+(?:and|also|or)\\s+(?=(?:also\\s+)?(?:${ASKING})\\b)`,
  'i',
);
const IS_QUESTION = new RegExp(`[?؟]$|^(?:and |also )?(?:${ASKING})\\b`, 'i');
const MAX_QUESTIONS = 3;

/**
 * One answer per question in the message, null for a question without an answer; empty if there is only one question.
 */
function toEach(
  message: string,
  sources: readonly SourcePassage[],
  language: LanguageCode,
): (string | null)[] {
  const parts = message
    .trim()
    .split(NEXT_QUESTION)
    .filter((part) => IS_QUESTION.test(part.trim()));
  const [first = ''] = parts;
  if (parts.length < 2 || parts.length > MAX_QUESTIONS) return [];
  return parts.map((part, index) =>
    findAnswer(index > 0 && PRONOUNS.test(part) ? `${first} ${part}` : part, sources, language),
  );
}
