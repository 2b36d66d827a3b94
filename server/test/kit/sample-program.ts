import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hasPackages, requirePackages } from '../../../scripts/testing/needs.ts';
import { endsWithFile } from './left-running.ts';
import { freePorts } from './sip/free-ports.ts';
import type { TestServer } from './test-server.ts';

/** Debian's Python, for which the package of httpx is installed. */
export const PYTHON = '/usr/bin/python3';

/** True if Debian packages are missing and their tests may be skipped. In CI they must exist. */
export function arePackagesMissing(...names: string[]): boolean {
  const mayBeMissing = process.env['CI'] === undefined || process.env['CI'] === 'false';
  if (mayBeMissing) return !hasPackages(...names);
  requirePackages(...names);
  return false;
}

/** A folder outside the repository, removed at the end of the file. */
export function emptyFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-samples-'));
  endsWithFile(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A fenced block of code in a document. */
export interface Sample {
  language: string;
  /** False for blocks that are marked with `no-test`. */
  isTested: boolean;
  code: string;
}

/** The blocks of code in a Markdown text that have a language. */
export function samplesIn(markdown: string): Sample[] {
  const blocks = markdown.matchAll(/^```([a-z]+)( no-test)?\n(.*?)^```$/gms);
  return [...blocks].map(([, language = '', mark, code = '']) => ({
    language,
    isTested: mark === undefined,
    code,
  }));
}

/** All samples in one language as one program. */
export function programIn(language: string, samples: readonly Sample[]): string {
  return samples
    .filter((sample) => sample.language === language && sample.isTested)
    .map(({ code }) => code)
    .join('\n');
}

/** Pairs of a text in the documents and its replacement: the server's address, an account's key, a free port. */
export async function replacements(server: TestServer, token: string | null): Promise<[string, string][]> {
  const [port] = await freePorts(1);
  const { origin } = new URL(server.api);
  return [
    ['http://localhost:3000', origin],
    ['https://parley.example', origin],
    ['parley_…', String(token)],
    ['8080', String(port)],
  ];
}

export function replaced(text: string, pairs: readonly (readonly [string, string])[]): string {
  return pairs.reduce((result, [from, to]) => result.replaceAll(from, to), text);
}

/** All samples of a README in one language as one program of a new account of this server. */
export async function readmeProgram(file: string, language: string, server: TestServer): Promise<string> {
  const { token } = await server.account();
  const program = programIn(language, samplesIn(readFileSync(file, 'utf8')));
  return replaced(program, await replacements(server, token));
}

/**
 * Runs a program to its end and returns what it printed. Fails with its errors if it does not succeed.
 * @param options `input`: standard input
 */
export function printed(
  file: string,
  args: readonly string[],
  options: { cwd: string; env?: Record<string, string>; input?: string },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd: options.cwd, env: { ...process.env, ...options.env } });
    endsWithFile(() => child.kill('SIGKILL'));
    child.stdin.end(options.input ?? '');
    let output = '';
    let errors = '';
    child.stdout.on('data', (chunk) => {
      output += String(chunk);
    });
    child.stderr.on('data', (chunk) => {
      errors += String(chunk);
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${file} ${args.join(' ')} ended with ${code}:\n${output}\n${errors}`));
    });
  });
}
