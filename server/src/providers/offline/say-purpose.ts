import type { Conversation } from './conversation.ts';
import { personaFacts } from './persona-facts.ts';
import { sentencesOf } from './sentences.ts';
import { withoutGreeting } from './small-talk.ts';
import { questionOf } from './yes-or-no.ts';

/** Longer prompts are searched only this far. */
const MAX_CHARACTERS = 20_000;
const MAX_FACTS = 2;

/**
 * Why the assistant calls, from an English prompt: "You call patients to remind them of an appointment. Ask whether
 * they will come." Leaves out sentences that it has already said; null if none remain.
 */
export function sayPurpose(conversation: Conversation): string | null {
  const sentences = sentencesOfPrompt(conversation);
  return unsaid([first(sentences, purposeIn), first(sentences, questionIn)], conversation);
}

/** Details of the call from lines of the prompt such as "The appointment: Monday at nine." */
export function sayMore(conversation: Conversation): string | null {
  const facts = personaFacts(conversation.persona.slice(0, MAX_CHARACTERS), 'en');
  const details = facts.split('\n').flatMap(sentencesOf).flatMap(detailIn).slice(0, MAX_FACTS);
  return unsaid([first(sentencesOfPrompt(conversation), purposeIn), ...details], conversation);
}

/** True if the prompt says why the assistant calls. */
export function hasPurpose(conversation: Conversation): boolean {
  return first(sentencesOfPrompt(conversation), purposeIn) !== null;
}

/** Calls of customers in prompts of other languages. */
const CALLS_IN_OTHER_LANGUAGES =
  /(?<!\p{L})(?:(?:sie|du) (?:rufen|rufst|telefonier\p{L}*)|(?:tu |dumneavoastră )?(?:suni|sunați|sunati|apelezi)|(?:vous|tu) appel(?:ez|les)|llamas?|(?:lei )?(?:chiama|chiami|telefoni)|(?:você |tu )?(?:liga|ligas) (?:para|a|aos?)|(?:tu |jūs )?skambin(?:i|ate)|du ringer|أنت تتصل|تتصل) /iu;
const CONDITION_IN_OTHER_LANGUAGES =
  /(?<!\p{L})(?:wenn|falls|bevor|nachdem|dacă|daca|când|cand|si|quand|lorsque|cuando|se|quando|jei|kai|hvis|når|إذا)(?!\p{L})/iu;

/** True if the prompt says that the assistant calls customers, in any of the languages. */
export function isOutbound(conversation: Conversation): boolean {
  return sentencesOfPrompt(conversation).some(
    (sentence) =>
      (CALLS.test(sentence) && !CONDITION.test(sentence)) ||
      (CALLS_IN_OTHER_LANGUAGES.test(sentence) && !CONDITION_IN_OTHER_LANGUAGES.test(sentence)),
  );
}

/**
 * The next words of the assistant after "Hello?" or "I have a moment": its purpose and question, else its last question,
 * else its opening without the greeting. Null if nothing remains.
 */
export function sayReason(conversation: Conversation): string | null {
  const purpose = conversation.language === 'en' ? sayPurpose(conversation) : null;
  if (purpose !== null) return purpose;
  const replies = conversation.exchanges.flatMap(({ reply }) => reply ?? []);
  const question = first([replies.at(-1) ?? ''], questionOf);
  if (question !== null) return question;
  if (conversation.language === 'en' && hasPurpose(conversation)) return null;
  const [opening = '', ...others] = replies;
  const statements = sentencesOf(withoutGreeting(opening)).filter((sentence) => !/[?؟]$/.test(sentence));
  const text = statements.join(' ');
  const isRepeated = others.some((reply) => reply.toLowerCase().includes(text.toLowerCase()));
  return text === '' || isRepeated ? null : text.charAt(0).toUpperCase() + text.slice(1);
}

const IF_NOT =
  /^if (?:they|he|she|the \p{L}+)(?: (?:is|are|does|do|will|can))?(?: ?not|n['’]t)(?: \p{L}+){0,4}, (?:say|tell (?:them|him|her)|explain) that ([^.!?]+)/iu;

/** The prompt's words for a refusal: "If they cannot come, say that a colleague will call back." */
export function sayAfterRefusal(conversation: Conversation): string | null {
  const clause = first(sentencesOfPrompt(conversation), (sentence) => IF_NOT.exec(sentence)?.[1] ?? null);
  if (clause === null) return null;
  const words = toCustomer(clause).replace(/\bcalls? back$/i, (verb) => verb.replace(' back', ' you back'));
  return `I see. ${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

function sentencesOfPrompt({ persona }: Conversation): string[] {
  return persona.slice(0, MAX_CHARACTERS).split('\n').flatMap(sentencesOf);
}

function first(sentences: readonly string[], find: (sentence: string) => string | null): string | null {
  for (const sentence of sentences) {
    const found = find(sentence);
    if (found !== null) return found;
  }
  return null;
}

function unsaid(parts: readonly (string | null)[], { exchanges }: Conversation): string | null {
  const isSaid = (part: string): boolean => exchanges.some(({ reply }) => reply?.includes(part) === true);
  const open = parts.filter((part) => part !== null && !isSaid(part));
  return open.length === 0 ? null : open.join(' ');
}

const CALLS = /\byou (call|are calling|phone|are phoning)\b|\b(assistant|agent) (that|who) (calls|phones)\b/i;
/** "When you call the tool to find a table": not about calls of customers. */
const CONDITION = /\b(if|when|whenever|before|after|unless|never|tool|function)\b/i;

function purposeIn(sentence: string): string | null {
  const calls = CALLS.exec(sentence);
  if (calls === null || CONDITION.test(sentence)) return null;
  const rest = sentence.slice(calls.index + calls[0].length);
  const afterComma = rest.lastIndexOf(', to ');
  const at = afterComma === -1 ? rest.indexOf(' to ') : afterComma + 1;
  if (at === -1) return null;
  return `I am calling to ${toCustomer(rest.slice(at + ' to '.length))}.`;
}

const ASK =
  /(^|[,;] |\band )ask (them |him |her )?((whether|if|when|which|what|how|who|where|why) [^,;.!?]*)/i;
const PERSON = /\bthe (customer|caller|patient|client|guest|visitor|person|lead)s?\b/i;

/** Null if the verb would have to change: "whether the customer is coming". */
function questionIn(sentence: string): string | null {
  const clause = ASK.exec(sentence)?.[3];
  return clause === undefined || PERSON.test(clause) ? null : `May I ask ${toCustomer(clause)}?`;
}

/** A label that describes the customer. */
const ABOUT_PERSON =
  /\b(customer|caller|patient|client|guest|visitor|person|lead|name|phone|number|e-?mail)\b/i;

/** "The appointment: Monday." → "The appointment is Monday." */
function detailIn(fact: string): string[] {
  const [, label = '', value = ''] = /^(?:- )?(\p{L}[\p{L} ]{0,40}): (\S.*)$/u.exec(fact) ?? [];
  if (value === '' || ABOUT_PERSON.test(label)) return [];
  return [/^the \p{L}*[^s]$/iu.test(label) ? `${label} is ${value}` : `${label}: ${value}`];
}

/** Changes the prompt's third person to the second: "their" becomes "your". */
function toCustomer(text: string): string {
  return text
    .trim()
    .replace(/[.!?]+$/, '')
    .replaceAll(/\b(them|they)\b/gi, 'you')
    .replaceAll(/\btheir\b/gi, 'your')
    .replaceAll(new RegExp(PERSON, 'gi'), 'you');
}
