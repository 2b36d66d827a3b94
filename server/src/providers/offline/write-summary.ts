import { SUMMARY, SUMMARY_CHARACTERS, TRANSCRIPT, WRITE_SUMMARY } from '../interfaces/conventions.ts';
import type { ModelRequest } from '../interfaces/language-model.ts';
import { readAllMarkedData } from '../interfaces/marked-data.ts';
import { readTranscript } from './conversation.ts';
import { sentencesOf } from './sentences.ts';
import { smallTalkOf } from './small-talk.ts';
import { wordsOf } from './words.ts';

const LINE_CHARACTERS = 200;
const CUSTOMER = '- Customer: ';
const ASSISTANT = '- Assistant: ';
const NOTHING = '- Nothing to remember.';

/**
 * The summary that the request asks for: sentences with names, numbers, dates, promises and questions, in order. If
 * they exceed the limit, less important and older lines are dropped first. Null if the request is a different one.
 */
export function writeSummary({ messages }: ModelRequest): string | null {
  const last = messages.at(-1);
  if (last?.role !== 'user' || !last.content.endsWith(WRITE_SUMMARY)) return null;
  const marked = readAllMarkedData(last.content);
  const transcript = marked.find(({ from }) => from === TRANSCRIPT);
  if (transcript === undefined) return null;
  const earlier = marked.find(({ from }) => from === SUMMARY)?.text.split('\n') ?? [];
  const said = readTranscript(transcript.text).flatMap((message) => {
    if (message.role !== 'user' && message.role !== 'assistant') return [];
    const speaker = message.role === 'user' ? CUSTOMER : ASSISTANT;
    return message.content
      .split('\n')
      .flatMap(sentencesOf)
      .map((sentence) => lineOf(speaker, sentence));
  });
  const lines = [...new Set([...earlier, ...said])].map((text, place) => ({
    text,
    place,
    value: worthOf(text),
  }));
  let left = SUMMARY_CHARACTERS;
  const kept = lines
    .filter(({ value }) => value > 0)
    .sort((one, other) => other.value - one.value || other.place - one.place)
    .filter(({ text }) => {
      if (text.length + 1 > left) return false;
      left -= text.length + 1;
      return true;
    });
  return kept.length === 0
    ? NOTHING
    : kept
        .sort((one, other) => one.place - other.place)
        .map(({ text }) => text)
        .join('\n');
}

function lineOf(speaker: string, sentence: string): string {
  const text = `${speaker}${sentence.replaceAll(/\s+/g, ' ').trim()}`;
  return text.length <= LINE_CHARACTERS ? text : `${text.slice(0, LINE_CHARACTERS - 1).toWellFormed()}…`;
}

const NAME =
  /(?:^|[^\p{L}])(?:my name is|name's|i am|i'm|this is|mă numesc|ma numesc|numele meu este|sunt|je m'appelle|je suis|me llamo|mi nombre es|soy|ich heiße|ich bin|mein name ist|mi chiamo|sono|meu nome é|chamo-me|mano vardas|jeg hedder|mit navn er)\s+(\p{L}+)/iu;
const CONTACT = /[\w.+-]+@[\w-]+\.\w+|\+?\d[\d\s().-]{6,}\d/;
const DATE =
  /\b(?:today|tonight|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|november|december)\b/i;
const PROMISE =
  /\b(?:i will|i'll|we will|we'll|promise|booked|reserved|confirmed|ordered|cancell?ed|call you back)\b/i;
const MIN_WORDS = 4;

/** Importance of a line; 0 if it can be dropped. */
function worthOf(line: string): number {
  const isCustomer = line.startsWith(CUSTOMER);
  // Another model wrote the line.
  if (!isCustomer && !line.startsWith(ASSISTANT)) return line === NOTHING || line.trim() === '' ? 0 : 4;
  const text = line.slice(isCustomer ? CUSTOMER.length : ASSISTANT.length);
  const name = NAME.exec(text)?.[1];
  if (isCustomer && name !== undefined && /^\p{Lu}/u.test(name)) return 5;
  if (CONTACT.test(text)) return 4;
  if (PROMISE.test(text)) return 3;
  if (/\d/.test(text) || DATE.test(text)) return 2;
  return isCustomer && smallTalkOf(text) === null && wordsOf(text).length >= MIN_WORDS ? 1 : 0;
}
