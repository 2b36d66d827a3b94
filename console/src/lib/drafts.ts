import { useSyncExternalStore } from 'react';

const MOST = 200;
const PREFIX = 'parley.draft.';
const OWNER = 'parley.drafts-of';

/** What was written and not sent, by conversation, the latest touched last. */
const drafts = new Map(storedDrafts());
const listeners = new Set<() => void>();

/** What is being written in a conversation; it is there again when one comes back to it, or loads the page anew. */
export function useDraft(conversation: string): string {
  return useSyncExternalStore(listen, () => draftOf(conversation));
}

/** As it is now, for whoever need not hear of changes. */
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

/** Forgets a draft that was sent, unless it was written on meanwhile. */
export function forgetDraft(conversation: string, sent: string): void {
  if (drafts.get(conversation)?.trim() === sent) keepDraft(conversation, '');
}

/** Who leaves takes along what concerns their customers. */
export function forgetDrafts(): void {
  for (const conversation of [...drafts.keys()]) keepDraft(conversation, '');
}

/** Who works in this tab: what somebody else wrote there before is not kept for them. */
export function keepDraftsOf(accountId: number): void {
  if (stored(OWNER) !== String(accountId)) forgetDrafts();
  store(OWNER, String(accountId));
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The tab's own storage is gone with the tab. Where a browser has none, or no room in it, drafts last as long as the page. */
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
    // As above.
  }
}

function unstore(conversation: string): void {
  try {
    sessionStorage.removeItem(PREFIX + conversation);
  } catch {
    // As above.
  }
}
