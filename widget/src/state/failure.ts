/** Why a request failed, by what the visitor can do about it. */
export type FailureKind =
  /** The device has no network. */
  | 'offline'
  /** No answer, or an unexpected one. */
  | 'unreachable'
  | 'slow-down'
  /** The page's origin is not allowed. */
  | 'site-refused'
  /** The assistant or conversation was deleted. */
  | 'gone'
  /** The server answered, but the assistant gave no reply. */
  | 'no-reply'
  /** The same message is already being answered. */
  | 'running'
  /** The server does not take the file, or a file of the message is gone. */
  | 'refused'
  /** The visitor's token or key was refused. */
  | 'identity-refused'
  /** The reply stream ended early. */
  | 'broken-off';

export class Failure extends Error {
  readonly kind: FailureKind;
  /** Minimum delay before a retry. */
  readonly waitMs: number;

  constructor(kind: FailureKind, waitMs = 0) {
    super(kind);
    this.kind = kind;
    this.waitMs = waitMs;
  }
}

const KINDS: Readonly<Record<number, FailureKind>> = {
  400: 'site-refused',
  402: 'no-reply',
  403: 'identity-refused',
  404: 'gone',
  409: 'running',
  413: 'refused',
  422: 'refused',
  429: 'slow-down',
  503: 'no-reply',
};

/** @param retryAfter value of the `retry-after` header, in seconds */
export function failureOf(status: number, retryAfter: string | null): Failure {
  const seconds = Number(retryAfter ?? 0);
  return new Failure(
    KINDS[status] ?? 'unreachable',
    Number.isFinite(seconds) ? Math.max(0, seconds * 1000) : 0,
  );
}

/** Converts any thrown value. */
export function asFailure(error: unknown, isOnline: boolean): Failure {
  if (error instanceof Failure) return error;
  return new Failure(isOnline ? 'unreachable' : 'offline');
}
