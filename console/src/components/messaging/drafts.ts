import { useSyncExternalStore } from 'react';

const MOST = 200;
/** What was written and not sent, by conversation, the latest touched last. In memory: it concerns customers. */
const drafts = new Map<string, string>();
const listeners = new Set<() => void>();

/** What is being written in a conversation; it is there again when one comes back to it. */
export function useDraft(conversation: string): string {
  return useSyncExternalStore(listen, () => drafts.get(conversation) ?? '');
}

export function keepDraft(conversation: string, text: string): void {
  drafts.delete(conversation);
  if (text !== '') drafts.set(conversation, text);
  for (const oldest of [...drafts.keys()].slice(0, Math.max(0, drafts.size - MOST))) drafts.delete(oldest);
  for (const listener of listeners) listener();
}

/** Forgets a draft that was sent, unless it was written on meanwhile. */
export function forgetDraft(conversation: string, sent: string): void {
  if (drafts.get(conversation)?.trim() === sent) keepDraft(conversation, '');
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
