import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form';
import { type CreateMcpServer, createMcpServerRequest } from '#contract/mcp-servers.ts';
import { showError, showSuccess } from '../../../components/feedback/toast-store.ts';
import { Field, FieldGroup } from '../../../components/form/field.tsx';
import { HeaderFields } from '../../../components/form/header-fields.tsx';
import { Input } from '../../../components/form/input.tsx';
import { OvertakenNote } from '../../../components/form/overtaken-note.tsx';
import { SaveRow } from '../../../components/form/save-row.tsx';
import { LeaveGuard } from '../../../components/overlay/leave-guard.tsx';
import { changeMcpServer, createMcpServer, type McpServer } from '../../../data/mcp-servers.ts';
import { intentionKeys } from '../../../lib/api/intention-key.ts';
import { changedParts } from '../../../lib/forms/changed-parts.ts';
import { contractResolver } from '../../../lib/forms/contract-resolver.ts';
import { errorAt } from '../../../lib/forms/nest-errors.ts';
import { showServerErrors } from '../../../lib/forms/server-errors.ts';
import { useStored } from '../../../lib/forms/use-stored.ts';
import { t } from '../../../lib/i18n/t.ts';

interface McpServerValues {
  name: string;
  url: string;
  timeout: string;
  headers: { name: string; value: string }[];
}

type FormState = UseFormReturn<McpServerValues, unknown, CreateMcpServer>;

const NEW: McpServerValues = { name: '', url: 'https://', timeout: '10', headers: [] };

function valuesOf(server: McpServer | null): McpServerValues {
  if (server === null) return NEW;
  const { name, url, timeout, headers } = server;
  return { name, url, timeout: String(timeout), headers };
}

const LABELS: Readonly<Record<string, string>> = {
  name: t('Name'),
  url: 'URL',
  timeout: t('Timeout'),
  headers: 'Headers',
};

interface McpServerFormProps {
  /** Null for a new server. */
  server: McpServer | null;
  onSaved: (saved: McpServer) => void;
}

export function McpServerForm({ server, onSaved }: McpServerFormProps) {
  const queries = useQueryClient();
  const [keyOf] = useState(intentionKeys);
  const form: FormState = useForm({
    defaultValues: valuesOf(server),
    resolver: contractResolver<McpServerValues, typeof createMcpServerRequest>(createMcpServerRequest),
    mode: 'onTouched',
  });
  const stored = useStored(form, valuesOf(server), useRef(valuesOf(server)));
  const save = useMutation({
    mutationFn: async (body: CreateMcpServer) => {
      const sent = stored.beginSave();
      const saved = await (server === null
        ? createMcpServer(body, keyOf(body))
        : changeMcpServer(server.id, changedParts(body, { ...valuesOf(server) }, { ...sent })));
      // Edits made while the request was pending are still unsaved.
      stored.markSaved(sent, valuesOf(saved));
      return saved;
    },
    onSuccess: async (saved) => {
      await queries.invalidateQueries({ queryKey: ['tools'] });
      showSuccess(t('MCP server saved.'));
      onSaved(saved);
    },
    onError: (error) => showServerErrors(form, error) || showError(error),
  });
  const { isDirty } = form.formState;
  return (
    <form onSubmit={form.handleSubmit((body) => save.mutate(body))} noValidate aria-label={t('MCP server')}>
      <LeaveGuard isDirty={isDirty} />
      <ConnectionFields form={form} />
      <FieldGroup
        title={t('Headers')}
        text={t(
          'Sent with every request, for example Authorization. Values are stored encrypted and never sent to models.',
        )}
      >
        <FormProvider {...form}>
          <HeaderFields />
        </FormProvider>
      </FieldGroup>
      <div className="sticky bottom-0 border-line border-t bg-ground py-3">
        <OvertakenNote control={form.control} following={stored} labelOf={(name) => LABELS[name] ?? name} />
        <SaveRow
          action={t('Save MCP server')}
          isDirty={isDirty}
          isBusy={save.isPending}
          onUndo={() => form.reset()}
        />
      </div>
    </form>
  );
}

function ConnectionFields({ form }: { form: FormState }) {
  const { errors } = form.formState;
  return (
    <FieldGroup title={t('Connection')} text={t('The server must speak Streamable HTTP.')}>
      <Field
        label={t('Name')}
        hint={t('Becomes part of a tool’s name if two servers have tools of the same name.')}
        error={errorAt(errors, 'name')}
      >
        {(control) => <Input {...control} {...form.register('name')} />}
      </Field>
      <Field label="URL" hint={t('For example https://shop.example/mcp')} error={errorAt(errors, 'url')}>
        {(control) => <Input {...control} {...form.register('url')} className="font-mono" inputMode="url" />}
      </Field>
      <Field
        label={t('Timeout, in seconds')}
        hint={t('For each tool call. The assistant keeps the caller informed while it waits.')}
        error={errorAt(errors, 'timeout')}
      >
        {(control) => (
          <Input {...control} {...form.register('timeout')} inputMode="numeric" className="max-w-24" />
        )}
      </Field>
    </FieldGroup>
  );
}
