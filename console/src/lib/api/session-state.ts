/** What the page keeps of its session: nothing that would open the account. The session itself is a cookie no script can read. */
let token: string | null = null;
const listeners = new Set<() => void>();

/** Proves to the server that a changing request comes from this page. */
export function csrfToken(): string | null {
  return token;
}

export function setCsrfToken(value: string | null): void {
  token = value;
}

/** Calls `listener` whenever the server says that nobody is logged in. */
export function onSignedOut(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function tellSignedOut(): void {
  token = null;
  for (const listener of listeners) listener();
}
