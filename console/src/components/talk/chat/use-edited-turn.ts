import { type RefObject, useState } from 'react';
import type { TestChat } from './use-test-chat.ts';

export interface EditedTurn {
  /** Index of the turn being edited; null if no turn is. */
  place: number | null;
  draft: string;
  setDraft: (text: string) => void;
  edit: (turn: number) => void;
  /** Restores the previous draft; the conversation is unchanged. */
  cancel: () => void;
  send: (text: string) => Promise<void>;
  /** Clears the draft once its text was sent. */
  forget: (text: string) => void;
}

/** The composer's draft. The conversation is rewound to an edited turn only when the new text is sent. */
export function useEditedTurn(test: TestChat, composer: RefObject<HTMLTextAreaElement | null>): EditedTurn {
  const [draft, setDraft] = useState('');
  const [edited, setEdited] = useState<{ key: string; uuid: string | null; draft: string } | null>(null);
  const { turns, uuid } = test.chat;
  // The edited turn is gone or belongs to another conversation.
  const found = edited?.uuid === uuid ? turns.findIndex(({ key }) => key === edited.key) : -1;
  const place = found < 0 ? null : found;
  const forget = (text: string): void => setDraft((now) => (now.trim() === text ? '' : now));
  return {
    place,
    draft,
    setDraft,
    forget,
    edit: (turn) => {
      const { key, question } = turns[turn] ?? {};
      if (key === undefined || question == null) return;
      setEdited({ key, uuid, draft: place === null ? draft : (edited?.draft ?? '') });
      setDraft(question);
      composer.current?.focus();
    },
    cancel: () => {
      if (place !== null) setDraft(edited?.draft ?? '');
      setEdited(null);
      composer.current?.focus();
    },
    send: async (text) => {
      if (place !== null && !(await test.rewind(place))) return;
      setEdited(null);
      if (await test.say(text)) forget(text);
    },
  };
}
