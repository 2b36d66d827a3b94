import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { isSame } from '../is-same.ts';
import { overtakenFields } from './overtaken.ts';
import { keepChanges, rebase } from './rebase.ts';

export interface Following {
  /** Names of fields that somebody else has changed while one had changed them oneself. */
  overtaken: readonly string[];
  /** Gives up one's own value of a field for theirs. */
  take: (name: string) => void;
  /** They are not overtaken any more. */
  forget: (names: readonly string[]) => void;
}

export interface Stored<Values extends FieldValues> extends Following {
  /** What stands in the form goes to the server: where it comes back, nobody else has changed it. */
  beginSave: () => Values;
  /** What was sent is no change any more, whatever the server made of it; what was typed meanwhile still is. */
  markSaved: (sent: Values, stored?: Values) => void;
}

/**
 * Follows what is stored while a form is open, as it changes from elsewhere; what one has changed oneself stays.
 *
 * @param base what the form is compared with
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
      // Before it is put there: a reset forgets the fields until they are drawn again.
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
