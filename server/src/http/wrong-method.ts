/** HTTP methods by path, parameters written `:id`. */
export type MethodsByPath = ReadonlyMap<string, ReadonlySet<string>>;

/** Methods that exist for a path, for 405 answers; null for an unknown path. Called only if the router found no route. */
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
