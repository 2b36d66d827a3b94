import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

// Not the package's bin: that one installs what is missing before it answers.
const cli = 'server/bin/parley.ts';

/** What a document may tell a reader to type. */
export interface KnownCommands {
  npmScripts: ReadonlySet<string>;
  /** Verbs of the CLI as its help lists them: `users add`, `chat`. */
  verbs: ReadonlySet<string>;
}

/** Reads npm scripts from package.json and verbs from the CLI's own help. */
export function readKnownCommands(root: string): KnownCommands {
  const manifest: unknown = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const scripts = memberOf(manifest, 'scripts');
  return {
    npmScripts: new Set(typeof scripts === 'object' && scripts !== null ? Object.keys(scripts) : []),
    verbs: readVerbs(root),
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

function readVerbs(root: string): Set<string> {
  if (!existsSync(path.join(root, cli))) return new Set();
  const help = execFileSync(process.execPath, [cli, '--help'], {
    cwd: root,
    encoding: 'utf8',
    stdio: 'pipe',
  });
  const verbs = [...help.matchAll(/^\s+(?:(?:npx )?parley )?([a-z][a-z-]*(?: [a-z][a-z-]*)?)(?=\s|$)/gm)];
  return new Set(verbs.map((match) => match[1] ?? ''));
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && key in value ? Reflect.get(value, key) : undefined;
}
