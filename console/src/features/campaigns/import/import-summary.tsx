import { CircleCheck } from 'lucide-react';
import { Callout } from '../../../components/feedback/callout.tsx';
import { Facts } from '../../../components/layout/card.tsx';
import type { ImportReport } from '../../../data/leads.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/t.ts';
import { translateServerText } from '../../../lib/i18n/translate-server-text.ts';
import { MissingVariables } from '../start/missing-variables.tsx';

/** By number of figures that are not always shown. */
const COLUMNS = ['sm:grid-cols-4', 'sm:grid-cols-5', 'sm:grid-cols-3'];

/** Result of an import or of its preview: counts, detected format and invalid rows. */
export function ImportSummary({ report }: { report: ImportReport }) {
  const {
    dry_run: isDryRun,
    rows,
    created,
    updated,
    blacklisted,
    duplicates,
    repeated,
    invalid,
    columns,
  } = report;
  return (
    <div className="grid gap-5">
      {!isDryRun && (
        <p className="flex items-center gap-2 font-medium" role="status">
          <CircleCheck className="size-5 text-good" aria-hidden />
          {t('{count, plural, one {# lead was imported.} other {# leads were imported.}}', {
            count: created + updated,
          })}
        </p>
      )}
      <ul className={`grid grid-cols-2 gap-3 ${COLUMNS[Number(updated > 0) + Number(repeated > 0)]}`}>
        <Figure label={t('Rows')} count={rows} />
        <Figure label={isDryRun ? t('New leads') : t('Imported')} count={created} />
        {updated > 0 && (
          <Figure
            label={isDryRun ? t('Existing leads to update') : t('Updated', undefined, 'count')}
            count={updated}
          />
        )}
        <Figure label={t('Already in the campaign')} count={duplicates - repeated} />
        {repeated > 0 && <Figure label={t('Repeated in the file')} count={repeated} />}
        <Figure label={t('Invalid')} count={invalid} isBad={invalid > 0} />
      </ul>
      {blacklisted > 0 && (
        <p className="text-sm">
          {t(
            '{count, plural, one {# lead is on the do-not-call list and won’t be called.} other {# leads are on the do-not-call list and won’t be called.}}',
            { count: blacklisted },
          )}
        </p>
      )}
      <Facts
        facts={[
          [t('Phone numbers'), <Name key="number" name={columns.phone_number} />],
          [t('Additional numbers'), <Names key="secondary" names={columns.secondary} />],
          ...(columns.external_id === null
            ? []
            : ([[t('External IDs'), <Name key="external" name={columns.external_id} />]] as const)),
          [t('Variables'), <Names key="variables" names={columns.variables} />],
          [t('Format'), formatOf(report)],
        ]}
      />
      {isDryRun && <Notes kind="info" texts={report.guesses} />}
      <Notes kind="warn" texts={report.warnings} />
      <MissingVariables variables={report.missing_variables} />
      {isDryRun && <Sample leads={report.sample} />}
      <RowErrors report={report} />
    </div>
  );
}

function formatOf({ sheet, charset, delimiter }: ImportReport): string {
  if (sheet !== null) return t('Workbook, sheet “{sheet}”', { sheet });
  switch (delimiter) {
    case ',':
      return t('{charset}, comma-separated', { charset });
    case ';':
      return t('{charset}, semicolon-separated', { charset });
    case '\t':
      return t('{charset}, tab-separated', { charset });
    case '|':
      return t('{charset}, pipe-separated', { charset });
    default:
      return t('{charset}, {delimiter}-separated', { charset, delimiter });
  }
}

function Notes({ kind, texts }: { kind: 'info' | 'warn'; texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <Callout kind={kind}>
      <ul className="wrap-anywhere grid gap-1">
        {texts.map((text) => (
          <li key={text}>{translateServerText(text)}</li>
        ))}
      </ul>
    </Callout>
  );
}

/** The first leads, so that wrong columns and character sets are visible. */
function Sample({ leads }: { leads: ImportReport['sample'] }) {
  if (leads.length === 0) return null;
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">{t('First leads')}</h3>
      <ul
        aria-label={t('First leads')}
        className="grid gap-1 rounded-lg border border-line px-3 py-2 text-sm"
      >
        {leads.map(({ phone_number: number, secondary, variables }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a number may be repeated, and the list never changes.
          <li key={index} className="wrap-anywhere" dir="auto">
            <span className="font-medium tabular-nums">{[number, ...secondary].join(', ')}</span>{' '}
            <span className="text-ink-soft">
              {Object.entries(variables)
                .map(
                  ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
                )
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Figure({ label, count, isBad = false }: { label: string; count: number; isBad?: boolean }) {
  return (
    <li className="rounded-lg border border-line bg-surface px-3 py-2">
      <span className={`block font-semibold text-xl tabular-nums ${isBad ? 'text-bad' : ''}`}>
        {formatCount(count)}
      </span>
      <span className="text-ink-soft text-sm">{label}</span>
    </li>
  );
}

function Names({ names }: { names: readonly string[] }) {
  if (names.length === 0) return <span className="text-ink-soft">{t('None')}</span>;
  return (
    <span className="flex flex-wrap gap-1">
      {names.map((name) => (
        <Name key={name} name={name} />
      ))}
    </span>
  );
}

/** Column names can be arbitrarily long. */
function Name({ name }: { name: string }) {
  return (
    <span
      dir="auto"
      className="wrap-anywhere rounded-md bg-sunken px-2 py-0.5 font-medium text-ink-soft text-xs"
    >
      {name}
    </span>
  );
}

function RowErrors({ report: { errors, more_errors: more } }: { report: ImportReport }) {
  if (errors.length === 0) return null;
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">{t('Skipped rows')}</h3>
      <div
        className="max-h-64 overflow-auto rounded-lg border border-line"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scroll areas must be reachable by keyboard.
        tabIndex={0}
        role="region"
        aria-label={t('Skipped rows')}
      >
        <table className="w-full text-sm">
          <thead className="sticky top-0 bg-sunken text-left text-ink-soft">
            <tr>
              <th scope="col" className="px-3 py-1.5 font-medium">
                {t('Row')}
              </th>
              <th scope="col" className="px-3 py-1.5 font-medium">
                {t('Column')}
              </th>
              <th scope="col" className="px-3 py-1.5 font-medium">
                {t('Reason')}
              </th>
            </tr>
          </thead>
          <tbody>
            {errors.map(({ row, column, message }) => (
              <tr key={row} className="border-line border-t">
                <td className="px-3 py-1.5 tabular-nums">{formatCount(row)}</td>
                <td className="px-3 py-1.5">{column}</td>
                <td className="px-3 py-1.5">{translateServerText(message)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more > 0 && (
        <p className="text-ink-soft text-sm">{t('And {count} more.', { count: formatCount(more) })}</p>
      )}
    </section>
  );
}
