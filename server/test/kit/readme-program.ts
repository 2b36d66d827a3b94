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

/** True if Python is missing and its tests may be skipped. In CI it must exist. */
export function isPythonMissing(): boolean {
  const mayBeMissing = process.env['CI'] === undefined || process.env['CI'] === 'false';
  if (mayBeMissing) return !hasPackages('python3-httpx');
  requirePackages('python3-httpx');
  return false;
}

/** A folder outside the repository, removed at the end of the file. */
export function emptyFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-sdk-'));
  endsWithFile(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** All samples of a README in one language as one program of a new account of this server. */
export async function readmeProgram(file: string, language: string, server: TestServer): Promise<string> {
  const samples = readFileSync(file, 'utf8').matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'));
  const [port] = await freePorts(1);
  const { token } = await server.account();
  return [...samples]
    .map(([, code]) => code)
    .join('\n')
    .replaceAll('http://localhost:3000', new URL(server.api).origin)
    .replaceAll('parley_…', String(token))
    .replaceAll('8080', String(port));
}

/** Runs a program to its end and returns what it printed. Fails with its errors if it does not succeed. */
export function printed(
  file: string,
  args: readonly string[],
  options: { cwd: string; env?: Record<string, string> },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd: options.cwd, env: { ...process.env, ...options.env } });
    endsWithFile(() => child.kill('SIGKILL'));
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
