/** As `npm start` runs our TypeScript: types are stripped once and kept, which is half of what the start of a process costs. */
export const NODE_FLAGS: readonly string[] = [
  '--disable-warning=ExperimentalWarning',
  `--import=${new URL('../../../scripts/bootstrap/typescript.js', import.meta.url)}`,
];
