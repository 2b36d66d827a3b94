/** What the page keeps of its session: nothing that would open the account. The session itself is a cookie no script can read. */
let token: string | null = null;
let isOver = false;
let isLeaving = false;
const endListeners = new Set<() => void>();
const listeners = new Set<() => void>();

/** Proves to the server that a changing request comes from this page. */
export function csrfToken(): string | null {
  return token;
}

/** Told with every session that begins or goes on; null: there is none. */
export function setCsrfToken(value: string | null): void {
  token = value;
  setOver(value === null && isOver);
}

/** Calls `listener` whenever the server says that nobody is logged in. */
export function onSignedOut(listener: () => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

export function tellSignedOut(): void {
  if (isLeaving) return;
  for (const listener of endListeners) listener();
}

/** While one logs out oneself, the end of the session is no news. */
export function setLeaving(value: boolean): void {
  isLeaving = value;
}

/** The session of an open page has ended: whoever works there is asked to log in again, on the page. */
export function askForLogin(): void {
  token = null;
  setOver(true);
}

export function isSessionOver(): boolean {
  return isOver;
}

/** @returns ends it */
export function onSessionOverChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setOver(value: boolean): void {
  if (value === isOver) return;
  isOver = value;
  for (const listener of listeners) listener();
}
