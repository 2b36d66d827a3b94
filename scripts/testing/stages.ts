import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { cpuSecondsOfTree } from './processes.ts';

/** One program of a test run. */
export interface Stage {
  name: string;
  /** Node's arguments: the program's path from the root, then its own. */
  args: readonly string[];
  environment: Readonly<Record<string, string>>;
  timeoutMs: number;
  /** Runs at a lower CPU priority, for stages without real-time tests. */
  canWait: boolean;
}

export interface StageResult {
  name: string;
  /** -1 if the stage was killed by a signal or ran out of time. */
  exitCode: number;
  wallSeconds: number;
  cpuSeconds: number;
}

/** Arguments of `nice`; child processes inherit the priority. */
const lowPriority = ['-n', '10'];

export interface StageRunnerOptions {
  /** The folder in which stages run. */
  root: string;
  /** Base environment of all stages; DATABASE_URL is removed. */
  environment: NodeJS.ProcessEnv;
  /** Receives each output line of a stage, prefixed with the stage's name. */
  print(line: string): void;
  /** Interval for reading CPU times from /proc; each reading takes a few milliseconds. */
  cpuSampleMs: number;
}

export class StageRunner {
  readonly #options: StageRunnerOptions;
  readonly #children = new Set<ReturnType<typeof spawn>>();
  #isStopped = false;

  constructor(options: StageRunnerOptions) {
    this.#options = options;
  }

  /** Forwards a signal to running stages, and starts no more. */
  stop(signal: NodeJS.Signals): void {
    this.#isStopped = true;
    for (const child of this.#children) child.kill(signal);
  }

  /** Runs two stages at a time, in order, so that both cores stay busy while one stage waits. */
  async runAll(stages: readonly Stage[]): Promise<StageResult[]> {
    const waiting = [...stages];
    const results: StageResult[] = [];
    const work = async (): Promise<void> => {
      for (let stage = waiting.shift(); stage !== undefined; stage = waiting.shift()) {
        results.push(await this.run(stage));
      }
    };
    await Promise.all([work(), work()]);
    return results;
  }

  async run(stage: Stage): Promise<StageResult> {
    const { name, args, environment, timeoutMs, canWait } = stage;
    const startedAt = performance.now();
    const seconds = (): number => (performance.now() - startedAt) / 1000;
    if (this.#isStopped) return { name, exitCode: -1, wallSeconds: 0, cpuSeconds: 0 };
    const { DATABASE_URL: _, ...inherited } = this.#options.environment;
    const [command, words] = canWait
      ? ['nice', [...lowPriority, process.execPath, ...args]]
      : [process.execPath, args];
    const child = spawn(command, words, {
      cwd: this.#options.root,
      env: { ...inherited, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
    });
    this.#children.add(child);
    const { pid } = child;
    let cpuSeconds = 0;
    const timer = setInterval(() => {
      // /proc has no entry after the stage has ended.
      cpuSeconds = Math.max(cpuSeconds, cpuSecondsOfTree(pid ?? -1));
    }, this.#options.cpuSampleMs);
    const printed = Promise.all([this.#print(name, child.stdout), this.#print(name, child.stderr)]);
    const exitCode = await new Promise<number>((resolve) => {
      child.once('error', () => resolve(-1));
      child.once('exit', (code, signal) => {
        if (signal !== null)
          this.#options.print(`${name}: ended by ${signal} after ${Math.round(seconds())} s.`);
        resolve(code ?? -1);
      });
    });
    clearInterval(timer);
    this.#children.delete(child);
    await printed;
    return { name, exitCode, wallSeconds: seconds(), cpuSeconds };
  }

  async #print(name: string, stream: Readable): Promise<void> {
    for await (const line of createInterface({ input: stream })) {
      if (line !== '') this.#options.print(`${name} │ ${line}`);
    }
  }
}
