import { openApi } from '../api/open-api.ts';
import { hasOption, optionalWordAt } from '../program/option-values.ts';
import type { Invocation } from '../program/verb.ts';
import { configFolder } from '../terminal/environment.ts';
import { CommandError } from '../terminal/failures.ts';
import { writeObject, writeOutcome, writeRows } from '../terminal/terminal.ts';
import { choose, connect } from './connection.ts';
import { type Profile, readProfiles, writeProfiles } from './profiles.ts';

/** Removes a profile. Its session ends at the server too; an API key stays valid. */
export async function logout({ options, terminal }: Invocation): Promise<number> {
  const folder = configFolder(terminal.environment);
  const stored = await readProfiles(folder);
  const names = hasOption(options, 'all')
    ? Object.keys(stored.profiles)
    : [typeof options['profile'] === 'string' ? options['profile'] : stored.current].filter(
        (name) => name !== null,
      );
  if (names.length === 0) throw new CommandError('You are not logged in.');
  for (const name of names) {
    const profile = stored.profiles[name];
    if (profile === undefined) throw new CommandError(`There is no profile "${name}".`);
    if (profile.kind === 'session') await endSession(profile, terminal.stopped);
    delete stored.profiles[name];
    if (stored.current === name) stored.current = Object.keys(stored.profiles)[0] ?? null;
    if (!terminal.isJson) terminal.note(`Logged out of ${profile.url} (profile "${name}").`);
  }
  await writeProfiles(folder, stored);
  if (terminal.isJson) terminal.line(JSON.stringify({ removed: names, current: stored.current }, null, 2));
  return 0;
}

/** Ignores errors: the profile is removed even if the server is unreachable or the session has already ended. */
async function endSession({ url, token }: Profile, signal: AbortSignal): Promise<void> {
  await openApi({ url, token, signal })
    .send('POST', '/logout')
    .catch(() => undefined);
}

export async function whoami(invocation: Invocation): Promise<number> {
  const { options, terminal } = invocation;
  const { name, url } = await choose(options['profile'], terminal.environment);
  const me = await (await connect(invocation)).get<object>('/user/me');
  writeObject(terminal, { profile: name, url, ...me });
  return 0;
}

/** Lists the profiles, or sets the current one. */
export async function profiles(invocation: Invocation): Promise<number> {
  const { terminal } = invocation;
  const folder = configFolder(terminal.environment);
  const stored = await readProfiles(folder);
  const wanted = optionalWordAt(invocation, 0);
  if (wanted !== undefined) {
    if (stored.profiles[wanted] === undefined) throw new CommandError(`There is no profile "${wanted}".`);
    await writeProfiles(folder, { ...stored, current: wanted });
    writeOutcome(terminal, { current: wanted }, `The profile "${wanted}" is used from now on.`);
    return 0;
  }
  const rows = Object.entries(stored.profiles).map(([name, { url, email, kind }]) => ({
    name,
    current: name === stored.current,
    url,
    email,
    kind,
  }));
  if (rows.length === 0) terminal.note('There are no profiles. Run: parley login');
  writeRows(terminal, rows, [
    { title: '', text: (row) => (row.current ? '*' : ' ') },
    { title: 'name', text: (row) => row.name },
    { title: 'url', text: (row) => row.url },
    { title: 'account', text: (row) => row.email },
    { title: 'login', text: (row) => (row.kind === 'key' ? 'API key' : 'session') },
  ]);
  return 0;
}
