/** The flags of `npm start`. Node caches the stripped TypeScript, which halves the start time of a process. */
export const NODE_FLAGS: readonly string[] = [
  '--disable-warning=ExperimentalWarning',
  `--import=${new URL('../../../scripts/bootstrap/typescript.js', import.meta.url)}`,
];
