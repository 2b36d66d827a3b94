import { useSyncExternalStore } from 'react';

const MOST = 200;
const PREFIX = 'parley.draft.';
const OWNER = 'parley.drafts-of';

/** Unsent drafts by conversation, the most recently changed last. */
const drafts = new Map(storedDrafts());
const listeners = new Set<() => void>();

/** The draft of a conversation; survives navigation and reloads. */
export function useDraft(conversation: string): string {
  return useSyncExternalStore(listen, () => draftOf(conversation));
}

/** The current draft, without subscribing to changes. */
export function draftOf(conversation: string): string {
  return drafts.get(conversation) ?? '';
}

export function keepDraft(conversation: string, text: string): void {
  drafts.delete(conversation);
  if (text === '') unstore(conversation);
  else {
    drafts.set(conversation, text);
    store(PREFIX + conversation, text);
  }
  for (const oldest of [...drafts.keys()].slice(0, Math.max(0, drafts.size - MOST))) {
    drafts.delete(oldest);
    unstore(oldest);
  }
  for (const listener of listeners) listener();
}

/** Deletes a sent draft, unless it has changed in the meantime. */
export function forgetDraft(conversation: string, sent: string): void {
  if (drafts.get(conversation)?.trim() === sent) keepDraft(conversation, '');
}

/** Deletes all drafts on logout, because they may contain customer data. */
export function forgetDrafts(): void {
  for (const conversation of [...drafts.keys()]) keepDraft(conversation, '');
}

/** Sets the account that owns the drafts in this tab, and deletes those of another account. */
export function keepDraftsOf(accountId: number): void {
  if (stored(OWNER) !== String(accountId)) forgetDrafts();
  store(OWNER, String(accountId));
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Session storage ends with the tab. When it is unavailable or full, drafts last as long as the page. */
function storedDrafts(): [string, string][] {
  try {
    return Object.entries(sessionStorage).flatMap(([key, text]) =>
      key.startsWith(PREFIX) ? [[key.slice(PREFIX.length), String(text)]] : [],
    );
  } catch {
    return [];
  }
}

function stored(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // Storage is unavailable or full.
  }
}

function unstore(conversation: string): void {
  try {
    sessionStorage.removeItem(PREFIX + conversation);
  } catch {
    // Storage is unavailable.
  }
}
