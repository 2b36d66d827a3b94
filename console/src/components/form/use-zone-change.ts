import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changeTimezone, sessionQuery } from '../../data/session.ts';
import { tellDone } from '../feedback/toast-store.ts';

/** Gives the account the zone of its times. @param onChanged told when everything shows it */
export function useZoneChange(onChanged?: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: changeTimezone,
    onSuccess: async (_answer, zone) => {
      // Everything that is counted by day is counted anew.
      await queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
      await queries.invalidateQueries();
      onChanged?.();
      tellDone(`Days and times are those of ${zone}.`);
    },
  });
}
