export const areas = [
  'server',
  'tests',
  'console',
  'widget',
  'sdk',
  'contract',
  'bench',
  'scripts',
  'documents',
] as const;

/** A part of the repository whose signs are counted together. */
export type Area = (typeof areas)[number];

/**
 * Signs that each area may have. The check also fails when an area has more than `slack` fewer: then lower
 * its number. The target is under 3 signs per 1,000 lines.
 */
export const recordedSigns: Readonly<Record<Area, number>> = {
  server: 56,
  tests: 88,
  console: 51,
  widget: 4,
  sdk: 0,
  contract: 0,
  bench: 1,
  scripts: 0,
  documents: 1,
};

export const slack = 10;

/** The area of a file; undefined for files outside all areas, and for generated files, whose text is the contract's. */
export function areaOf(file: string): Area | undefined {
  if (file.includes('/generated/')) return undefined;
  if (file.endsWith('.md')) return 'documents';
  if (file.startsWith('server/test/') || /\.test\.tsx?$/.test(file)) return 'tests';
  const folder = file.includes('/') ? file.slice(0, file.indexOf('/')) : 'scripts';
  return areas.find((area) => area === folder);
}
