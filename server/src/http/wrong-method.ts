/** The verbs of every path, parameters written `:id`. */
export type MethodsByPath = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Finds the verbs that a request's path has, for one whose own verb is none of them; null for an unknown path.
 * It is asked only when the router has found nothing.
 */
export function allowedMethods(methodsByPath: MethodsByPath): (path: string) => string[] | null {
  const known = [...methodsByPath].map(([path, methods]) => ({ words: path.split('/'), methods }));
  return (path) => {
    const words = path.replace(/(?<=.)\/$/, '').split('/');
    const methods = known.flatMap((one) => (fits(one.words, words) ? [...one.methods] : []));
    return methods.length === 0 ? null : [...new Set(methods)];
  };
}

function fits(pattern: readonly string[], words: readonly string[]): boolean {
  if (pattern.length !== words.length) return false;
  return pattern.every((part, index) => (part.startsWith(':') ? words[index] !== '' : part === words[index]));
}
