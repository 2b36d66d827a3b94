import { t } from '../../lib/i18n/t.ts';
import { Button } from '../button.tsx';

interface EarlierMessagesProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
}

/** Shown above the oldest loaded message while older ones exist. */
export function EarlierMessages({ query }: EarlierMessagesProps) {
  if (!query.hasNextPage) return null;
  return (
    <div className="mb-4 text-center">
      <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {t('Earlier messages')}
      </Button>
    </div>
  );
}
