import { useMemo } from 'react';
import { forgetDraft, keepDraft, useDraft } from '../../lib/drafts.ts';
import { readTemplateDraft, type TemplateDraft } from './template-draft.ts';

interface KeptTemplateDraft {
  draft: TemplateDraft;
  keep: (draft: TemplateDraft) => void;
  /** Forgets it as it was when it was sent, unless it was changed meanwhile. */
  forget: () => void;
}

/** A template as it is being filled in, kept beside the free words of its conversation. */
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
