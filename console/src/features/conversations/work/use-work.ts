import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showError, showSuccess } from '../../../components/feedback/toast-store.ts';

interface Work {
  /** Sends a change of a conversation. `done` is shown when it succeeded. */
  run: (change: () => Promise<unknown>, done?: string) => void;
  isBusy: boolean;
}

/** Changes to a conversation; afterwards, lists and counts are read again. */
export function useWork(): Work {
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: ({ change }: { change: () => Promise<unknown>; done: string | undefined }) => change(),
    onSuccess: async (_, { done }) => {
      await queries.invalidateQueries({ queryKey: ['conversations'] });
      if (done !== undefined) showSuccess(done);
    },
    onError: showError,
  });
  return { run: (change, done) => mutation.mutate({ change, done }), isBusy: mutation.isPending };
}
