import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changeTimezone, sessionQuery } from '../../data/session.ts';
import { t } from '../../lib/i18n/t.ts';
import { showSuccess } from '../feedback/toast-store.ts';

/** Sets the account's time zone. @param onChanged called when all data is reloaded */
export function useZoneChange(onChanged?: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: changeTimezone,
    onSuccess: async (_answer, zone) => {
      // A new time zone changes all figures by day.
      await queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
      await queries.invalidateQueries();
      onChanged?.();
      showSuccess(t('Time zone set to {zone}.', { zone }));
    },
  });
}
