/** The CSRF token. The session itself is a cookie that scripts cannot read. */
let token: string | null = null;
let end: SessionEnd | null = null;
let isLeaving = false;
const endListeners = new Set<(how: SessionEnd) => void>();
const listeners = new Set<() => void>();

/** How a session ended: `logged-out` means by the user in another tab. */
export type SessionEnd = 'ended' | 'logged-out';

/** Proves to the server that a write request comes from this page. */
export function csrfToken(): string | null {
  return token;
}

/** Called with each response about the session; null if nobody is logged in. */
export function setCsrfToken(value: string | null): void {
  token = value;
  if (value !== null) setEnd(null);
}

/** Calls `listener` when the server or another tab reports that the user is logged out. */
export function onSignedOut(listener: (how: SessionEnd) => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

export function notifySignedOut(how: SessionEnd): void {
  if (isLeaving) return;
  for (const listener of endListeners) listener(how);
}

/** While the user logs out in this tab, ignore the end of the session. */
export function setLeaving(value: boolean): void {
  isLeaving = value;
}

/** The session of an open page has ended: ask the user to log in again on the page. */
export function askForLogin(how: SessionEnd): void {
  token = null;
  // After a logout, requests are refused too; keep the first reason.
  if (end !== 'logged-out') setEnd(how);
}

/** Null while the session is active. */
export function sessionEnd(): SessionEnd | null {
  return end;
}

/** @returns a function that stops listening */
export function onSessionEndChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setEnd(value: SessionEnd | null): void {
  if (value === end) return;
  end = value;
  for (const listener of listeners) listener();
}
