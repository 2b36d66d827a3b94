import type { LoadRequest } from './request.ts';

export interface LoadJob {
  port: number;
  connections: number;
  seconds: number;
  request: LoadRequest;
  /** Requests a second at fixed instants, whatever the server does; absent: each connection as fast as it can. */
  ratePerSecond?: number;
}

export interface LoadResult {
  /** Answers within the time. */
  answers: number;
  seconds: number;
  /** What the generator itself used. */
  cpuSeconds: number;
  /** Answers by status. */
  statuses: Record<string, number>;
  /** Connections that broke. */
  failures: number;
  /** Of a fixed rate: requests that found no free connection at their instant. */
  lateStarts: number;
  /** Counted from the instant at which a request was due, so that stalls are not hidden. */
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
}
