import { IntlMessageFormat } from 'intl-messageformat';
import type { Repository } from '../repository.ts';
import { type TextUse, textSources } from './read-texts.ts';

/** Where translations are: a JSON object per language, from English text to translation. */
const catalogueFiles = {
  console: /^console\/src\/lib\/i18n\/catalogues\/([a-z]{2})\.json$/,
  emails: /^server\/src\/mail\/catalogues\/([a-z]{2})\.json$/,
} as const;

export type TextArea = keyof typeof catalogueFiles;

export const textAreas = ['console', 'emails'] as const satisfies readonly TextArea[];

export interface TextUseAt extends TextUse {
  file: string;
}

export interface TextReport {
  texts: number;
  languages: string[];
  problems: string[];
}

type Parts = ReturnType<IntlMessageFormat['getAst']>;

/** Compares the texts of the console and of emails with their catalogues. */
export function checkTexts(repository: Repository): TextReport {
  const problems = repository.written.flatMap((file) =>
    Object.values(textSources).some((source) => source.test(file))
      ? repository.facts(file).texts.problems.map(({ line, message }) => `${file}:${line} ${message}`)
      : [],
  );
  const reports = textAreas.map((area) => checkArea(repository, area));
  return {
    texts: reports.reduce((sum, { texts }) => sum + texts, 0),
    languages: [...new Set(reports.flatMap(({ languages }) => languages))],
    problems: [...problems, ...reports.flatMap((report) => report.problems)],
  };
}

function checkArea(repository: Repository, area: TextArea): TextReport {
  const problems: string[] = [];
  const ids = new Map<string, TextUseAt>();
  for (const use of usesIn(repository, area)) {
    problems.push(...problemsOfUse(use, ids.get(use.id)));
    if (!ids.has(use.id)) ids.set(use.id, use);
  }
  const languages: string[] = [];
  for (const [language, file] of cataloguesIn(repository, area)) {
    languages.push(language);
    const catalogue = readCatalogue(repository, file);
    problems.push(...problemsOfCatalogue(catalogue, ids, language).map((problem) => `${file}: ${problem}`));
  }
  return { texts: ids.size, languages, problems };
}

/** All uses of an area's texts, in the order of their files. */
export function usesIn(repository: Repository, area: TextArea): TextUseAt[] {
  return repository.written
    .filter((file) => textSources[area].test(file))
    .flatMap((file) => repository.facts(file).texts.uses.map((use) => ({ ...use, file })));
}

/** Languages of an area's catalogues, and their files. */
export function cataloguesIn(repository: Repository, area: TextArea): Map<string, string> {
  const found = new Map<string, string>();
  for (const file of repository.written) {
    const language = catalogueFiles[area].exec(file)?.[1];
    if (language !== undefined) found.set(language, file);
  }
  return found;
}

export function readCatalogue(repository: Repository, file: string): Map<string, string> {
  const parsed: unknown = JSON.parse(repository.text(file));
  if (typeof parsed !== 'object' || parsed === null) throw new Error(`${file} has no object.`);
  return new Map(Object.entries(parsed).map(([text, translation]) => [text, String(translation)]));
}

function problemsOfUse(use: TextUseAt, other: TextUseAt | undefined): string[] {
  const at = `${use.file}:${use.line}`;
  if (other !== undefined && (other.values === undefined) !== (use.values === undefined)) {
    return [`${at} “${use.text}” has values here, but not in ${other.file}:${other.line}, or the reverse.`];
  }
  if (use.values === undefined) return [];
  const parts = partsOf(use.text, 'en');
  if (typeof parts === 'string') return [`${at} “${use.text}” is not an ICU message: ${parts}`];
  if (use.values === null) return [];
  const wanted = namesIn(parts).join(', ');
  const given = use.values.toSorted().join(', ');
  return wanted === given ? [] : [`${at} “${use.text}” needs the values ${wanted}; it is given ${given}.`];
}

function problemsOfCatalogue(
  catalogue: ReadonlyMap<string, string>,
  ids: ReadonlyMap<string, TextUseAt>,
  language: string,
): string[] {
  const missing = [...ids.keys()].filter((id) => !catalogue.get(id));
  const problems = missing.map((id) => `no translation of “${id}”`);
  for (const [id, translation] of catalogue) {
    const use = ids.get(id);
    if (use === undefined) problems.push(`nothing uses the text “${id}”`);
    else if (use.values !== undefined && translation !== '') {
      problems.push(...problemsOfTranslation({ use, translation, language }));
    }
  }
  const order = [...catalogue.keys()];
  if (order.join('\n') !== [...order].sort().join('\n')) problems.push('the texts are not sorted');
  return problems;
}

interface Translated {
  use: TextUse;
  translation: string;
  language: string;
}

function problemsOfTranslation({ use, translation, language }: Translated): string[] {
  const parts = partsOf(translation, language);
  if (typeof parts === 'string') return [`“${translation}” is not an ICU message: ${parts}`];
  const english = partsOf(use.text, 'en');
  const wanted = typeof english === 'string' ? [] : namesIn(english);
  const given = namesIn(parts);
  const differ = use.mayLeaveOutValues
    ? given.some((name) => !wanted.includes(name))
    : wanted.join() !== given.join();
  const problems = differ
    ? [`“${translation}” has the values ${given.join(', ')} instead of ${wanted.join(', ')}`]
    : [];
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  // `many` is for millions in Spanish and French, which have the same form as `other` here.
  const required = forms.filter((form) => form !== 'many');
  for (const present of pluralsIn(parts)) {
    const lacking = required.filter((form) => !present.includes(form));
    if (lacking.length > 0) problems.push(`“${translation}” has no plural form ${lacking.join(', ')}`);
  }
  return problems;
}

function partsOf(text: string, language: string): Parts | string {
  try {
    return new IntlMessageFormat(text, language).getAst();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Names of values and tags, sorted and once each. */
function namesIn(parts: Parts): string[] {
  return [...new Set(walk(parts).flatMap((part) => (isNamed(part) ? [part.value] : [])))].sort();
}

function pluralsIn(parts: Parts): string[][] {
  return walk(parts).flatMap((part) =>
    'options' in part && 'offset' in part ? [Object.keys(part.options)] : [],
  );
}

function walk(parts: Parts): Parts {
  return parts.flatMap((part) => {
    if ('options' in part) return [part, ...Object.values(part.options).flatMap(({ value }) => walk(value))];
    return 'children' in part ? [part, ...walk(part.children)] : [part];
  });
}

/** Literals have the type 0; `#` has no value. */
function isNamed(part: Parts[number]): part is Parts[number] & { value: string } {
  return part.type !== 0 && 'value' in part;
}
