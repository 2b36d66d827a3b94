import { type RefObject, useState } from 'react';
import type { TestChat } from './use-test-chat.ts';

export interface EditedTurn {
  /** Of the turn whose question is being rewritten; null: none is. */
  place: number | null;
  draft: string;
  setDraft: (text: string) => void;
  edit: (turn: number) => void;
  /** What was written before comes back; the conversation is as it was. */
  cancel: () => void;
  send: (text: string) => Promise<void>;
  /** What nobody has heard is written still. */
  forget: (text: string) => void;
}

/** What one writes. The conversation goes back to an edited turn only when the turn's new words are sent. */
export function useEditedTurn(test: TestChat, composer: RefObject<HTMLTextAreaElement | null>): EditedTurn {
  const [draft, setDraft] = useState('');
  const [edited, setEdited] = useState<{ key: string; uuid: string | null; draft: string } | null>(null);
  const { turns, uuid } = test.chat;
  // A turn that is gone, or another conversation's, is edited by nobody.
  const found = edited?.uuid === uuid ? turns.findIndex(({ key }) => key === edited.key) : -1;
  const place = found < 0 ? null : found;
  const forget = (text: string): void => setDraft((now) => (now.trim() === text ? '' : now));
  return {
    ...{ place, draft, setDraft, forget },
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
