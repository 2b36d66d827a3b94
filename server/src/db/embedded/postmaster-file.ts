/** Contents of `postmaster.pid`. */
export interface PostmasterFile {
  pid: number;
  port: number;
  /** Empty when the server has no socket. */
  socketDirectory: string;
  /** `ready` once it takes connections. */
  status: 'starting' | 'stopping' | 'ready' | 'unknown';
}

/** Parses the file; null while it is incomplete or not a pid file. */
export function parsePostmasterFile(text: string): PostmasterFile | null {
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 1) return null;
  return {
    pid,
    port: Number(lines[3] ?? '') || 0,
    socketDirectory: lines[4] ?? '',
    status: parseStatus(lines[7] ?? ''),
  };
}

function parseStatus(text: string): PostmasterFile['status'] {
  if (text === 'ready' || text === 'starting' || text === 'stopping') return text;
  return 'unknown';
}
