/** Replaces the one of `sdk/web`, because browsers load the worklet from a separate file. See `vite.config.ts`. */
export const workletUrl = new URL('widget-worklet.js', import.meta.url).href;
