import { FunnelX } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n/t.ts';
import { Button } from '../button.tsx';
import { ZoneNote } from './zone-note.tsx';

interface FilterBarProps {
  /** `Field`s; their values are stored in the URL. */
  children: ReactNode;
  isFiltered: boolean;
  onClear: () => void;
}

/** The filters above a list. */
export function FilterBar({ children, isFiltered, onClear }: FilterBarProps) {
  return (
    <search
      aria-label={t('Filters')}
      className="mb-4 grid grid-cols-2 items-end gap-3 *:min-w-0 sm:grid-cols-3 lg:grid-cols-[repeat(auto-fit,minmax(7.75rem,1fr))]"
    >
      {children}
      <p className="order-last col-span-full text-ink-soft text-sm">
        <ZoneNote />
      </p>
      {isFiltered && (
        <Button variant="quiet" icon={<FunnelX />} onClick={onClear}>
          {t('Clear filters')}
        </Button>
      )}
    </search>
  );
}
