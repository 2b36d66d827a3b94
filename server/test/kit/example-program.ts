import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findCompiler } from '../../../scripts/checks/run/typescript.ts';
import { eventually } from './eventually.ts';
import { endsWithTest } from './left-running.ts';
import { emptyFolder, printed } from './sample-program.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A copy of `examples` in a new folder, with the built TypeScript SDK in its `node_modules`. */
export async function copiedExamples(): Promise<string> {
  const folder = emptyFolder();
  const sdk = path.join(folder, 'node_modules/@parley/sdk');
  cpSync(path.join(root, 'examples'), folder, { recursive: true });
  mkdirSync(sdk, { recursive: true });
  cpSync(path.join(root, 'sdk/typescript/package.json'), path.join(sdk, 'package.json'));
  const args = ['-p', 'tsconfig.build.json', '--outDir', path.join(sdk, 'dist')];
  await printed(await findCompiler(), args, { cwd: path.join(root, 'sdk/typescript') });
  return folder;
}

/** Checks the types of TypeScript programs in the folder of examples, as strictly as a user's project. */
export async function checkPrograms(folder: string, files: readonly string[]): Promise<void> {
  const compilerOptions = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    module: 'nodenext',
    target: 'es2024',
    typeRoots: [path.join(root, 'node_modules/@types')],
    types: ['node'],
  };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  await printed(await findCompiler(), ['-p', folder], { cwd: folder });
}

/** A running program of an example. */
export interface ExampleProgram {
  /** Waits until its output matches, and returns the match. Throws if the program has ended. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
}

/** Runs an example until the test ends. */
export function startExample(file: string, environment: Record<string, string>): ExampleProgram {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', path.basename(file)], {
    cwd: path.dirname(file),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], ...environment },
  });
  endsWithTest(() => child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece) => {
      output += String(piece);
    });
  }
  return {
    printed: async (pattern) => {
      const found = await eventually(
        async () => {
          const match = pattern.exec(output);
          if (match === null && child.exitCode !== null) throw new Error(`${file} ended:\n${output}`);
          return match;
        },
        (match) => match !== null,
      );
      if (found === null) throw new Error('The output does not match.');
      return found;
    },
  };
}
