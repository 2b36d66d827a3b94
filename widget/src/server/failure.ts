/** Why a request came to nothing, as far as a visitor can act on it. */
export type FailureKind =
  /** The device has no network. */
  | 'offline'
  /** No answer, or one that nobody meant to give. */
  | 'unreachable'
  | 'slow-down'
  /** This page may not talk to the assistant. */
  | 'site-refused'
  /** The assistant or the conversation is no more. */
  | 'gone'
  /** The server is there, the assistant's reply is not. */
  | 'no-reply'
  /** The same message is being answered already. */
  | 'running'
  /** The answer began and broke off. */
  | 'broken-off';

export class Failure extends Error {
  readonly kind: FailureKind;
  /** Not to be tried again before. */
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
  404: 'gone',
  409: 'running',
  429: 'slow-down',
  503: 'no-reply',
};

/** @param retryAfter the header `retry-after`, in seconds */
export function failureOf(status: number, retryAfter: string | null): Failure {
  const seconds = Number(retryAfter ?? 0);
  return new Failure(
    KINDS[status] ?? 'unreachable',
    Number.isFinite(seconds) ? Math.max(0, seconds * 1000) : 0,
  );
}

/** Whatever was thrown, as a failure. */
export function asFailure(error: unknown, isOnline: boolean): Failure {
  if (error instanceof Failure) return error;
  return new Failure(isOnline ? 'unreachable' : 'offline');
}
