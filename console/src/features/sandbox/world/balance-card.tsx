import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { showSuccess } from '../../../components/feedback/toast-store.ts';
import { Field } from '../../../components/form/field.tsx';
import { Input } from '../../../components/form/input.tsx';
import { IfAllowed } from '../../../components/if-allowed.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { setSandboxBalance } from '../../../data/sandbox-balance.ts';
import { sessionQuery } from '../../../data/session.ts';
import { ApiError, describeError } from '../../../lib/api/api-error.ts';
import { formatMoney } from '../../../lib/format/format.ts';
import { rich, t } from '../../../lib/i18n/t.ts';
import { dollarsOf } from './dollars-of.ts';

/** Sets the account's balance, to test what happens when it runs out. */
export function BalanceCard() {
  const queries = useQueryClient();
  const session = useQuery(sessionQuery);
  const [amount, setAmount] = useState('');
  const set = useMutation({
    mutationFn: setSandboxBalance,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['balance'] });
      setAmount('');
      showSuccess(t('Balance set.'));
    },
  });
  const dollars = dollarsOf(amount);
  const isUnreadable = dollars === null && amount.trim() !== '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (dollars !== null) set.mutate(dollars);
  };
  return (
    <Card
      title={t('Balance')}
      text={t('At 0, calls are refused, messages stay unanswered and campaigns wait.')}
    >
      <p className="mb-4">
        {rich('Current balance: {amount}', {
          amount: (
            <strong className="tabular-nums">{formatMoney(session.data?.user.total_balance ?? 0)}</strong>
          ),
        })}
      </p>
      <IfAllowed area="Sandbox" needs="admin">
        <form onSubmit={submit} noValidate className="flex max-w-sm items-end gap-2">
          <div className="flex-1">
            <Field
              label={t('New balance in dollars')}
              error={isUnreadable ? t('Enter an amount such as 12.50.') : refusalOf(set.error)}
            >
              {(control) => (
                <Input
                  {...control}
                  inputMode="decimal"
                  value={amount}
                  placeholder="10"
                  onChange={(event) => {
                    set.reset();
                    setAmount(event.target.value);
                  }}
                />
              )}
            </Field>
          </div>
          <Button type="submit" variant="primary" isBusy={set.isPending} isIdle={dollars === null}>
            {t('Set balance')}
          </Button>
        </form>
      </IfAllowed>
    </Card>
  );
}

function refusalOf(error: Error | null): string | undefined {
  if (error === null) return undefined;
  return (error instanceof ApiError ? error.fields['amount']?.[0] : undefined) ?? describeError(error);
}
