import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { createEndpointRequest } from '#contract/webhooks.ts';
import { showSuccess } from '../../../components/feedback/toast-store.ts';
import { Field } from '../../../components/form/field.tsx';
import { HeaderFields } from '../../../components/form/header-fields.tsx';
import { Input } from '../../../components/form/input.tsx';
import { Switch } from '../../../components/form/switch.tsx';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import {
  changeEndpoint,
  createEndpoint,
  endpointListQuery,
  type SubscribedEndpoint,
} from '../../../data/webhooks.ts';
import { intentionKeys } from '../../../lib/api/intention-key.ts';
import { contractResolver } from '../../../lib/forms/contract-resolver.ts';
import { errorAt } from '../../../lib/forms/nest-errors.ts';
import { useSending } from '../../../lib/forms/use-sending.ts';
import { t } from '../../../lib/i18n/t.ts';
import { translateServerText } from '../../../lib/i18n/translate-server-text.ts';
import type { DialogControl } from '../../../routing/use-dialog-address.ts';
import type { WEBHOOKS_DIALOGS } from '../webhooks-search.ts';
import { EventChoice } from './event-choice.tsx';

interface EndpointValues {
  url: string;
  events: string[];
  description: string;
  headers: { name: string; value: string }[];
  is_active: boolean;
}

const NEW: EndpointValues = { url: 'https://', events: ['*'], description: '', headers: [], is_active: true };

/** The dialogs that create an endpoint and edit the one in the URL. */
export function EndpointDialogs({ dialog }: { dialog: DialogControl<typeof WEBHOOKS_DIALOGS> }) {
  const endpoints = useQuery(endpointListQuery);
  const id = dialog.idOf('endpoint');
  const endpoint = endpoints.data?.find((one) => one.id === id);
  if (dialog.isOpen('new-endpoint')) return <EndpointDialog endpoint={null} onClose={dialog.close} />;
  return endpoint === undefined ? null : <EndpointDialog endpoint={endpoint} onClose={dialog.close} />;
}

interface EndpointDialogProps {
  /** Null for a new endpoint. */
  endpoint: SubscribedEndpoint | null;
  onClose: () => void;
}

function EndpointDialog({ endpoint, onClose }: EndpointDialogProps) {
  const queries = useQueryClient();
  const [keyOf] = useState(intentionKeys);
  const form = useForm({
    defaultValues: endpoint === null ? NEW : valuesOf(endpoint),
    resolver: contractResolver<EndpointValues, typeof createEndpointRequest>(createEndpointRequest),
    mode: 'onTouched',
  });
  const sending = useSending(form, async (body) => {
    await (endpoint === null ? createEndpoint(body, keyOf(body)) : changeEndpoint(endpoint.id, body));
    await queries.invalidateQueries({ queryKey: ['webhooks'] });
    showSuccess(t('Endpoint saved.'));
    onClose();
  });
  const { errors } = form.formState;
  return (
    <FormDialog
      {...sending}
      onClose={onClose}
      title={endpoint === null ? t('New endpoint') : t('Edit endpoint')}
      text={t('A URL of your server that gets the events you choose.')}
      action={t('Save endpoint')}
    >
      <Field label="URL" error={errorAt(errors, 'url')}>
        {(control) => (
          <Input {...control} {...form.register('url')} type="url" className="font-mono" spellCheck={false} />
        )}
      </Field>
      <EventChoice
        events={form.watch('events')}
        onChange={(events) => form.setValue('events', events, { shouldDirty: true, shouldValidate: true })}
        error={errorAt(errors, 'events')}
      />
      <Field label={t('Description')} error={errorAt(errors, 'description')}>
        {(control) => <Input {...control} {...form.register('description')} placeholder="CRM" />}
      </Field>
      <FormProvider {...form}>
        <fieldset className="grid gap-3">
          <legend className="mb-1.5 font-medium text-sm">{t('Headers')}</legend>
          <p className="text-ink-soft text-sm">
            {t('Sent with each webhook to this URL. Stored encrypted.')}
          </p>
          <HeaderFields />
          {errors.headers?.message !== undefined && (
            <p role="alert" className="text-bad text-sm">
              {translateServerText(errorAt(errors, 'headers') ?? '')}
            </p>
          )}
        </fieldset>
      </FormProvider>
      <Switch
        label={t('Active', undefined, 'switch')}
        hint={t('Turn off to get no new events.')}
        isOn={form.watch('is_active')}
        onChange={(isOn) => form.setValue('is_active', isOn, { shouldDirty: true })}
      />
    </FormDialog>
  );
}

function valuesOf({ url, events, description, headers, is_active }: SubscribedEndpoint): EndpointValues {
  return { url, events, description: description ?? '', headers, is_active };
}
