import manifest from '../../../package.json' with { type: 'json' };

/** Names this program and its version to the servers that it talks to, such as `Parley/1.2.3`. */
export const USER_AGENT = `Parley/${manifest.version}`;
