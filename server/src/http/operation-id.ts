/** Path segments in the singular, with the plural that other paths use. */
const plurals: Readonly<Record<string, string>> = {
  assistant: 'assistants',
  campaign: 'campaigns',
  lead: 'leads',
};
/** Lists whose names do not look like plurals. */
const lists: ReadonlySet<string> = new Set(['blacklist']);

/**
 * `assistants.create`, `knowledgebases.documents.get`: the nouns of the path, then the verb. It depends only on method and
 * path, so that other routes cannot change it; if two routes clash, one sets its own `operationId`.
 */
export function operationId({ method, path }: { method: string; path: string }): string {
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== 'user');
  const words = segments
    .filter((segment) => !segment.startsWith(':'))
    .map((word) => camelCase(plurals[word] ?? word));
  const isOne = segments.at(-1)?.startsWith(':') === true;
  const verb = verbOf(method, words.at(-1) ?? '', isOne);
  return [...words, ...(verb === null ? [] : [verb])].join('.');
}

/** Null if the path itself ends with a verb, as in `/assistant/:id/activate`. */
function verbOf(method: string, lastWord: string, isOne: boolean): string | null {
  const isList = !isOne && (/[^su]s$/.test(lastWord) || lists.has(lastWord));
  if (method === 'GET') return isList ? 'list' : 'get';
  if (method === 'POST') return isList ? 'create' : isOne ? 'post' : null;
  return method === 'DELETE' ? 'delete' : 'update';
}

function camelCase(word: string): string {
  return word.replace(/[-_]+(\w)/g, (_whole, letter: string) => letter.toUpperCase());
}
