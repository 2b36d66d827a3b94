import { useMutation, useQueryClient } from '@tanstack/react-query';
import { addSandboxNumber, type PhoneNumber } from '../../data/numbers.ts';
import { randomId } from '../../lib/random-id.ts';
import { tellDone, tellError } from '../feedback/toast-store.ts';

/** Gives the account one more number of the sandbox. @param onTaken once it is in every list */
export function useSandboxNumber(onTaken?: (number: PhoneNumber) => Promise<unknown>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => addSandboxNumber(randomId()),
    onSuccess: async (number) => {
      await queries.invalidateQueries({ queryKey: ['numbers'] });
      await onTaken?.(number);
      tellDone(`${number.phone_number} is yours in the sandbox.`);
    },
    onError: tellError,
  });
}
