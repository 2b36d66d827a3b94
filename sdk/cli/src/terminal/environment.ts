import { homedir } from 'node:os';
import path from 'node:path';

/** Values of the environment by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The variables that the command line reads. */
export function readEnvironment(): Environment {
  // allow environment: the command line runs without the server's configuration.
  const { env } = process;
  return {
    PARLEY_API_URL: env['PARLEY_API_URL'],
    PARLEY_API_KEY: env['PARLEY_API_KEY'],
    PARLEY_PROFILE: env['PARLEY_PROFILE'],
    XDG_CONFIG_HOME: env['XDG_CONFIG_HOME'],
    APPDATA: env['APPDATA'],
    NO_COLOR: env['NO_COLOR'],
    TERM: env['TERM'],
  };
}

/** The folder of the user's settings for `parley`. */
export function configFolder(environment: Environment): string {
  const own = environment['XDG_CONFIG_HOME'] || environment['APPDATA'] || path.join(homedir(), '.config');
  return path.join(own, 'parley');
}
