import { hostname } from 'node:os';
import type { Api } from '../api/api.ts';
import { ApiFailure } from '../api/api.ts';
import { openApi } from '../api/open-api.ts';
import { textOption } from '../program/option-values.ts';
import type { Invocation } from '../program/verb.ts';
import { ask, askSecret, readInput } from '../terminal/ask.ts';
import { configFolder } from '../terminal/environment.ts';
import { CommandError, UsageError } from '../terminal/failures.ts';
import { writeOutcome } from '../terminal/terminal.ts';
import { DEFAULT_URL, normalizeUrl, profileName } from './connection.ts';
import { type Profile, readProfiles, writeProfiles } from './profiles.ts';

interface Login {
  token: string;
}

interface Me {
  name: string;
  email: string;
  total_balance: number;
}

/** Checks an API key, or logs in with an email address and a password, and stores the result as a profile. */
export async function login(invocation: Invocation): Promise<number> {
  const { terminal } = invocation;
  const url = normalizeUrl(await urlOf(invocation));
  const { token, kind } = await credential(invocation, url);
  const api = openApi({ url, token, signal: terminal.stopped });
  const account = textOption(invocation.options, 'account');
  if (account !== undefined) await useAccount(api, account);
  const me = await api.get<Me>('/user/me');
  const name = profileName(invocation);
  const folder = configFolder(terminal.environment);
  const { profiles } = await readProfiles(folder);
  const profile: Profile = { url, token, kind, email: me.email };
  await writeProfiles(folder, { current: name, profiles: { ...profiles, [name]: profile } });
  const outcome = { profile: name, url, email: me.email, name: me.name };
  writeOutcome(terminal, outcome, `Logged in to ${url} as ${me.email} (profile "${name}").`);
  return 0;
}

interface Account {
  id: number;
  name: string;
}

/** Moves the session to the person's account with this id or name. */
async function useAccount(api: Api, wanted: string): Promise<void> {
  const { data } = await api.get<{ data: Account[] }>('/user/accounts');
  const found = data.filter(({ id, name }) => String(id) === wanted || name === wanted);
  const [account] = found;
  if (account === undefined || found.length > 1) {
    const known = data.map(({ id, name }) => `${name} (${id})`).join(', ');
    const problem = account === undefined ? 'You have no account named' : 'You have several accounts named';
    throw new CommandError(`${problem} "${wanted}". Your accounts: ${known}`);
  }
  await api.send('POST', `/user/accounts/${account.id}/switch`);
}

async function urlOf({ options, terminal }: Invocation): Promise<string> {
  const given = textOption(options, 'url') ?? terminal.environment['PARLEY_API_URL'];
  if (given) return given;
  if (!terminal.canAsk) return DEFAULT_URL;
  return (await ask(`URL of Parley [${DEFAULT_URL}]: `)) || DEFAULT_URL;
}

/** The key comes from the environment, standard input or the terminal. Other users could see an option. */
async function credential(
  invocation: Invocation,
  url: string,
): Promise<{ token: string; kind: Profile['kind'] }> {
  const { options, terminal } = invocation;
  const email = textOption(options, 'email');
  if (email !== undefined) return logInWith(invocation, { url, email });
  const key = terminal.environment['PARLEY_API_KEY'];
  if (key) return { token: key, kind: 'key' };
  if (!terminal.canAsk) return { token: await firstLine('an API key'), kind: 'key' };
  const typed = await askSecret('API key (or Enter to use email and password): ');
  if (typed !== '') return { token: typed, kind: 'key' };
  return logInWith(invocation, { url, email: await ask('Email: ') });
}

async function logInWith(
  { terminal }: Invocation,
  { url, email }: { url: string; email: string },
): Promise<{ token: string; kind: Profile['kind'] }> {
  const password = terminal.canAsk ? await askSecret('Password: ') : await firstLine('the password');
  const api = openApi({ url, token: null, signal: terminal.stopped });
  const body = { email, password, token_name: `parley command line on ${hostname()}`.slice(0, 255) };
  try {
    const { token } = await withCode(terminal, (code) =>
      api.send<Login>('POST', '/login', { ...body, ...code }),
    );
    return { token, kind: 'session' };
  } catch (error) {
    const isRefused = error instanceof Error && 'status' in error && error.status === 401;
    throw isRefused ? new CommandError('The email address or the password is wrong.') : error;
  }
}

/** Repeats a login with a code if the person has a second factor. */
async function withCode<Result>(
  terminal: Invocation['terminal'],
  send: (code: { code?: string }) => Promise<Result>,
): Promise<Result> {
  try {
    return await send({});
  } catch (error) {
    if (!terminal.canAsk || !isAskedForCode(error)) throw error;
    return send({ code: await ask('Code of your authenticator app: ') });
  }
}

function isAskedForCode(error: unknown): boolean {
  return error instanceof ApiFailure && error.status === 422 && error.message.includes('authenticator app');
}

async function firstLine(what: string): Promise<string> {
  const line = (await readInput()).split('\n')[0]?.trim() ?? '';
  if (line === '')
    throw new UsageError(`Without a terminal, ${what} is read from standard input, which is empty.`);
  return line;
}
