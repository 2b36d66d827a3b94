import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Repository } from '../repository.ts';
import { runProgram, type Verdict } from '../run/program.ts';
import { findCompiler } from '../run/typescript.ts';
import type { Column } from './describe-statement.ts';
import type { FoundStatement } from './find-statements.ts';
import { NARROWED, rowTypeOf } from './row-types.ts';

export interface DescribedStatement extends FoundStatement {
  columns: readonly Column[];
}

/** Compiles a copy of the server in which every row has the columns that PostgreSQL returns. */
export async function checkRows(
  repository: Repository,
  statements: readonly DescribedStatement[],
): Promise<Verdict> {
  const copy = mkdtempSync(path.join(tmpdir(), 'parley-rows-'));
  try {
    const isTest = (file: string) => file.endsWith('.test.ts') || file.endsWith('/testing');
    cpSync(path.join(repository.root, 'server/src'), path.join(copy, 'server/src'), {
      recursive: true,
      filter: (file) => !isTest(file),
    });
    for (const name of ['contract', 'sdk', 'node_modules', 'package.json', 'tsconfig.json']) {
      symlinkSync(path.join(repository.root, name), path.join(copy, name));
    }
    for (const [file, own] of Map.groupBy(statements, (statement) => statement.file)) {
      writeFileSync(path.join(copy, file), withRowTypes(repository.text(file), own) + NARROWED);
    }
    const compilerOptions = { noUnusedLocals: false };
    const config = { extends: './tsconfig.json', include: ['server/src'], compilerOptions };
    writeFileSync(path.join(copy, 'tsconfig.rows.json'), JSON.stringify(config));
    const args = ['--noEmit', '-p', path.join(copy, 'tsconfig.rows.json')];
    const environment = { GOGC: 'off', GOMEMLIMIT: '3GiB' };
    const verdict = await runProgram({ file: await findCompiler(), args, environment });
    return { ...verdict, output: verdict.output.replaceAll(/^.*?(?=server\/src\/)/gm, '') };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function withRowTypes(text: string, statements: readonly DescribedStatement[]): string {
  let written = '';
  let at = 0;
  for (const { rowType, typeAt, columns } of statements.toSorted((a, b) => a.typeAt - b.typeAt)) {
    const declared = rowType === null ? null : text.slice(rowType.start, rowType.end);
    written += `${text.slice(at, typeAt)}<${rowTypeOf(columns, declared).replaceAll('\n', ' ')}>`;
    at = rowType === null ? typeAt : rowType.end + 1;
  }
  return written + text.slice(at);
}
