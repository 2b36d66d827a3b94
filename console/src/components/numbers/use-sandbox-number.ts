import { useMutation, useQueryClient } from '@tanstack/react-query';
import { addSandboxNumber, type PhoneNumber } from '../../data/numbers.ts';
import { unlessUnderWay } from '../../lib/api/unless-under-way.ts';
import { t } from '../../lib/i18n/t.ts';
import { randomId } from '../../lib/random-id.ts';
import { showError, showSuccess } from '../feedback/toast-store.ts';

const SANDBOX_NUMBER = ['sandbox-number'];

/** Adds a sandbox number to the account. @param onTaken called when every list is reloaded */
export function useSandboxNumber(onTaken?: (number: PhoneNumber) => Promise<unknown>) {
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationKey: SANDBOX_NUMBER,
    mutationFn: () => addSandboxNumber(randomId()),
    onSuccess: async (number) => {
      await queries.invalidateQueries({ queryKey: ['numbers'] });
      await onTaken?.(number);
      showSuccess(t('{number} added.', { number: number.phone_number }));
    },
    onError: showError,
  });
  return { ...mutation, mutate: () => unlessUnderWay(queries, SANDBOX_NUMBER, mutation.mutate) };
}
