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
  const me = await openAccount(api, textOption(invocation.options, 'account')).catch(
    async (error: unknown) => {
      // Without a profile, no command could end the session.
      if (kind === 'session') await api.send('POST', '/logout').catch(() => undefined);
      throw error;
    },
  );
  const name = profileName(invocation);
  const folder = configFolder(terminal.environment);
  const { profiles } = await readProfiles(folder);
  const profile: Profile = { url, token, kind, email: me.email };
  await writeProfiles(folder, { current: name, profiles: { ...profiles, [name]: profile } });
  const outcome = { profile: name, url, email: me.email, name: me.name };
  writeOutcome(terminal, outcome, `Logged in to ${url} as ${me.email} (profile "${name}").`);
  return 0;
}

async function openAccount(api: Api, account: string | undefined): Promise<Me> {
  if (account !== undefined) await useAccount(api, account);
  try {
    return await api.get<Me>('/user/me');
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 403) throw error;
    // The account requires a second factor, which can only be set up in the console.
    throw new CommandError(`${error.message}\nYour profile: ${api.url}/profile`, { cause: error });
  }
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
  if (!terminal.canAsk) return { token: (await linesOfInput('an API key'))[0], kind: 'key' };
  const typed = await askSecret('API key (or Enter to use email and password): ');
  if (typed !== '') return { token: typed, kind: 'key' };
  return logInWith(invocation, { url, email: await ask('Email: ') });
}

async function logInWith(
  { terminal }: Invocation,
  { url, email }: { url: string; email: string },
): Promise<{ token: string; kind: Profile['kind'] }> {
  const [password, code] = terminal.canAsk
    ? [await askSecret('Password: ')]
    : await linesOfInput('the password');
  const api = openApi({ url, token: null, signal: terminal.stopped });
  const body = { email, password, token_name: `parley command line on ${hostname()}`.slice(0, 255) };
  try {
    const send = (given?: string): Promise<Login> =>
      api.send('POST', '/login', { ...body, ...(given && { code: given }) });
    const { token } = await (terminal.canAsk ? untilCodeIsRight(terminal, send) : send(code));
    return { token, kind: 'session' };
  } catch (error) {
    const isRefused = error instanceof ApiFailure && error.status === 401;
    if (isRefused) throw new CommandError('The email address or the password is wrong.', { cause: error });
    const problem = problemOfCode(error);
    if (problem === null) throw error;
    const advice =
      terminal.canAsk || code ? '' : ' Without a terminal, put it on the second line of standard input.';
    throw new CommandError(`${problem}${advice}`, { cause: error });
  }
}

/** Codes that a person may enter before the password is asked for again. */
const CODES = 3;

/** Asks for a code if the person has a second factor, and again if it is wrong. */
async function untilCodeIsRight(
  terminal: Invocation['terminal'],
  send: (code?: string) => Promise<Login>,
): Promise<Login> {
  let code: string | undefined;
  for (let asked = 0; ; asked += 1) {
    try {
      return await send(code);
    } catch (error) {
      const problem = problemOfCode(error);
      if (problem === null || asked === CODES) throw error;
      if (code) terminal.note(problem);
      code = await ask('Code from your authenticator app, or a recovery code: ');
    }
  }
}

/** Null if the login failed for another reason. */
function problemOfCode(error: unknown): string | null {
  return error instanceof ApiFailure ? (error.fields['code']?.join(' ') ?? null) : null;
}

/** The lines of standard input. Throws a `UsageError` if the first line is empty. */
async function linesOfInput(what: string): Promise<[string, ...string[]]> {
  const [first = '', ...others] = (await readInput()).split('\n').map((line) => line.trim());
  if (first === '')
    throw new UsageError(`Without a terminal, ${what} is read from standard input, which is empty.`);
  return [first, ...others];
}
