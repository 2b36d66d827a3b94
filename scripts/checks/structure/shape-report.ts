import path from 'node:path/posix';
import { type ImportGraph, readImportGraph } from '../arrows/import-graph.ts';
import type { Repository } from '../repository.ts';

const areas = ['server/src/', 'console/src/', 'widget/src/', 'contract/src/', 'bench/', 'scripts/'];
const notProduction = /\.test\.tsx?$|\/(?:fixtures|testing)\//;
const listed = 12;
/** Two files with fewer lines together may be one. */
const joinedLines = 120;
const bundleName = /(?:Deps|Dependencies|Options|Hooks|Receivers|Callbacks)$/;
const manyMembers = 8;
const manyCallbacks = 5;

/**
 * Figures about size and coupling, and the places to look at first. Nothing here is a limit: a long function can be
 * the clearest one.
 */
export function describeShape(repository: Repository): string {
  const graph = readImportGraph(repository);
  const files = [...graph.keys()].filter((file) => !notProduction.test(file));
  const importers = importersOf(graph, new Set(files));
  const sections = [
    figures(repository, { files, importers }),
    longest(repository, files),
    joinable(repository, importers),
    bundles(repository, files),
  ];
  return sections.join('\n\n');
}

type Importers = ReadonlyMap<string, ReadonlySet<string>>;

function importersOf(graph: ImportGraph, files: ReadonlySet<string>): Importers {
  const importers = new Map<string, Set<string>>();
  for (const [from, arrows] of graph) {
    if (!files.has(from)) continue;
    for (const { to } of arrows) {
      if (files.has(to)) importers.set(to, (importers.get(to) ?? new Set<string>()).add(from));
    }
  }
  return importers;
}

function figures(
  repository: Repository,
  { files, importers }: { files: readonly string[]; importers: Importers },
): string {
  const rows = areas.map((area) => {
    const own = files.filter((file) => file.startsWith(area));
    const lines = own.map((file) => repository.facts(file).lines);
    const functions = own.flatMap((file) => repository.facts(file).functions.map((each) => each.lines));
    const alone = own.filter((file) => importers.get(file)?.size === 1).length;
    return [
      area,
      lines.reduce((sum, count) => sum + count, 0),
      own.length,
      ranks(lines),
      ranks(functions),
      `${Math.round((100 * alone) / Math.max(1, own.length))} %`,
    ];
  });
  const header = ['area', 'lines', 'files', 'lines of a file', 'of a function', 'one importer'];
  return [header, ...rows]
    .map((row) =>
      row
        .map((cell, at) => String(cell).padEnd(at === 0 ? 14 : 18))
        .join('')
        .trimEnd(),
    )
    .join('\n');
}

/** Median, 90th percentile and maximum. */
function ranks(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return `${at(0.5)} / ${at(0.9)} / ${sorted.at(-1) ?? 0}`;
}

function longest(repository: Repository, files: readonly string[]): string {
  const byLines = files
    .map((file) => ({ text: file, lines: repository.facts(file).lines }))
    .sort((a, b) => b.lines - a.lines);
  const functions = files
    .flatMap((file) =>
      repository.facts(file).functions.map(({ name, line, lines }) => ({
        text: `${file}:${line} ${name}`,
        lines,
      })),
    )
    .sort((a, b) => b.lines - a.lines);
  const show = (rows: readonly { text: string; lines: number }[]) =>
    rows.slice(0, listed).map(({ text, lines }) => `  ${String(lines).padStart(4)}  ${text}`);
  return ['Longest files and functions:', ...show(byLines), ...show(functions)].join('\n');
}

/** Short files in the folder of their only importer. */
function joinable(repository: Repository, importers: Importers): string {
  const found = [...importers].flatMap(([file, from]) => {
    const [only] = from;
    if (only === undefined || from.size > 1 || path.dirname(only) !== path.dirname(file)) return [];
    const lines = repository.facts(file).lines + repository.facts(only).lines;
    return lines < joinedLines ? [{ file, only, lines }] : [];
  });
  const rows = found
    .sort((a, b) => a.lines - b.lines)
    .slice(0, listed)
    .map(({ file, only, lines }) => `  ${String(lines).padStart(4)}  ${file} and ${path.basename(only)}`);
  return [`Files to join with their only importer (${found.length}):`, ...rows].join('\n');
}

/** Interfaces that carry many parts, and interfaces through which a part calls back. */
function bundles(repository: Repository, files: readonly string[]): string {
  const shapes = files.flatMap((file) =>
    repository
      .facts(file)
      .interfaces.filter(({ name }) => bundleName.test(name))
      .map((shape) => ({ ...shape, file })),
  );
  const wide = shapes.filter(({ members }) => members >= manyMembers);
  const callbacks = shapes.filter(({ functions }) => functions >= manyCallbacks);
  const rows = (title: string, found: readonly { text: string; count: number }[]) => [
    `${title} (${found.length}):`,
    ...found
      .toSorted((a, b) => b.count - a.count)
      .slice(0, listed)
      .map(({ text, count }) => `  ${String(count).padStart(4)}  ${text}`),
  ];
  return [
    ...rows(
      `Bundles of ${manyMembers} or more parts`,
      wide.map(({ file, line, name, members }) => ({ text: `${file}:${line} ${name}`, count: members })),
    ),
    ...rows(
      `Bundles of ${manyCallbacks} or more callbacks`,
      callbacks.map(({ file, line, name, functions }) => ({
        text: `${file}:${line} ${name}`,
        count: functions,
      })),
    ),
  ].join('\n');
}
