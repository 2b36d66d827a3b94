import { useMutation, useQueryClient } from '@tanstack/react-query';
import { addSandboxNumber, type PhoneNumber } from '../../data/numbers.ts';
import { unlessUnderWay } from '../../lib/api/unless-under-way.ts';
import { randomId } from '../../lib/random-id.ts';
import { tellDone, tellError } from '../feedback/toast-store.ts';

const SANDBOX_NUMBER = ['sandbox-number'];

/** Gives the account one more number of the sandbox. @param onTaken once it is in every list */
export function useSandboxNumber(onTaken?: (number: PhoneNumber) => Promise<unknown>) {
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationKey: SANDBOX_NUMBER,
    mutationFn: () => addSandboxNumber(randomId()),
    onSuccess: async (number) => {
      await queries.invalidateQueries({ queryKey: ['numbers'] });
      await onTaken?.(number);
      tellDone(`${number.phone_number} is yours in the sandbox.`);
    },
    onError: tellError,
  });
  return { ...mutation, mutate: () => unlessUnderWay(queries, SANDBOX_NUMBER, mutation.mutate) };
}
