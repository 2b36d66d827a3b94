import { Button } from '../../../components/button.tsx';
import { COUNTRIES } from '../../../components/form/countries.ts';
import { Field } from '../../../components/form/field.tsx';
import { Input } from '../../../components/form/input.tsx';
import { Select } from '../../../components/form/select.tsx';
import { Switch } from '../../../components/form/switch.tsx';
import type { ImportSettings } from '../../../data/leads.ts';
import { t } from '../../../lib/i18n/t.ts';

interface ImportSettingsFieldsProps {
  settings: ImportSettings;
  /** Column names of the file. */
  columns: readonly string[];
  /** Initially expanded. */
  isOpen: boolean;
  onChange: (settings: ImportSettings) => void;
  /** Previews the file with the current settings. */
  onApply: () => void;
}

const DELIMITERS = [
  { value: ',', label: t('Comma') },
  { value: ';', label: t('Semicolon') },
  { value: 'tab', label: t('Tab') },
  { value: '|', label: t('Vertical bar') },
] as const;

/** Value of the option that turns detection off; no column name begins with a blank. */
const NO_COLUMN = ' none';

/** Settings for files whose format isn't detected correctly. */
export function ImportSettingsFields(props: ImportSettingsFieldsProps) {
  const { settings, columns, isOpen, onChange, onApply } = props;
  const set = (changes: ImportSettings): void => onChange({ ...settings, ...changes });
  const names = columns.map((name) => ({ value: name, label: name }));
  return (
    <details className="rounded-lg border border-line px-4 py-3" open={isOpen}>
      <summary className="cursor-pointer font-medium">{t('File settings')}</summary>
      <div className="mt-4 grid items-start gap-5 sm:grid-cols-2">
        <Field label={t('Phone number column')}>
          {(control) => (
            <Select
              {...control}
              value={settings.phone_column ?? null}
              emptyLabel={t('Detect automatically')}
              options={names}
              onChange={(name) => set({ phone_column: name })}
            />
          )}
        </Field>
        <Field label={t('Country')} hint={t('Allows numbers without a country code.')}>
          {(control) => (
            <Select
              {...control}
              value={settings.country_code ?? null}
              emptyLabel={t('International numbers only')}
              options={COUNTRIES}
              onChange={(code) => set({ country_code: code })}
            />
          )}
        </Field>
        <div className="sm:col-span-2">
          <Switch
            label={t('Add missing plus signs')}
            hint={t('Reads numbers such as 40721000001 as +40721000001. Spreadsheets remove the plus sign.')}
            isOn={settings.assume_international ?? false}
            onChange={(isOn) => set({ assume_international: isOn })}
          />
        </div>
        <Field label={t('Sheet')} hint={t('Of a workbook. Leave empty for the first one with data.')}>
          {(control) => (
            <Input
              {...control}
              value={settings.sheet ?? ''}
              spellCheck={false}
              onChange={({ target }) => set({ sheet: target.value === '' ? null : target.value })}
            />
          )}
        </Field>
        <Field label={t('Delimiter')}>
          {(control) => (
            <Select
              {...control}
              value={settings.delimiter ?? null}
              emptyLabel={t('Detect automatically')}
              options={DELIMITERS}
              onChange={(value) =>
                set({ delimiter: DELIMITERS.find((one) => one.value === value)?.value ?? null })
              }
            />
          )}
        </Field>
        <Field label={t('Character set')} hint={t('Leave empty to detect automatically.')}>
          {(control) => (
            <Input
              {...control}
              value={settings.charset ?? ''}
              placeholder={t('utf-8, windows-1250…')}
              spellCheck={false}
              onChange={({ target }) => set({ charset: target.value === '' ? null : target.value })}
            />
          )}
        </Field>
        <Field
          label={t('External ID column')}
          hint={t('IDs of the leads in your own system, such as a CRM.')}
        >
          {(control) => (
            <Select
              {...control}
              value={settings.external_id_column === '' ? NO_COLUMN : (settings.external_id_column ?? null)}
              emptyLabel={t('Detect automatically')}
              options={[{ value: NO_COLUMN, label: t('None') }, ...names]}
              onChange={(name) => set({ external_id_column: name === NO_COLUMN ? '' : name })}
            />
          )}
        </Field>
        <SecondaryColumns settings={settings} columns={columns} set={set} />
        <div className="sm:col-span-2">
          <Switch
            label={t('Allow duplicates')}
            hint={t('Imports numbers that are already in the campaign as additional leads.')}
            isOn={settings.allow_dupplicate ?? false}
            onChange={(isOn) => set({ allow_dupplicate: isOn })}
          />
        </div>
      </div>
      <div className="mt-4 flex justify-end">
        <Button onClick={onApply}>{t('Apply settings')}</Button>
      </div>
    </details>
  );
}

function SecondaryColumns({
  settings,
  columns,
  set,
}: {
  settings: ImportSettings;
  columns: readonly string[];
  set: (changes: ImportSettings) => void;
}) {
  const chosen = settings.secondary_columns?.split(',') ?? [];
  // The request is comma-separated, so names with commas can't be sent.
  const offered = columns.filter((name) => name !== settings.phone_column && !name.includes(','));
  if (offered.length === 0) return null;
  const toggle = (name: string): void => {
    const next = chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name];
    set({ secondary_columns: next.length === 0 ? null : next.join(',') });
  };
  return (
    <fieldset className="sm:col-span-2">
      <legend className="mb-1.5 font-medium text-sm">
        {t('Additional number columns, in the order you select them')}
      </legend>
      <div className="flex flex-wrap gap-2">
        {offered.map((name) => (
          <label
            key={name}
            className="flex min-w-0 items-center gap-2 rounded-lg border border-line-strong px-2.5 py-1 text-sm has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              onChange={() => toggle(name)}
              className="size-4 shrink-0 accent-accent"
            />
            <span className="wrap-anywhere min-w-0">{name}</span>
            {chosen.includes(name) && <span className="text-ink-soft">{chosen.indexOf(name) + 1}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
