import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { NODE_FLAGS } from './node-flags.ts';

const program = fileURLToPath(new URL('../../bin/parley.ts', import.meta.url));

interface CommandEnd {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A person with a folder and a terminal for `parley`. */
export interface Person {
  folder: string;
  /** Runs a command without a terminal. @param input its standard input */
  run(
    words: readonly string[],
    options?: { input?: string; environment?: Record<string, string> },
  ): Promise<CommandEnd>;
  /** Runs a command that must succeed, and parses its output. */
  json<Data>(...words: string[]): Promise<Data>;
  start(words: readonly string[]): ChildProcess;
  /** Runs a command in a terminal, and answers its questions in order. @param answers the end of each question, and the answer */
  type(
    words: readonly string[],
    answers: readonly (readonly [question: RegExp, answer: string])[],
  ): Promise<{ code: number | null; output: string }>;
}

/** A person whose folder and settings are deleted after the test. @param start the program and its first words */
export function aPerson(start: readonly string[] = [process.execPath, ...NODE_FLAGS, program]): Person {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [file = '', ...first] = start;
  const settings = { PATH: process.env['PATH'], HOME: folder, XDG_CONFIG_HOME: path.join(folder, 'config') };
  const run: Person['run'] = (words, { input = '', environment = {} } = {}) =>
    new Promise((resolve) => {
      const env = { ...settings, ...environment };
      const child = execFile(file, [...first, ...words], { cwd: folder, env }, (_error, stdout, stderr) =>
        resolve({ code: child.exitCode, stdout, stderr }),
      );
      child.stdin?.end(input);
    });
  return {
    folder,
    run,
    json: async (...words) => {
      const { code, stdout, stderr } = await run([...words, '--json']);
      if (code !== 0) throw new Error(`parley ${words.join(' ')} failed with ${code}: ${stderr}`);
      return JSON.parse(stdout);
    },
    type: (words, answers) =>
      new Promise((resolve) => {
        const command = [file, ...first, ...words].map((word) => `'${word}'`).join(' ');
        const child = spawn('script', ['-qfec', command, '/dev/null'], { cwd: folder, env: settings });
        const left = [...answers];
        let [output, read] = ['', 0];
        child.stdout.on('data', (chunk: Buffer) => {
          output += chunk.toString();
          const [question, answer] = left[0] ?? [];
          const found = question?.exec(output.slice(read));
          if (found == null) return;
          read += found.index + found[0].length;
          left.shift();
          child.stdin.write(`${answer}\r`);
        });
        child.once('close', (code) => resolve({ code, output }));
      }),
    start: (words) => spawn(file, [...first, ...words], { cwd: folder, env: settings }),
  };
}

/** Installs the packed command line into a new folder without a network; returns the path of its `parley`. */
export function installPackage(folder: string): string {
  const source = fileURLToPath(new URL('../../../sdk/cli/', import.meta.url));
  const env = {
    PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env['PATH']}`,
    HOME: folder,
    npm_config_cache: path.join(folder, 'npm-cache'),
  };
  const npm = (...words: string[]): string =>
    execFileSync('npm', words, { cwd: folder, env, encoding: 'utf8' });
  const packed = npm('pack', source, '--pack-destination', folder, '--json', '--silent');
  const name = /"filename":\s*"([^"]+)"/.exec(packed)?.[1] ?? '';
  const prefix = path.join(folder, 'prefix');
  npm(
    'install',
    '--global',
    '--offline',
    '--prefix',
    prefix,
    path.join(folder, name.replace(/^@/, '').replace('/', '-')),
  );
  return path.join(prefix, 'bin', 'parley');
}
