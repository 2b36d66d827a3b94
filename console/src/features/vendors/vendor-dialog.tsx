import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Callout } from '../../components/feedback/callout.tsx';
import { showSuccess } from '../../components/feedback/toast-store.ts';
import { ActionDialog } from '../../components/overlay/action-dialog.tsx';
import { FormDialog } from '../../components/overlay/form-dialog.tsx';
import { removeVendor, saveVendor, testVendor, type Vendor, type VendorTest } from '../../data/vendors.ts';
import { fieldErrors } from '../../lib/api/api-error.ts';
import { t } from '../../lib/i18n/t.ts';
import { VendorField } from './vendor-field.tsx';
import { requestOf, storedValues, type TypedValues } from './vendor-values.ts';
import { outcomeOf, usageOf, usesOf } from './vendor-words.ts';

interface VendorDialogProps {
  vendor: Vendor;
  onClose: () => void;
}

/** Tests the settings and saves them if they work; otherwise asks first. */
export function VendorDialog({ vendor, onClose }: VendorDialogProps) {
  const { code, name, fields, state } = vendor;
  const queries = useQueryClient();
  const [typed, setTyped] = useState<TypedValues>(() => storedValues(vendor));
  const request = requestOf(fields, typed);
  const save = useMutation({
    mutationFn: () => saveVendor(code, request),
    onSuccess: async () => {
      // Models, voices and features of every page may have changed.
      await queries.invalidateQueries();
      showSuccess(t('{name} is connected.', { name }));
      onClose();
    },
  });
  const test = useMutation({
    mutationFn: () => testVendor(code, request),
    onSuccess: ({ works }) => {
      if (works) save.mutate();
    },
  });
  const type = (field: string, text: string): void => {
    test.reset();
    save.reset();
    setTyped({ ...typed, [field]: text });
  };
  const error = save.error ?? test.error;
  const errors = fieldErrors(error);
  const inputs = (isRequired: boolean) =>
    fields
      .filter((field) => field.is_required === isRequired)
      .map((field) => (
        <VendorField
          key={field.name}
          field={field}
          vendor={vendor}
          text={typed[field.name] ?? ''}
          error={errorOf(errors, field.name)}
          onChange={(text) => type(field.name, text)}
        />
      ));
  return (
    <FormDialog
      title={state === 'not_connected' ? t('Connect {name}', { name }) : name}
      text={usesOf(vendor)}
      action={t('Test and save')}
      onSubmit={test.mutate}
      isBusy={test.isPending || save.isPending}
      error={error}
      onClose={onClose}
    >
      {state === 'unreadable' && (
        <Callout kind="bad">
          {t(
            'The stored key can’t be decrypted, because the server’s encryption key has changed. Enter the key again.',
          )}
        </Callout>
      )}
      {inputs(true)}
      {fields.some(({ is_required }) => !is_required) && (
        <details open={hasOptionalError(vendor, errors)}>
          <summary className="w-fit cursor-pointer rounded font-medium text-sm">{t('More settings')}</summary>
          <div className="mt-4 grid gap-5">{inputs(false)}</div>
        </details>
      )}
      {test.data?.works === false && (
        <TestFailure test={test.data} isBusy={save.isPending} onSave={save.mutate} />
      )}
      {state !== 'not_connected' && <Disconnect vendor={vendor} onDone={onClose} />}
    </FormDialog>
  );
}

/** The error of a field, or of an item of its list. */
function errorOf(errors: Readonly<Record<string, string[]>>, field: string): string | undefined {
  const [, texts] =
    Object.entries(errors).find(([path]) => path === field || path.startsWith(`${field}.`)) ?? [];
  return texts?.[0];
}

function hasOptionalError({ fields }: Vendor, errors: Readonly<Record<string, string[]>>): boolean {
  return fields.some(({ name, is_required }) => !is_required && errorOf(errors, name) !== undefined);
}

function TestFailure({ test, isBusy, onSave }: { test: VendorTest; isBusy: boolean; onSave: () => void }) {
  return (
    <div role="alert">
      <Callout kind="bad">
        <p>{outcomeOf(test)}</p>
        <p className="mt-1">{t('If you save it anyway, calls and chats that use this vendor may fail.')}</p>
        <Button size="small" className="mt-3" isBusy={isBusy} onClick={onSave}>
          {t('Save anyway')}
        </Button>
      </Callout>
    </div>
  );
}

function Disconnect({ vendor, onDone }: { vendor: Vendor; onDone: () => void }) {
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const usage = usageOf(vendor);
  return (
    <div>
      <Button variant="danger" size="small" icon={<Trash2 />} onClick={() => setAsking(true)}>
        {t('Disconnect vendor')}
      </Button>
      <ActionDialog
        subject={isAsking ? vendor : null}
        ask={({ name }) => ({
          title: t('Disconnect {name}?', { name }),
          text:
            usage === null
              ? t('The key is deleted. Calls under way continue.')
              : t(
                  'The key is deleted. Used by {usage}, which will fail or use a fallback. Calls under way continue.',
                  { usage },
                ),
          action: t('Disconnect vendor'),
        })}
        action={({ code }) => removeVendor(code)}
        onDone={async ({ name }) => {
          await queries.invalidateQueries();
          showSuccess(t('{name} is disconnected.', { name }));
          onDone();
        }}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}
