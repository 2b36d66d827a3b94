import { isIP } from 'node:net';
import type { Api } from '../api/api.ts';
import { openApi } from '../api/open-api.ts';
import { textOption } from '../program/option-values.ts';
import type { Invocation } from '../program/verb.ts';
import { configFolder, type Environment } from '../terminal/environment.ts';
import { CommandError, UsageError } from '../terminal/failures.ts';
import { type Profile, readProfiles } from './profiles.ts';

export const DEFAULT_URL = 'http://localhost:3000';

/** A server with a credential; `name` is the profile's name, or `environment`. */
export interface Chosen {
  name: string;
  url: string;
  token: string;
  profile: Profile | null;
}

/** The API of the chosen server. */
export async function connect({ options, terminal }: Invocation): Promise<Api> {
  const chosen = await choose(options['profile'], terminal.environment);
  return openApi({ url: chosen.url, token: chosen.token, signal: terminal.stopped });
}

/**
 * Chooses the server and the credential: `--profile`, then `PARLEY_API_KEY` with `PARLEY_API_URL`, then `PARLEY_PROFILE`,
 * then the profile of the last `login`. The environment and a profile are never mixed, so that no key goes to the server
 * of another one.
 */
export async function choose(wanted: unknown, environment: Environment): Promise<Chosen> {
  const key = environment['PARLEY_API_KEY'] || null;
  if (typeof wanted !== 'string' && key !== null) {
    const url = normalizeUrl(environment['PARLEY_API_URL'] || DEFAULT_URL);
    return { name: 'environment', url, token: key, profile: null };
  }
  const { current, profiles } = await readProfiles(configFolder(environment));
  const named = typeof wanted === 'string' ? wanted : environment['PARLEY_PROFILE'] || null;
  const name = named ?? current;
  if (name === null) {
    throw new CommandError(
      'You are not logged in. Run: parley login\nOr set PARLEY_API_URL and PARLEY_API_KEY.',
    );
  }
  const profile = profiles[name];
  if (profile === undefined) {
    const known = Object.keys(profiles).join(', ') || 'none';
    throw new CommandError(
      `There is no profile "${name}" (profiles: ${known}). Run: parley login --profile ${name}`,
    );
  }
  if (typeof wanted !== 'string') checkUrl(environment, { name, url: profile.url });
  return { name, url: profile.url, token: profile.token, profile };
}

/** A script that sets the server but no key must not act on the server of a profile. */
function checkUrl(environment: Environment, profile: { name: string; url: string }): void {
  const set = environment['PARLEY_API_URL'];
  if (!set || normalizeUrl(set) === profile.url) return;
  throw new CommandError(
    `PARLEY_API_URL is ${normalizeUrl(set)}, but PARLEY_API_KEY is not set, and the profile "${profile.name}" is for ${profile.url}.\nSet PARLEY_API_KEY, or add --profile ${profile.name}.`,
  );
}

/** True if a remote verb would find a server and a credential. */
export async function isConnected(environment: Environment): Promise<boolean> {
  if (environment['PARLEY_API_KEY'] || environment['PARLEY_API_URL']) return true;
  return (await readProfiles(configFolder(environment))).current !== null;
}

/** `parley.example/api/` → `https://parley.example`. Without a scheme, only this machine and IP addresses get http. */
export function normalizeUrl(text: string): string {
  const written = /^https?:\/\//i.test(text.trim()) ? text.trim() : withScheme(text.trim());
  if (!URL.canParse(written)) throw new UsageError(`"${text}" is no URL. An example: https://parley.example`);
  const { origin, pathname } = new URL(written);
  return `${origin}${pathname.replace(/\/+$/, '').replace(/\/api$/, '')}`;
}

function withScheme(address: string): string {
  const plain = `http://${address}`;
  const host = URL.canParse(plain) ? new URL(plain).hostname.replace(/^\[|\]$/g, '') : '';
  return host === 'localhost' || isIP(host) !== 0 ? plain : `https://${address}`;
}

/** The name of the profile that `login` and `logout` are about. */
export function profileName({ options, terminal }: Invocation): string {
  return textOption(options, 'profile') ?? (terminal.environment['PARLEY_PROFILE'] || 'default');
}
