import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { Button } from '../../../components/button.tsx';
import { tellDone, tellError } from '../../../components/feedback/toast-store.ts';
import { addSandboxNumber } from '../../../data/numbers.ts';
import { randomId } from '../../../lib/random-id.ts';

/** Gives the account one more number of the sandbox, and writes to it. */
export function AddSmsNumber() {
  const queries = useQueryClient();
  const navigate = useNavigate({ from: '/sandbox' });
  const add = useMutation({
    mutationFn: () => addSandboxNumber(randomId()),
    onSuccess: async ({ id, phone_number: number }) => {
      await queries.invalidateQueries({ queryKey: ['numbers'] });
      await navigate({ search: (before) => ({ ...before, number: id }) });
      tellDone(`${number} is yours.`);
    },
    onError: tellError,
  });
  return (
    <Button icon={<Plus />} isBusy={add.isPending} onClick={() => add.mutate()}>
      Sandbox number
    </Button>
  );
}
