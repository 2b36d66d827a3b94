import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'vite';

/** Directory of `#contract/` imports. */
const CONTRACT = path.resolve(import.meta.dirname, '../../contract/src');

/** All string literals of the given modules and of their static imports, except packages. */
export function stringsOf(entries: readonly string[]): Set<string> {
  const strings = new Set<string>();
  const files = new Set(entries);
  // The loop also visits files added during it.
  for (const file of files) {
    const { program, module } = parseSync(file, readFileSync(file, 'utf8'));
    new Visitor({
      Literal: ({ value }) => {
        if (typeof value === 'string') strings.add(value);
      },
      TemplateElement: ({ value: { cooked } }) => {
        if (cooked !== null) strings.add(cooked);
      },
    }).visit(program);
    for (const imported of importsIn(module)) {
      const found = fileOf(imported, file);
      if (found !== null) files.add(found);
    }
  }
  return strings;
}

/** Specifiers of static imports, except type-only ones. */
function importsIn({ staticImports, staticExports }: ReturnType<typeof parseSync>['module']): string[] {
  const imports = staticImports
    .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ moduleRequest }) => moduleRequest.value);
  const exports = staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ isType, moduleRequest }) => (isType || !moduleRequest ? [] : [moduleRequest.value])),
  );
  return [...imports, ...exports];
}

function fileOf(specifier: string, importer: string): string | null {
  if (!/\.tsx?$/.test(specifier)) return null;
  if (specifier.startsWith('#contract/')) return path.join(CONTRACT, specifier.slice('#contract/'.length));
  return specifier.startsWith('.') ? path.resolve(path.dirname(importer), specifier) : null;
}
