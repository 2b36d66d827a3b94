import { Button } from '../button.tsx';

interface EarlierMessagesProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
}

/** Above the oldest message that is shown, while there are older ones. */
export function EarlierMessages({ query }: EarlierMessagesProps) {
  if (!query.hasNextPage) return null;
  return (
    <div className="mb-4 text-center">
      <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        Earlier messages
      </Button>
    </div>
  );
}
