import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Controller, FormProvider, useForm } from 'react-hook-form';
import { type CreateTool, createToolRequest, TOOL_METHODS } from '#contract/tools.ts';
import { Callout } from '../../../components/feedback/callout.tsx';
import { showError, showSuccess } from '../../../components/feedback/toast-store.ts';
import { Field, FieldGroup } from '../../../components/form/field.tsx';
import { HeaderFields } from '../../../components/form/header-fields.tsx';
import { Input, TextArea } from '../../../components/form/input.tsx';
import { OvertakenNote } from '../../../components/form/overtaken-note.tsx';
import { SaveRow } from '../../../components/form/save-row.tsx';
import { Select } from '../../../components/form/select.tsx';
import { LeaveGuard } from '../../../components/overlay/leave-guard.tsx';
import { changeTool, createTool, type Tool } from '../../../data/tools.ts';
import { intentionKeys } from '../../../lib/api/intention-key.ts';
import { changedParts } from '../../../lib/forms/changed-parts.ts';
import { contractResolver } from '../../../lib/forms/contract-resolver.ts';
import { errorAt } from '../../../lib/forms/nest-errors.ts';
import { showServerErrors } from '../../../lib/forms/server-errors.ts';
import { useStored } from '../../../lib/forms/use-stored.ts';
import { t } from '../../../lib/i18n/t.ts';
import { ParameterFields } from './parameter-fields.tsx';
import { type ToolFormState, type ToolValues, uncollected, valuesOf } from './tool-values.ts';

const METHODS = TOOL_METHODS.map((method) => ({ value: method, label: method }));

const LABELS: Readonly<Record<string, string>> = {
  name: t('Name'),
  description: t('Description'),
  method: t('Method'),
  endpoint: 'URL',
  timeout: t('Timeout'),
  schema: t('Parameters'),
  headers: t('Headers'),
};

interface ToolFormProps {
  /** Null for a new tool. */
  tool: Tool | null;
  onSaved: (saved: Tool) => void;
}

export function ToolForm({ tool, onSaved }: ToolFormProps) {
  const queries = useQueryClient();
  const [keyOf] = useState(intentionKeys);
  const form: ToolFormState = useForm({
    defaultValues: valuesOf(tool),
    resolver: contractResolver<ToolValues, typeof createToolRequest>(createToolRequest),
    mode: 'onTouched',
  });
  const stored = useStored(form, valuesOf(tool), useRef(valuesOf(tool)));
  const save = useMutation({
    mutationFn: async (body: CreateTool) => {
      const sent = stored.beginSave();
      const saved = await (tool === null
        ? createTool(body, keyOf(body))
        : changeTool(tool.id, changedParts(body, { ...valuesOf(tool) }, { ...sent })));
      // Edits made while the request was pending are still unsaved.
      stored.markSaved(sent, valuesOf(saved));
      return saved;
    },
    onSuccess: async (saved) => {
      await queries.invalidateQueries({ queryKey: ['tools'] });
      showSuccess(t('Tool saved.'));
      onSaved(saved);
    },
    onError: (error) => showServerErrors(form, error) || showError(error),
  });
  const { isDirty } = form.formState;
  return (
    <form onSubmit={form.handleSubmit((body) => save.mutate(body))} noValidate aria-label={t('Tool')}>
      <LeaveGuard isDirty={isDirty} />
      <UseFields form={form} />
      <RequestFields form={form} />
      <ParameterFields form={form} />
      <FieldGroup
        title={t('Headers')}
        text={t('Sent with every request. Values are stored encrypted and never sent to models.')}
      >
        <FormProvider {...form}>
          <HeaderFields />
        </FormProvider>
      </FieldGroup>
      <div className="sticky bottom-0 border-line border-t bg-ground py-3">
        <OvertakenNote control={form.control} following={stored} labelOf={(name) => LABELS[name] ?? name} />
        <SaveRow
          action={t('Save tool')}
          isDirty={isDirty}
          isBusy={save.isPending}
          onUndo={() => form.reset()}
        />
      </div>
    </form>
  );
}

function UseFields({ form }: { form: ToolFormState }) {
  const { errors } = form.formState;
  return (
    <FieldGroup title={t('Purpose')} text={t('The model uses these texts to decide when to call the tool.')}>
      <Field
        label={t('Name')}
        hint={t('A verb and a noun, such as find_order.')}
        error={errorAt(errors, 'name')}
      >
        {(control) => (
          <Input {...control} {...form.register('name')} className="font-mono" spellCheck={false} />
        )}
      </Field>
      <Field
        label={t('Description')}
        hint={t('What it does, when to use it, and what it needs first.')}
        error={errorAt(errors, 'description')}
      >
        {(control) => <TextArea {...control} {...form.register('description')} />}
      </Field>
    </FieldGroup>
  );
}

function RequestFields({ form }: { form: ToolFormState }) {
  const { errors } = form.formState;
  const [endpoint, schema] = form.watch(['endpoint', 'schema']);
  const missing = uncollected(endpoint, schema);
  return (
    <FieldGroup
      title={t('Request')}
      text={t(
        '{parameters} and {{variables}} are inserted into the URL; other parameters are sent in the query or as JSON.',
      )}
    >
      <div className="max-w-32">
        <Field label={t('Method')} error={errorAt(errors, 'method')}>
          {(control) => (
            <Controller
              control={form.control}
              name="method"
              render={({ field }) => (
                <Select {...control} value={field.value} options={METHODS} onChange={field.onChange} />
              )}
            />
          )}
        </Field>
      </div>
      <Field
        label="URL"
        hint={t('For example https://shop.example/orders/{order_id}')}
        error={errorAt(errors, 'endpoint')}
      >
        {(control) => (
          <Input {...control} {...form.register('endpoint')} className="font-mono" inputMode="url" />
        )}
      </Field>
      {missing.length > 0 && (
        <Callout kind="warn">
          {t('No parameter named {names}. Add it below, or remove it from the URL.', {
            names: missing.map((name) => `{${name}}`).join(', '),
          })}
        </Callout>
      )}
      <Field
        label={t('Timeout, in seconds')}
        hint={t('The assistant keeps the caller informed while it waits.')}
        error={errorAt(errors, 'timeout')}
      >
        {(control) => (
          <Input {...control} {...form.register('timeout')} inputMode="numeric" className="max-w-24" />
        )}
      </Field>
    </FieldGroup>
  );
}
