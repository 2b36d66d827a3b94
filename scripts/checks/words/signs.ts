import { indexLines } from '../structure/lines.ts';
import type { Prose } from './prose.ts';

/** A word or phrase that is a sign of an unclear sentence. */
export interface LineSign {
  line: number;
  /** The sign with the words around it. */
  excerpt: string;
}

/** Regular expressions, ignoring case; a space matches any white space. */
const everywhere = [
  // Pronouns in place of a noun.
  '(?:who|what|which)ever',
  '(?:no|some|every|any)body',
  'of what',
  'of (?:theirs|ours|yours|hers)',
  'of (?:its|their|his|her|our|your|my) own',
  'such an?',
  '(?:is|are|was|were|by|to|for|null:) none',
  'none (?:is|was|were|has|had|may|can|could|will)',
  // Verbs used instead of the usual ones.
  'stands(?! for\\b)',
  'stood',
  'stand (?:in|on|at|beside|between|behind|there|here|above|below|before|next)',
  'stand-ins?',
  '(?:is|are|was|were|be|been|being) told',
  '(?:tells?|told|telling|hears?|heard|hearing|knows?|knew) of',
  '(?:goes|go|went|gone|going) (?:on|by)',
  'mend(?:s|ed|ing)?',
  '(?:is|are|was|were|be|been|being) (?:had|taken up|kept from)',
  '(?:give|gives|gave|given|giving) back',
  'lies(?! between\\b)',
  'comes? about',
  'lets? go of',
  // Adverbs and conjunctions.
  'anew',
  'in vain',
  'so long as',
  'beside',
  'all the same',
  'as (?:it|they) (?:is|are|was|were)(?= ?(?:[.,;:)\'"`]|$))',
];

/** Private words for terms of the field; too common in what people say to count in strings. */
const inComments = [
  '(?:call|answer|carrier|the|a|this|its|every|each)[ -](?:desk|bell|door|farewell|wish|ear)s?',
  '(?:stand|stands|standing|stood)[ -]back',
  'hand-?overs?',
  'outwait\\w*',
  'standings?',
  'surroundings',
  'strangers?',
  'judges?',
  'hindrances?',
  'reckon\\w*',
  'weigh(?:s|ed|ing)?',
];

/** A comment that begins as an indirect question where a noun or a verb is the usual start. */
const commentOpening = /(?<=^\s*)(?:What|Whatever|Whether|Who|Whose)\b/u;
/** The same opening in the name of a test, or in any string in lower case. */
const nameOpening = /(?<=^['"`])(?:what|whatever|whether|who|whoever|whose)\b/u;

interface FoundSign {
  /** Offset in the file. */
  at: number;
  excerpt: string;
}

const anySign = compile(everywhere);
const commentSign = compile([...everywhere, ...inComments]);
/** Signs in names of files and folders. */
const nameSign =
  /(?:^|-)(?:anew|bells?|(?<!front-)desks?|ears?|farewell|hand-overs?|left-out|outwait|stand-back|standing|surroundings|weigh|wish)(?=[-.]|$)/;

/** All signs in the prose of a file, in order. */
export function signsByLine(prose: readonly Prose[], source: string): LineSign[] {
  const lineOf = indexLines(source);
  return prose
    .flatMap(signsIn)
    .sort((a, b) => a.at - b.at)
    .map(({ at, excerpt }) => ({ line: lineOf(at), excerpt }));
}

function signsIn({ kind, text, start }: Prose): FoundSign[] {
  const pattern = kind === 'comment' ? commentSign : anySign;
  const found = [...text.matchAll(pattern)].map((match) => sign(match, text, start));
  const first = (kind === 'comment' ? commentOpening : nameOpening).exec(text);
  if (first !== null && found[0]?.at !== start + first.index) found.unshift(sign(first, text, start));
  return found;
}

/** @param name of a file or folder, without its path */
export function hasSignInName(name: string): boolean {
  return nameSign.test(name);
}

function compile(signs: readonly string[]): RegExp {
  return new RegExp(`\\b(?:${signs.join('|').replaceAll(' ', '\\s+')})\\b`, 'giu');
}

function sign(match: RegExpExecArray, text: string, start: number): FoundSign {
  const from = match.index;
  const to = from + match[0].length;
  // Leave out words that the cut splits.
  const before = text
    .slice(0, from)
    .slice(-30)
    .replace(from > 30 ? /^\S*/ : '', '');
  const after = text.slice(to, to + 30).replace(to + 30 < text.length ? /\S*$/ : '', '');
  return { at: start + from, excerpt: `${before}${match[0]}${after}`.replace(/\s+/g, ' ').trim() };
}
