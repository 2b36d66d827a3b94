import { useEffect, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Field } from '../../../components/form/field.tsx';
import { Input } from '../../../components/form/input.tsx';
import { Select } from '../../../components/form/select.tsx';
import { campaignSearch } from '../campaign-search.ts';
import { LEAD_STATUS_WORDS } from '../campaign-words.ts';
import { useLeadSearch } from './use-lead-search.ts';

const STATUSES = Object.entries(LEAD_STATUS_WORDS).map(([value, { label }]) => ({ value, label }));
const TYPING_PAUSE_MS = 250;

/** What the list of leads shows; kept in the address. */
export function LeadFilters() {
  const { search, go } = useLeadSearch();
  const isFiltered = [search.status, search.number, search.from, search.to].some(
    (part) => part !== undefined,
  );
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="w-44">
        <Field label="State">
          {(control) => (
            <Select
              {...control}
              value={search.status ?? null}
              emptyLabel="All"
              options={STATUSES}
              onChange={(status) => go({ status: campaignSearch({ status }).status })}
            />
          )}
        </Field>
      </div>
      <div className="w-40">
        <NumberFilter number={search.number ?? ''} onChange={(number) => go({ number })} />
      </div>
      <div className="w-38">
        <Field label="Added from">
          {(control) => (
            <Input
              {...control}
              type="date"
              value={search.from ?? ''}
              onChange={({ target }) => go({ from: target.value === '' ? undefined : target.value })}
            />
          )}
        </Field>
      </div>
      <div className="w-38">
        <Field label="Added until">
          {(control) => (
            <Input
              {...control}
              type="date"
              value={search.to ?? ''}
              onChange={({ target }) => go({ to: target.value === '' ? undefined : target.value })}
            />
          )}
        </Field>
      </div>
      {isFiltered && (
        <Button
          variant="quiet"
          onClick={() => go({ status: undefined, number: undefined, from: undefined, to: undefined })}
        >
          Clear
        </Button>
      )}
    </div>
  );
}

/** Asks the server when one pauses, not at every key. */
function NumberFilter({
  number,
  onChange,
}: {
  number: string;
  onChange: (number: string | undefined) => void;
}) {
  const [written, setWritten] = useState(number);
  useEffect(() => setWritten(number), [number]);
  useEffect(() => {
    if (written === number) return undefined;
    const timer = setTimeout(() => onChange(written === '' ? undefined : written), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  });
  return (
    <Field label="Number">
      {(control) => (
        <Input
          {...control}
          type="search"
          inputMode="tel"
          placeholder="Part of it"
          value={written}
          onChange={({ target }) => setWritten(target.value)}
        />
      )}
    </Field>
  );
}
