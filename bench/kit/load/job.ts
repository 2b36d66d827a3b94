import type { LoadRequest } from './request.ts';

export interface LoadJob {
  port: number;
  connections: number;
  seconds: number;
  request: LoadRequest;
  /** Open loop: requests per second at fixed times. If absent, each connection sends as fast as it can. */
  ratePerSecond?: number;
}

export interface LoadResult {
  /** Responses within the time. */
  answers: number;
  seconds: number;
  /** CPU of the generator itself. */
  cpuSeconds: number;
  /** Responses by status. */
  statuses: Record<string, number>;
  /** Connections that broke. */
  failures: number;
  /** With a fixed rate: requests without a free connection at their scheduled time. */
  lateStarts: number;
  /** Measured from the scheduled time, so that stalls are not hidden. */
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
}
