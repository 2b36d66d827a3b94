import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { isSame } from '../is-same.ts';
import { overtakenFields } from './overtaken.ts';
import { keepChanges, rebase } from './rebase.ts';

export interface Following {
  /** Fields with unsaved changes that were changed elsewhere. */
  overtaken: readonly string[];
  /** Replaces the user's value of a field with the stored one. */
  take: (name: string) => void;
  /** Removes fields from `overtaken`. */
  forget: (names: readonly string[]) => void;
}

export interface Stored<Values extends FieldValues> extends Following {
  /** The form's values at the start of a save. If the server returns them, nothing was changed elsewhere. */
  beginSave: () => Values;
  /** Marks the sent values as saved, even if the server stored other values; later input stays unsaved. */
  markSaved: (sent: Values, stored?: Values) => void;
}

/**
 * Updates an open form when the stored values change elsewhere, and keeps the user's changes.
 * @param base the values that the form is compared with
 */
export function useStored<Values extends FieldValues, Sent>(
  form: UseFormReturn<Values, unknown, Sent>,
  stored: Values,
  base: RefObject<Values>,
): Stored<Values> {
  const seen = useRef(stored);
  const lastSent = useRef<Values | null>(null);
  const [overtaken, setOvertaken] = useState<readonly string[]>([]);
  useEffect(() => {
    if (isSame(seen.current, stored)) return;
    const change = { before: base.current, stored, now: structuredClone(form.getValues()) };
    const sent = lastSent.current;
    setOvertaken((known) => overtakenFields({ ...change, sent, known }));
    rebase(form, base.current, stored);
    seen.current = stored;
    base.current = stored;
  }, [form, stored, base]);
  const beginSave = useCallback((): Values => {
    const sent = structuredClone(form.getValues());
    lastSent.current = sent;
    return sent;
  }, [form]);
  return {
    overtaken,
    take: (name) => {
      // Focus first: after a reset, fields are unregistered until the next render.
      form.setFocus(asPath<Values>(name));
      keepChanges(form, { ...form.getValues(), [name]: structuredClone(base.current[name]) });
    },
    forget: (names) => setOvertaken((known) => known.filter((name) => !names.includes(name))),
    beginSave,
    markSaved: (sent, saved = sent) => {
      rebase(form, sent, saved);
      base.current = saved;
    },
  };
}

/** Fields are the members of the form's values. */
function asPath<Values extends FieldValues>(name: string): FieldPath<Values> {
  return name as FieldPath<Values>;
}
