import { personaFacts } from './answer-message.ts';
import type { Conversation } from './conversation.ts';
import { sentencesOf } from './sentences.ts';

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
