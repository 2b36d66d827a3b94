import { useMemo } from 'react';
import { forgetDraft, keepDraft, useDraft } from '../../lib/drafts.ts';
import { readTemplateDraft, type TemplateDraft } from './template-draft.ts';

interface KeptTemplateDraft {
  draft: TemplateDraft;
  keep: (draft: TemplateDraft) => void;
  /** Deletes the sent draft, unless it has changed in the meantime. */
  forget: () => void;
}

/** The draft of a template, stored separately from the conversation's text draft. */
export function useTemplateDraft(conversation: string): KeptTemplateDraft {
  const key = `${conversation}.template`;
  const text = useDraft(key);
  const draft = useMemo(() => readTemplateDraft(text), [text]);
  return {
    draft,
    keep: (changed) => keepDraft(key, JSON.stringify(changed)),
    forget: () => forgetDraft(key, text),
  };
}
