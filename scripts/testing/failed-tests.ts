import { readFileSync, writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

type ReportedError = Parameters<NonNullable<Reporter['onTestRunEnd']>>[1][number];

const mostLinesOfAnError = 6;

/**
 * A reporter for vitest, beside its own: writes what failed into a file, for whoever reads the end of the output only.
 * Two databases are tested one after the other; the second one's thousands of lines hide what the first one said.
 */
export class FailedTests implements Reporter {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly ReportedError[]): void {
    const lines = [
      ...modules.flatMap(failuresOf),
      ...unhandledErrors.flatMap((error) => told('Unhandled error', error)),
    ];
    writeFileSync(this.#path, lines.map((line) => `${line}\n`).join(''));
  }
}

/** Lines; none where nothing failed, or vitest ended before it could tell. */
export function readFailedTests(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n').slice(0, -1);
  } catch {
    return [];
  }
}

/** A file that could not be loaded, a hook that failed, and each test. */
function failuresOf(module: TestModule): string[] {
  const file = module.relativeModuleId;
  const own = module.errors().flatMap((error) => told(file, error));
  const suites = [...module.children.allSuites()].flatMap((suite) =>
    suite.errors().flatMap((error) => told(`${file} > ${suite.fullName}`, error)),
  );
  const tests = [...module.children.allTests('failed')].flatMap((test) =>
    (test.result().errors ?? []).flatMap((error) => told(`${file} > ${test.fullName}`, error)),
  );
  return [...own, ...suites, ...tests];
}

function told(where: string, { message, stack = message }: ReportedError): string[] {
  const text = stack.includes(message) ? stack : `${message}\n${stack}`;
  const ours = text.split('\n').filter((line) => !/node_modules|<anonymous>/.test(line));
  return [where, ...ours.slice(0, mostLinesOfAnError).map((line) => `    ${line}`)];
}
