import { readFileSync } from 'node:fs';

/** Memory of one process in MB, as reported by the system. */
export interface Resident {
  /** RSS, including the program's file. */
  all: number;
  /** Private memory: heaps, stacks, buffers. */
  own: number;
  threads: number;
}

export function residentOf(pid: number): Resident {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
  return { all: read('VmRSS') / 1024, own: read('RssAnon') / 1024, threads: read('Threads') };
}

/** Samples once a second until disposed. */
export class ResidentWatch implements Disposable {
  readonly sizes: Resident[] = [];
  readonly #watching: NodeJS.Timeout;

  constructor(pid: number) {
    this.sizes.push(residentOf(pid));
    this.#watching = setInterval(() => this.sizes.push(residentOf(pid)), 1000);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#watching);
  }
}
