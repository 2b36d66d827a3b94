// From source, Vite bundles the worklet. The build of the package replaces this file, see `build.js`.
import url from './call-worklet.ts?worker&url';

export const workletUrl: string = url;
