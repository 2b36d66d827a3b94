import { spawnSync } from 'node:child_process';
import type { Repository } from '../repository.ts';
import { readTimes, timedArguments } from '../run/program.ts';

// Not the package's bin, which would first install missing packages.
const cli = 'server/bin/parley.ts';

/** Commands that a document may contain. */
export interface KnownCommands {
  npmScripts: ReadonlySet<string>;
  /** CLI commands listed by its help: `users add`, `chat`. */
  verbs: ReadonlySet<string>;
  /** CPU time of the CLI. */
  programSeconds: number;
}

/** Reads npm scripts from package.json, and CLI commands from its help. */
export function readKnownCommands(repository: Repository): KnownCommands {
  const manifest: unknown = JSON.parse(repository.text('package.json'));
  const scripts = memberOf(manifest, 'scripts');
  return {
    npmScripts: new Set(typeof scripts === 'object' && scripts !== null ? Object.keys(scripts) : []),
    ...readVerbs(repository),
  };
}

/** The commands in `code` that do not exist. */
export function unknownCommands(code: string, known: KnownCommands): string[] {
  const unknown: string[] = [];
  for (const [command, script] of code.matchAll(/\bnpm (?:run )?([a-z][\w:-]*)/g)) {
    const own = script !== undefined && (command.startsWith('npm run') || ['start', 'test'].includes(script));
    if (own && !known.npmScripts.has(script)) unknown.push(command);
  }
  for (const [command, first = '', second] of code.matchAll(
    /\bnpx parley ([a-z][a-z-]*)(?: ([a-z][a-z-]*))?/g,
  )) {
    const both = second === undefined ? first : `${first} ${second}`;
    if (!known.verbs.has(first) && !known.verbs.has(both)) unknown.push(command);
  }
  return unknown;
}

function readVerbs(repository: Repository): Pick<KnownCommands, 'verbs' | 'programSeconds'> {
  if (!repository.has(cli)) return { verbs: new Set(), programSeconds: 0 };
  const help = spawnSync('sh', timedArguments({ file: process.execPath, args: [cli, 'help', '--all'] }), {
    cwd: repository.root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  if (help.status !== 0) throw new Error(`${cli} help --all failed: ${help.stderr}`);
  const verbs = [
    ...help.stdout.matchAll(/^\s+(?:(?:npx )?parley )?([a-z][a-z-]*(?: [a-z][a-z-]*)?)(?=\s|$)/gm),
  ];
  return {
    verbs: new Set(verbs.map((match) => match[1] ?? '')),
    programSeconds: readTimes(help.output[3] ?? ''),
  };
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && key in value ? Reflect.get(value, key) : undefined;
}
