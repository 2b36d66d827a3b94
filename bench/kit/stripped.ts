import { pathToFileURL } from 'node:url';

/** NODE_OPTIONS as with `npm start` and in the image, which preload the cached type stripping. */
export const STRIPPED = `--import=${pathToFileURL(`${import.meta.dirname}/../../scripts/bootstrap/typescript.js`).href}`;
