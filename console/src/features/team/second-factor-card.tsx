import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Loaded } from '../../components/feedback/states.tsx';
import { showSuccess } from '../../components/feedback/toast-store.ts';
import { CodeField } from '../../components/form/code-field.tsx';
import { Field } from '../../components/form/field.tsx';
import { PasswordInput } from '../../components/form/password-input.tsx';
import { Card } from '../../components/layout/card.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { FormDialog } from '../../components/overlay/form-dialog.tsx';
import { renewRecoveryCodes, secondFactorQuery, turnOffSecondFactor } from '../../data/second-factor.ts';
import { fieldErrors } from '../../lib/api/api-error.ts';
import { formatCount } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/t.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecondFactorSetup } from './second-factor-setup.tsx';

/** Second factor of the person: set up, new recovery codes, turn off. */
export function SecondFactorCard() {
  const state = useQuery(secondFactorQuery);
  const [open, setOpen] = useState<'set-up' | 'renew' | 'turn-off' | null>(null);
  const close = (): void => setOpen(null);
  return (
    <Card
      id="second-factor"
      title={t('Second factor')}
      text={t('With a second factor, logging in needs your password and a code from an app on your phone.')}
    >
      <Loaded query={state}>
        {({ is_on: isOn, recovery_codes_left: left }) => (
          <div className="grid gap-3">
            <p>
              {isOn
                ? t('On. {left} of 10 recovery codes are left.', { left: formatCount(left) })
                : t('Off. Anyone who knows your password can log in.')}
            </p>
            <div className="flex flex-wrap gap-2">
              {isOn ? (
                <>
                  <Button onClick={() => setOpen('renew')}>{t('Get new recovery codes')}</Button>
                  <Button onClick={() => setOpen('turn-off')}>{t('Turn off second factor')}</Button>
                </>
              ) : (
                <Button onClick={() => setOpen('set-up')}>{t('Set up second factor')}</Button>
              )}
            </div>
          </div>
        )}
      </Loaded>
      {open === 'set-up' && <SetupDialog onClose={close} />}
      {open === 'renew' && <RenewDialog onClose={close} />}
      {open === 'turn-off' && <TurnOffDialog onClose={close} />}
    </Card>
  );
}

function SetupDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title={t('Set up second factor')}>
      <SecondFactorSetup onDone={onClose} />
    </Dialog>
  );
}

function RenewDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const [code, setCode] = useState('');
  const renew = useMutation({
    mutationFn: () => renewRecoveryCodes(code),
    onSuccess: () => queries.invalidateQueries({ queryKey: secondFactorQuery.queryKey }),
  });
  if (renew.data !== undefined) {
    return (
      <Dialog
        isOpen
        isHeld
        onClose={onClose}
        title={t('New recovery codes')}
        actions={
          <Button variant="primary" onClick={onClose}>
            {t('Done', undefined, 'button')}
          </Button>
        }
      >
        <RecoveryCodes codes={renew.data} />
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={t('Get new recovery codes')}
      text={t('The previous codes stop working.')}
      action={t('Get codes')}
      onSubmit={() => renew.mutate()}
      isBusy={renew.isPending}
      error={renew.error}
      onClose={onClose}
    >
      <CodeField value={code} onChange={setCode} error={fieldErrors(renew.error)['code']?.[0]} />
    </FormDialog>
  );
}

function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const [typed, setTyped] = useState({ password: '', code: '' });
  const turnOff = useMutation({
    mutationFn: () => turnOffSecondFactor(typed),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['members'] });
      showSuccess(t('Second factor turned off.'));
      onClose();
    },
  });
  const fields = fieldErrors(turnOff.error);
  return (
    <FormDialog
      title={t('Turn off second factor?')}
      text={t('Logging in will need only your password.')}
      action={t('Turn off')}
      onSubmit={() => turnOff.mutate()}
      isBusy={turnOff.isPending}
      error={turnOff.error}
      onClose={onClose}
    >
      <Field label={t('Password')} error={fields['password']?.[0]}>
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="current-password"
            value={typed.password}
            onChange={({ target: { value } }) => setTyped({ ...typed, password: value })}
          />
        )}
      </Field>
      <CodeField
        value={typed.code}
        onChange={(code) => setTyped({ ...typed, code })}
        error={fields['code']?.[0]}
      />
    </FormDialog>
  );
}
