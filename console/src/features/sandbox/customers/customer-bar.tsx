import { UserMinus, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Field } from '../../../components/form/field.tsx';
import { Input } from '../../../components/form/input.tsx';
import { Select } from '../../../components/form/select.tsx';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import { t } from '../../../lib/i18n/t.ts';
import { useDialogAddress } from '../../../routing/use-dialog-address.ts';
import { SANDBOX_DIALOGS } from '../sandbox-search.ts';
import { readNumber } from './customers.ts';
import type { CustomerSelection } from './use-customers.ts';

interface CustomerBarProps extends CustomerSelection {
  /** The selected customer is in a call. */
  isTalking: boolean;
}

/** Select of the customer to play, with buttons to add and remove customers. */
export function CustomerBar({ customers, chosen, choose, add, forget, isTalking }: CustomerBarProps) {
  const dialog = useDialogAddress(SANDBOX_DIALOGS);
  return (
    <div className="mb-5 flex flex-wrap items-end gap-2">
      <div className="w-full max-w-72">
        <Field label={t('You play as')}>
          {(control) => (
            <Select
              {...control}
              value={chosen.number}
              isDisabled={isTalking}
              options={customers.map(({ number, name }) => ({
                value: number,
                label: name === '' ? number : `${name}, ${number}`,
              }))}
              onChange={(number) => number !== null && choose(number)}
            />
          )}
        </Field>
      </div>
      <Button icon={<UserPlus />} isIdle={isTalking} onClick={() => dialog.show('new-customer')}>
        {t('Add customer')}
      </Button>
      {forget !== undefined && (
        <Button variant="quiet" icon={<UserMinus />} isIdle={isTalking} onClick={forget}>
          {t('Remove customer')}
        </Button>
      )}
      {isTalking && <p className="w-full text-ink-soft text-sm">{t('Hang up to switch customers.')}</p>}
      {dialog.isOpen('new-customer') && <CustomerDialog add={add} onClose={dialog.close} />}
    </div>
  );
}

function CustomerDialog({ add, onClose }: Pick<CustomerSelection, 'add'> & { onClose: () => void }) {
  const [name, setName] = useState('');
  const [number, setNumber] = useState('');
  const [error, setError] = useState<string>();
  const submit = (): void => {
    const read = readNumber(number);
    if (read === null) {
      setError(t('Enter a number in international format, such as +40 721 000 123.'));
      return;
    }
    add({ number: read, name: name.trim() });
  };
  return (
    <FormDialog
      onSubmit={submit}
      onClose={onClose}
      title={t('Add customer')}
      text={t('Any number works: the sandbox never contacts real people.')}
      action={t('Add customer')}
    >
      <Field label={t('Name')}>
        {(control) => (
          <Input
            {...control}
            value={name}
            maxLength={100}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('Phone number')} error={error}>
        {(control) => (
          <Input {...control} type="tel" value={number} onChange={(event) => setNumber(event.target.value)} />
        )}
      </Field>
    </FormDialog>
  );
}
