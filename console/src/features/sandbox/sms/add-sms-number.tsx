import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { Button } from '../../../components/button.tsx';
import { useSandboxNumber } from '../../../components/numbers/use-sandbox-number.ts';
import { t } from '../../../lib/i18n/t.ts';

/** Adds a sandbox number and selects it. */
export function AddSmsNumber() {
  const navigate = useNavigate({ from: '/sandbox' });
  const add = useSandboxNumber(({ id }) => navigate({ search: (before) => ({ ...before, number: id }) }));
  return (
    <Button icon={<Plus />} isBusy={add.isPending} onClick={() => add.mutate()}>
      {t('Add sandbox number')}
    </Button>
  );
}
