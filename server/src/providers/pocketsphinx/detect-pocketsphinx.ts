import { access, constants, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../core/clock.ts';
import type { Offers } from '../interfaces/offers.ts';
import type { SttProvider } from '../interfaces/stt-provider.ts';
import { CHILD_ENVIRONMENT } from '../kit/child-environment.ts';
import { pocketsphinxStt } from './pocketsphinx-stt.ts';

const COMMAND = 'pocketsphinx_continuous';
/** Path in Debian's pocketsphinx-en-us. */
const DICTIONARY = '/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict';

export interface Pocketsphinx {
  stt: SttProvider;
  offers: Offers;
  /** True if it recognizes only the given phrases, with good accuracy. */
  hasGrammar: boolean;
  close(): Promise<void>;
}

/**
 * Detects pocketsphinx and its English model on this machine; undefined if missing.
 * @param phrases to recognize; empty for any English, with poor accuracy on a phone line
 */
export async function detectPocketsphinx(
  phrases: readonly string[],
  clock: Clock,
  paths = { folders: CHILD_ENVIRONMENT.PATH.split(':'), dictionary: DICTIONARY },
): Promise<Pocketsphinx | undefined> {
  const command = await find(paths.folders);
  if (command === undefined || !(await isThere(paths.dictionary, constants.R_OK))) return undefined;
  const grammar = await grammarOf(phrases, paths.dictionary);
  const folder = grammar === null ? null : await mkdtemp(join(tmpdir(), 'parley-phrases-'));
  const grammarFile = folder === null ? null : join(folder, 'phrases.jsgf');
  if (grammarFile !== null && grammar !== null) await writeFile(grammarFile, grammar);
  const name =
    grammar === null
      ? 'PocketSphinx (on this machine, unreliable without phrases)'
      : 'PocketSphinx (on this machine, phrases)';
  return {
    stt: pocketsphinxStt({ command, grammarFile }, clock),
    hasGrammar: grammar !== null,
    offers: {
      models: [],
      speechProviders: [{ kind: 'transcriber', code: 'pocketsphinx', name, languages: ['en'] }],
      voices: [],
    },
    close: async () => {
      if (folder !== null) await rm(folder, { recursive: true, force: true });
    },
  };
}

async function grammarOf(phrases: readonly string[], dictionary: string): Promise<string | null> {
  if (phrases.length === 0) return null;
  const words = dictionaryWords(await readFile(dictionary, 'utf8'));
  return phraseGrammar(phrases, (word) => words.has(word));
}

async function find(folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) {
    const path = join(folder, COMMAND);
    if (await isThere(path, constants.X_OK)) return path;
  }
  return undefined;
}

async function isThere(path: string, mode: number): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  );
}

const MAX_PHRASES = 500;

/**
 * A grammar (JSGF) of sequences of the phrases. pocketsphinx rejects grammars with words outside its dictionary, so
 * phrases with unknown words are dropped; null if no phrase is left.
 */
export function phraseGrammar(phrases: readonly string[], knows: (word: string) => boolean): string | null {
  const spoken = phrases
    .map((phrase) => wordsIn(phrase))
    .filter((words) => words.length > 0 && words.every(knows))
    .map((words) => words.join(' '));
  const choices = [...new Set(spoken)].slice(0, MAX_PHRASES);
  if (choices.length === 0) return null;
  return `#JSGF V1.0;\ngrammar phrases;\npublic <phrases> = ( ${choices.join(' | ')} )+;\n`;
}

/** Words in the dictionary's spelling: lower case, with apostrophes. */
function wordsIn(phrase: string): string[] {
  return (
    phrase
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[a-z]+(?:'[a-z]+)*/g) ?? []
  );
}

/** The words of a pronunciation dictionary: `hello HH AH L OW`, and `hello(2) …` for another pronunciation. */
export function dictionaryWords(dictionary: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const [, word = ''] of dictionary.matchAll(/^([a-z']+)\s/gm)) words.add(word);
  return words;
}
