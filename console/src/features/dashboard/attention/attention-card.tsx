import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { Card } from '../../../components/layout/card.tsx';
import { openAlertsQuery } from '../../../data/alerts.ts';
import { inboxCountsQuery } from '../../../data/inbox.ts';
import { t } from '../../../lib/i18n/t.ts';
import { attentionItems } from './attention-items.ts';

/** Problems that a person has to solve; hidden without any. */
export function AttentionCard() {
  const { data } = useQuery(openAlertsQuery);
  const inbox = useQuery(inboxCountsQuery);
  const items = attentionItems(data?.alerts ?? [], inbox.data?.unassigned ?? 0);
  if (items.length === 0) return null;
  return (
    <Card title={t('Needs attention')}>
      <ul className="divide-y divide-line">
        {items.map(({ key, text, page }) => (
          <li key={key}>
            <Link
              to={page}
              dir="auto"
              className="wrap-anywhere flex items-center justify-between gap-3 py-2 text-sm hover:underline"
            >
              {text}
              <ChevronRight className="size-4 shrink-0 text-ink-soft" aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
