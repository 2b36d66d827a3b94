import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { ReversedDays } from '../../components/feedback/reversed-days.tsx';
import { Input } from '../../components/form/input.tsx';
import { ZoneNote } from '../../components/form/zone-note.tsx';
import { Page } from '../../components/layout/page.tsx';
import { Tabs } from '../../components/layout/tabs.tsx';
import { t } from '../../lib/i18n/t.ts';
import { isReversed, REVERSED_DAYS } from '../../lib/time/day-range.ts';
import { CHOSEN, TYPED } from '../../routing/search-change.ts';
import type { BillingSearch } from './billing-search.ts';
import { LedgerTab } from './ledger-tab.tsx';
import { ModelsTab } from './models-tab.tsx';
import { PricesTab } from './prices-tab.tsx';
import { SpendTab } from './spend-tab.tsx';

export function BillingPage() {
  const search = useSearch({ from: '/console/billing' });
  const navigate = useNavigate({ from: '/billing' });
  const change = (changed: Partial<BillingSearch>, how = CHOSEN): void => {
    void navigate({ search: (before) => ({ ...before, ...changed }), ...how });
  };
  const range = { date_from: search.from, date_to: search.to };
  const between = (content: ReactNode): ReactNode => (isReversed(range) ? <ReversedDays /> : content);
  return (
    <Page
      title={t('Usage and billing')}
      text={
        <>
          {t('The ledger records every balance change.')} <ZoneNote />
        </>
      }
      actions={<RangeFilter search={search} onChange={(range) => change(range, TYPED)} />}
    >
      <Tabs
        label={t('Billing sections')}
        value={search.tab ?? 'spend'}
        onChange={(tab) => change({ tab })}
        tabs={[
          { name: 'spend', label: t('Spend'), content: between(<SpendTab range={range} />) },
          {
            name: 'ledger',
            label: t('Ledger'),
            content: between(
              <LedgerTab range={range} kind={search.kind} onKind={(kind) => change({ kind })} />,
            ),
          },
          { name: 'models', label: t('Models'), content: between(<ModelsTab range={range} />) },
          { name: 'prices', label: t('Prices'), content: <PricesTab /> },
        ]}
      />
    </Page>
  );
}

interface RangeFilterProps {
  search: BillingSearch;
  onChange: (changed: Partial<BillingSearch>) => void;
}

function RangeFilter({ search, onChange }: RangeFilterProps) {
  const id = useId();
  const wrong = isReversed({ date_from: search.from, date_to: search.to }) ? id : undefined;
  return (
    <>
      <DateInput
        label={t('From', undefined, 'date')}
        value={search.from}
        wrong={wrong}
        onChange={(from) => onChange({ from })}
      />
      <DateInput
        label={t('To', undefined, 'date')}
        value={search.to}
        wrong={wrong}
        onChange={(to) => onChange({ to })}
      />
      <p id={id} aria-live="polite" className="w-full text-bad text-sm empty:sr-only">
        {wrong !== undefined && REVERSED_DAYS}
      </p>
    </>
  );
}

interface DateInputProps {
  label: string;
  value: string | undefined;
  /** Id of the element with the error message; undefined if the date is valid. */
  wrong: string | undefined;
  onChange: (value: string | undefined) => void;
}

function DateInput({ label, value = '', wrong, onChange }: DateInputProps) {
  const id = useId();
  return (
    <span className="flex items-center gap-2 text-sm">
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        type="date"
        className="w-40"
        value={value}
        onChange={(event) => onChange(event.target.value || undefined)}
        aria-invalid={wrong === undefined ? undefined : true}
        aria-describedby={wrong}
      />
    </span>
  );
}
