/** What the page keeps of its session: nothing that would open the account. The session itself is a cookie no script can read. */
let token: string | null = null;
let end: SessionEnd | null = null;
let isLeaving = false;
const endListeners = new Set<(how: SessionEnd) => void>();
const listeners = new Set<() => void>();

/** How a session came to its end: by itself, or because somebody logged out in another tab. */
export type SessionEnd = 'ended' | 'logged-out';

/** Proves to the server that a changing request comes from this page. */
export function csrfToken(): string | null {
  return token;
}

/** Told with every session that begins or goes on; null: there is none. */
export function setCsrfToken(value: string | null): void {
  token = value;
  if (value !== null) setEnd(null);
}

/** Calls `listener` whenever the server, or another tab, says that nobody is logged in. */
export function onSignedOut(listener: (how: SessionEnd) => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

export function tellSignedOut(how: SessionEnd): void {
  if (isLeaving) return;
  for (const listener of endListeners) listener(how);
}

/** While one logs out oneself, the end of the session is no news. */
export function setLeaving(value: boolean): void {
  isLeaving = value;
}

/** The session of an open page has ended: whoever works there is asked to log in again, on the page. */
export function askForLogin(how: SessionEnd): void {
  token = null;
  // After a logout the server refuses, too.
  if (end !== 'logged-out') setEnd(how);
}

/** null: it goes on. */
export function sessionEnd(): SessionEnd | null {
  return end;
}

/** @returns ends it */
export function onSessionEndChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setEnd(value: SessionEnd | null): void {
  if (value === end) return;
  end = value;
  for (const listener of listeners) listener();
}
