import { useCallback, useMemo, useRef, useState } from 'react';
import { type Resolver, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { createAssistantRequest } from '#contract/assistants.ts';
import { normaliseInput, validate } from '#contract/validation.ts';
import type { Assistant, UpdateAssistant } from '../../../../data/assistants.ts';
import { nestErrors } from '../../../../lib/forms/nest-errors.ts';
import { type Stored, useStored } from '../../../../lib/forms/use-stored.ts';
import { isSame } from '../../../../lib/is-same.ts';
import { originOf } from '../chat/origin-of.ts';
import { rowErrors, variablesOf } from '../variables/variable-rows.ts';
import { type AssistantValues, changedFields, valuesOf } from './assistant-values.ts';

type Checked = z.output<typeof createAssistantRequest>;
export type AssistantForm = UseFormReturn<AssistantValues, unknown, Checked>;

/**
 * An editor holds every field, so that the rules of creating find what is missing too. Rows of variables become what is
 * sent of them; broken ones stand in the way, unless they are stored so. Sites are read as people paste them.
 */
function resolverBeside(stored: () => AssistantValues): Resolver<AssistantValues, unknown, Checked> {
  return (values) => {
    const { variables: rows, widget_settings: widget } = values;
    const sites = (widget.allowed_origins ?? []).map(originOf);
    const sent = {
      ...values,
      variables: variablesOf(rows),
      widget_settings: { ...widget, allowed_origins: sites },
    };
    const result = validate(createAssistantRequest, normaliseInput(sent));
    const broken = isSame(rows, stored().variables) ? {} : rowErrors(rows);
    if (result.ok && Object.keys(broken).length === 0) return { values: result.value, errors: {} };
    const fields = result.ok ? broken : { ...result.fields, ...broken };
    return { values: {}, errors: nestErrors<AssistantValues>(fields) };
  };
}

export interface Editing {
  form: AssistantForm;
  stored: Stored<AssistantValues>;
  /** What the server has to be told of what was checked. */
  changesIn: (checked: Checked) => UpdateAssistant;
  /** Back to what the server has. */
  undo: () => void;
}

/** The form of an assistant. Where the server's assistant changes meanwhile, what one has changed oneself stays. */
export function useAssistantForm(assistant: Assistant): Editing {
  const values = useMemo(() => valuesOf(assistant), [assistant]);
  const base = useRef(values);
  const [resolver] = useState(() => resolverBeside(() => base.current));
  const form = useForm<AssistantValues, unknown, Checked>({
    defaultValues: values,
    resolver,
    mode: 'onChange',
  });
  const stored = useStored(form, values, base);
  const changesIn = useCallback(
    (checked: Checked): UpdateAssistant => {
      const names = changedFields(base.current, form.getValues());
      return Object.fromEntries(names.map((name) => [name, checked[name]]));
    },
    [form],
  );
  const undo = useCallback(() => form.reset(structuredClone(base.current)), [form]);
  return { form, stored, changesIn, undo };
}
