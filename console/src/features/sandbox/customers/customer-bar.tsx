import { UserMinus, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Field } from '../../../components/form/field.tsx';
import { Input } from '../../../components/form/input.tsx';
import { Select } from '../../../components/form/select.tsx';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import { useDialogAddress } from '../../../routing/use-dialog-address.ts';
import { SANDBOX_DIALOGS } from '../sandbox-search.ts';
import { readNumber } from './customers.ts';
import type { CustomersInPage } from './use-customers.ts';

interface CustomerBarProps extends CustomersInPage {
  /** A call is held for the one whom one plays. */
  isTalking: boolean;
}

/** Whom one plays, and a way to play somebody else. */
export function CustomerBar({ customers, chosen, choose, add, forget, isTalking }: CustomerBarProps) {
  const dialog = useDialogAddress(SANDBOX_DIALOGS);
  return (
    <div className="mb-5 flex flex-wrap items-end gap-2">
      <div className="w-full max-w-72">
        <Field label="You play">
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
        Another customer
      </Button>
      {forget !== undefined && (
        <Button variant="quiet" icon={<UserMinus />} isIdle={isTalking} onClick={forget}>
          Remove
        </Button>
      )}
      {isTalking && <p className="w-full text-ink-soft text-sm">Hang up to play somebody else.</p>}
      {dialog.isOpen('new-customer') && <CustomerDialog add={add} onClose={dialog.close} />}
    </div>
  );
}

function CustomerDialog({ add, onClose }: Pick<CustomersInPage, 'add'> & { onClose: () => void }) {
  const [name, setName] = useState('');
  const [number, setNumber] = useState('');
  const [error, setError] = useState<string>();
  const submit = (): void => {
    const read = readNumber(number);
    if (read === null) {
      setError('Write the number in international format, such as +40 721 000 123.');
      return;
    }
    add({ number: read, name: name.trim() });
  };
  return (
    <FormDialog
      onSubmit={submit}
      onClose={onClose}
      title="Another customer"
      text="Any number will do: nobody real is called or written to over the sandbox."
      action="Play this customer"
    >
      <Field label="Name">
        {(control) => (
          <Input
            {...control}
            value={name}
            maxLength={100}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Field label="Number" error={error}>
        {(control) => (
          <Input {...control} type="tel" value={number} onChange={(event) => setNumber(event.target.value)} />
        )}
      </Field>
    </FormDialog>
  );
}
