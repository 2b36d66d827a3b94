import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx';
import type { Conversation } from '../../../data/conversations.ts';
import { inboxChoicesQuery } from '../../../data/inbox.ts';
import { useDraft } from '../../../lib/drafts.ts';
import { t } from '../../../lib/i18n/t.ts';
import { collisionSince, type OthersWork, othersWork } from './collision.ts';

interface Asking {
  text: string;
  answer: (mayGoOn: boolean) => void;
}

interface CollisionCheck {
  /** Resolves when the message may be sent; rejects if the user keeps the draft instead. */
  check: () => Promise<void>;
  dialog: ReactNode;
}

/** Asks before sending if a teammate answered, or got the conversation, while the user was writing. */
export function useCollisionCheck(conversation: Conversation): CollisionCheck {
  const { data: choices } = useQuery(inboxChoicesQuery);
  const isWriting = useDraft(conversation.id) !== '';
  const now = othersWork(conversation, choices?.you);
  const begun = useRef<OthersWork | null>(null);
  const [asking, setAsking] = useState<Asking | null>(null);
  useEffect(() => {
    if (!isWriting) begun.current = null;
    else begun.current ??= now;
  });
  const check = (): Promise<void> => {
    const text = begun.current === null ? null : collisionSince(begun.current, now);
    if (text === null) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const answer = (mayGoOn: boolean): void => {
        setAsking(null);
        if (mayGoOn) resolve();
        else reject(new Error('The user keeps the draft.'));
      };
      setAsking({ text, answer });
    });
  };
  const dialog = (
    <ConfirmDialog
      isOpen={asking !== null}
      onClose={() => asking?.answer(false)}
      title={t('Send anyway?')}
      text={asking?.text ?? ''}
      action={t('Send anyway')}
      isHarmless
      onConfirm={() => asking?.answer(true)}
    />
  );
  return { check, dialog };
}
