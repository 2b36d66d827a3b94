import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../components/button.tsx';
import { showError } from '../../components/feedback/toast-store.ts';
import { openAlertsQuery } from '../../data/alerts.ts';
import { t } from '../../lib/i18n/t.ts';
import type { AlertPanel } from './alert-panel.tsx';

const MAX_SHOWN = 99;

/** Shows the number of open alerts and opens their panel, whose code is loaded then. */
export function AlertButton() {
  const { data } = useQuery(openAlertsQuery);
  const [Panel, setPanel] = useState<typeof AlertPanel | null>(null);
  const [isOpen, setOpen] = useState(false);
  const count = data?.total ?? 0;
  const open = async (): Promise<void> => {
    if (Panel === null) {
      const code = await import('./alert-panel.tsx');
      setPanel(() => code.AlertPanel);
    }
    setOpen(true);
  };
  return (
    <>
      <IconButton label={labelOf(count)} onClick={() => void open().catch(showError)} className="relative">
        <Bell />
        {count > 0 && (
          <span
            aria-hidden
            className="absolute top-0.5 right-0.5 min-w-4 rounded-full bg-bad px-1 text-center font-semibold text-[0.625rem] text-surface leading-4"
          >
            {count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
          </span>
        )}
      </IconButton>
      {Panel !== null && <Panel isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  );
}

function labelOf(count: number): string {
  if (count === 0) return t('Alerts');
  return t('{count, plural, one {Alerts: # open} other {Alerts: # open}}', { count });
}
