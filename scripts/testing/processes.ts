import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** `getconf CLK_TCK` is 100 on every Linux that Node runs on. */
const ticksPerSecond = 100;

interface ProcessStat {
  parent: number;
  /** CPU ticks of the process and of its ended children. */
  ticks: number;
}

/**
 * CPU seconds, user and system, of process `root` and all its descendants, including ended ones.
 * On systems other than Linux, only those of the calling process.
 */
export function cpuSecondsOfTree(root: number): number {
  const stats = readStats();
  if (stats.size === 0) {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
  const ticks = treeOf(root, stats).reduce((sum, pid) => sum + (stats.get(pid)?.ticks ?? 0), 0);
  return ticks / ticksPerSecond;
}

/** Proportional set size of the processes below and including `root`: shared pages are counted once. */
export function memoryBytesOfTree(root: number): number {
  return treeOf(root, readStats()).reduce((sum, pid) => sum + pssBytes(pid), 0);
}

/** Seconds that all cores of the machine have been busy since it started. */
export function busyCpuSeconds(): number {
  const [, ...fields] = readFileSync('/proc/stat', 'utf8').split('\n')[0]?.trim().split(/\s+/) ?? [];
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = fields.map(Number);
  return (user + nice + system + irq + softirq + steal) / ticksPerSecond;
}

function treeOf(root: number, stats: ReadonlyMap<number, ProcessStat>): number[] {
  const children = Map.groupBy(stats.keys(), (pid) => stats.get(pid)?.parent ?? 0);
  const tree = [root];
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}

function readStats(): Map<number, ProcessStat> {
  const stats = new Map<number, ProcessStat>();
  for (const name of existsSync('/proc') ? readdirSync('/proc') : []) {
    if (!/^\d+$/.test(name)) continue;
    const text = readIfPresent(`/proc/${name}/stat`);
    // The program's name, in brackets, may hold spaces and brackets (proc(5)).
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    const ticks = fields.slice(11, 15).reduce((sum, value) => sum + value, 0);
    if (text !== '') stats.set(Number(name), { parent, ticks });
  }
  return stats;
}

function pssBytes(pid: number): number {
  const kilobytes = /^Pss:\s+(\d+) kB/m.exec(readIfPresent(`/proc/${pid}/smaps_rollup`))?.[1];
  return Number(kilobytes ?? 0) * 1024;
}

/** The process may end while its files are read. */
function readIfPresent(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
