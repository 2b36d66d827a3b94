import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** System resources of a process, from /proc. */
export interface Holdings {
  rssMb: number;
  threads: number;
  descriptors: number;
  /** Part of the descriptors. */
  sockets: number;
  /** Part of the sockets. */
  udpPorts: number;
}

export function holdingsOf(pid: number): Holdings {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const links = descriptorsOf(pid);
  const sockets = links.filter((link) => link.startsWith('socket:'));
  const udp = udpInodes(pid);
  return {
    rssMb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024,
    threads: Number(/Threads:\s+(\d+)/.exec(status)?.[1]),
    descriptors: links.length,
    sockets: sockets.length,
    udpPorts: sockets.filter((link) => udp.has(link.slice('socket:['.length, -1))).length,
  };
}

function descriptorsOf(pid: number): string[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap((name) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${name}`)];
    } catch {
      // Closed in the meantime.
      return [];
    }
  });
}

/** Sockets of the whole machine; those of other processes have other inodes. */
function udpInodes(pid: number): ReadonlySet<string> {
  const lines = ['udp', 'udp6'].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, 'utf8').trim().split('\n').slice(1),
  );
  return new Set(lines.map((line) => line.trim().split(/\s+/)[9] ?? ''));
}
