import { useCallback, useMemo, useRef, useState } from 'react';
import { type Resolver, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { createAssistantRequest, enableWebhookRequest } from '#contract/assistants.ts';
import { normalizeInput, validate } from '#contract/validation.ts';
import type { Assistant } from '../../../../data/assistants.ts';
import { nestErrors } from '../../../../lib/forms/nest-errors.ts';
import { type Stored, useStored } from '../../../../lib/forms/use-stored.ts';
import { isSame } from '../../../../lib/is-same.ts';
import { type AssistantValues, changedFields, valuesOf } from './assistant-values.ts';
import { originOf } from './origin-of.ts';
import { rowErrors, variablesOf } from './variable-rows.ts';

const editorValues = createAssistantRequest.extend({
  inbound_webhook_url: enableWebhookRequest.shape.webhook_url.nullish(),
});

type Checked = z.output<typeof editorValues>;
/** The fields to send, of both requests. */
export type Changes = Partial<Checked>;
export type AssistantForm = UseFormReturn<AssistantValues, unknown, Checked>;

/**
 * Validates with the rules for creation, because the form holds every field and missing ones must be found too. Rows of
 * variables become a record; invalid rows block saving unless they are unchanged. Allowed websites are normalized to
 * origins, as when pasted.
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
    const result = validate(editorValues, normalizeInput(sent));
    const broken = isSame(rows, stored().variables) ? {} : rowErrors(rows);
    if (result.ok && Object.keys(broken).length === 0) return { values: result.value, errors: {} };
    const fields = result.ok ? broken : { ...result.fields, ...broken };
    return { values: {}, errors: nestErrors<AssistantValues>(fields) };
  };
}

export interface Editing {
  form: AssistantForm;
  stored: Stored<AssistantValues>;
  /** The fields of validated values to send to the server. */
  changesIn: (checked: Checked) => Changes;
  /** Resets the form to the stored values. */
  undo: () => void;
}

/** The form of an assistant. Fields the user has changed keep their values when the assistant changes on the server. */
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
    (checked: Checked): Changes => {
      const names = changedFields(base.current, form.getValues());
      return Object.fromEntries(names.map((name) => [name, checked[name]]));
    },
    [form],
  );
  const undo = useCallback(() => form.reset(structuredClone(base.current)), [form]);
  return { form, stored, changesIn, undo };
}
