import type { Pronunciation } from '#contract/pronunciations.ts';
import { INSTRUCTION_HEADING, SAY_EXACTLY, STILL_AT_WORK } from '../../providers/interfaces/conventions.ts';

const SPOKEN =
  'This is a phone call: your answer is spoken. Answer in one to three short sentences, the way people talk; no lists, headings, Markdown, emoji or links.';
const NUMBERS =
  'Write numbers, amounts, dates, times and codes in digits, with their units, and phone numbers in groups of digits: they are read aloud correctly. Never spell them out.';
const INTERRUPTED =
  'Where the customer interrupted you, the conversation shows only the words that they heard.';
const TRANSCRIBED =
  'The customer’s words are a transcript and may contain errors: assume the most likely meaning, and ask if it is unclear.';
const CONFIDENTIAL_KEYS =
  'Keys that the customer pressed are confidential: use them in tool calls, but never say or repeat them.';
const BRIDGED = 'Before you call a tool that may take a while, say in a few words that you are checking.';

const MANNERS: Record<'even' | 'own' | 'lively', readonly string[]> = {
  even: ['Speak in a calm and even voice, and do not act out emotions.'],
  own: [],
  lively: ['Speak in a lively voice with varied intonation.'],
};

interface VoiceNotes {
  supervisorNotes: readonly string[];
  areKeysConfidential: boolean;
  /** Numbers in digits are rewritten for the voice. */
  isNormalized: boolean;
}

interface NotesInput extends VoiceNotes {
  /** ISO 639-1, the customer's current language. */
  language: string;
  mainLanguage: string;
  /** Tools of an interrupted answer that are still running. */
  runningTools: readonly string[];
}

interface RealtimeNotesInput extends VoiceNotes {
  /** How the model speaks; null if it only writes. */
  manner: keyof typeof MANNERS | null;
  /** Of words that a speaking model says. */
  pronunciations: readonly Pronunciation[];
}

/** Additional rules for a call turn, compared to chats. */
export function spokenNotes(input: NotesInput): string[] {
  const { language, mainLanguage, runningTools, areKeysConfidential } = input;
  const { isNormalized, supervisorNotes } = input;
  const notes = [SPOKEN, ...(isNormalized ? [NUMBERS] : []), TRANSCRIBED, INTERRUPTED];
  if (areKeysConfidential) notes.push(CONFIDENTIAL_KEYS);
  if (language !== mainLanguage)
    notes.push(`The customer now speaks ${nameOf(language)}: answer in that language.`);
  for (const tool of runningTools) {
    notes.push(`The tool ${tool} ${STILL_AT_WORK}: do not call it again for the same request.`);
  }
  return [...notes, ...supervisorNotes.map(supervisorNote)];
}

/** A supervisor's instruction to the assistant. */
export function supervisorNote(text: string): string {
  return `A supervisor who listens to this call tells you: ${JSON.stringify(text)} Follow this from your next answer on. The customer has not heard it: do not mention the supervisor.`;
}

/** Rules for a realtime model. */
export function realtimeNotes(input: RealtimeNotesInput): string[] {
  const { manner, areKeysConfidential, isNormalized, supervisorNotes, pronunciations } = input;
  const notes = [SPOKEN, INTERRUPTED, BRIDGED];
  if (manner !== null) notes.push(...MANNERS[manner]);
  else if (isNormalized) notes.push(NUMBERS);
  if (areKeysConfidential) notes.push(CONFIDENTIAL_KEYS);
  if (manner !== null && pronunciations.length > 0) notes.push(pronunciationNote(pronunciations));
  return [...notes, ...supervisorNotes.map(supervisorNote)];
}

function pronunciationNote(pronunciations: readonly Pronunciation[]): string {
  const words = pronunciations.map(({ word, pronunciation, alphabet }) => {
    const said = alphabet === 'ipa' ? `/${pronunciation}/ (IPA)` : JSON.stringify(pronunciation);
    return `${JSON.stringify(word)} as ${said}`;
  });
  return `Pronounce these words as given, and write them as usual: ${words.join('; ')}.`;
}

export function instructionMessage(instruction: string): string {
  return `${INSTRUCTION_HEADING} ${instruction.trim()}`;
}

/** Instruction to speak exactly this text, for models that speak. */
export function sayExactly(text: string): string {
  return `${SAY_EXACTLY} ${JSON.stringify(text)}`;
}

function nameOf(language: string): string {
  return new Intl.DisplayNames(['en'], { type: 'language' }).of(language) ?? language;
}
