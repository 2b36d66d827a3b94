import { pathToFileURL } from 'node:url';

/** NODE_OPTIONS of a server as `npm start` and the image run it: the types of its TypeScript were taken away before. */
export const STRIPPED = `--import=${pathToFileURL(`${import.meta.dirname}/../../scripts/bootstrap/typescript.js`).href}`;
