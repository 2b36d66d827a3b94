import { once } from 'node:events';
import { eventually } from '../eventually.ts';
import { startMain } from '../server-process.ts';
import { type Client, clientOf } from '../test-server.ts';

/** Parley started as a user starts it. */
export interface RunningParley {
  /** For example `http://127.0.0.1:8080`. */
  origin: string;
  client(token: string | null): Client;
  /** @param signal SIGTERM for a graceful shutdown, SIGKILL for a kill as by a power failure */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** Starts Parley and resolves when it responds. */
export async function startParley(environment: Record<string, string>): Promise<RunningParley> {
  const { child, words } = startMain({
    PARLEY_ALLOW_PRIVATE_CIDRS: '127.0.0.0/8',
    PARLEY_OWNER_PASSWORD: 'correct horse',
    ...environment,
  });
  const ready = await eventually(
    async () => (child.exitCode === null ? words() : `${words()} Parley is ready`),
    (said) => said.includes('Parley is ready'),
  );
  const origin = /API +(http:\S+)\/api/.exec(ready)?.[1];
  if (origin === undefined) throw new Error(`Parley did not start: ${ready}`);
  return {
    origin,
    client: (token) => clientOf(`${origin}/api`, token),
    end: async (signal) => {
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
  };
}

/** Logs in as the owner, with the password of `startParley`. */
export async function ownerOf(parley: RunningParley): Promise<Client> {
  const login = { email: 'owner@localhost', password: 'correct horse' };
  const { status, body, text } = await parley.client(null).post('/login', login);
  if (status !== 200) throw new Error(`The owner cannot log in: ${text}`);
  return parley.client(body.token);
}
