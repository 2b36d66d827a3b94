import { useQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { EmptyState, Loaded } from '../../../components/feedback/states.tsx';
import { JsonBlock } from '../../../components/json-block.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { type SenderDetail, unattributedReportsQuery } from '../../../data/senders.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/t.ts';

/** Carrier reports that match no customer or message, newest first. */
export function ReportsTab({ sender }: { sender: SenderDetail }) {
  const reports = useQuery(unattributedReportsQuery(sender.id));
  return (
    <Loaded query={reports}>
      {({ data, total }) =>
        data.length === 0 ? (
          <EmptyState
            icon={<Inbox />}
            title={t('No unmatched reports')}
            text={t('Carrier reports that match no customer or message are kept here for 30 days.')}
          />
        ) : (
          <div className="grid grid-cols-1 gap-3">
            <ul aria-label={t('Unmatched reports')} className="grid grid-cols-1 gap-3">
              {data.map(({ id, what, content, created_at }) => (
                <li key={id}>
                  <details className="rounded-lg border border-line bg-surface text-sm">
                    <summary className="flex cursor-pointer flex-wrap justify-between gap-2 px-4 py-3">
                      <span className="font-medium first-letter:uppercase">{what}</span>
                      <span className="text-ink-soft">
                        <RelativeTime iso={created_at} />
                      </span>
                    </summary>
                    <div className="px-4 pb-4">
                      <JsonBlock label={t('Content')} value={content} />
                    </div>
                  </details>
                </li>
              ))}
            </ul>
            {total > data.length && (
              <p className="text-ink-soft text-sm">
                {t('The latest {count} of {total} reports', {
                  count: data.length,
                  total: formatCount(total),
                })}
              </p>
            )}
          </div>
        )
      }
    </Loaded>
  );
}
