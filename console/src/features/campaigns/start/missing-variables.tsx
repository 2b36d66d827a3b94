import type { MissingVariable } from '#contract/campaign-start.ts';
import { Callout } from '../../../components/feedback/callout.tsx';
import { t } from '../../../lib/i18n/t.ts';
import { leadWords } from './start-words.ts';

/** Variables that leads have no value for, with what these leads hear instead. */
export function MissingVariables({ variables }: { variables: readonly MissingVariable[] }) {
  if (variables.length === 0) return null;
  return (
    <Callout kind="info">
      <p className="font-medium">{t('Some leads have no value for these variables:')}</p>
      <ul className="wrap-anywhere mt-1 grid gap-1">
        {variables.map(({ name, leads, value, examples }) => (
          <li key={name}>
            <code>{`{{${name}}}`}</code>: {leadWords(leads)}{' '}
            {value === null ? (
              t('would hear nothing in its place')
            ) : (
              <>
                would hear “<span dir="auto">{value}</span>”
              </>
            )}
            {examples.length > 0 && (
              <span className="text-ink-soft">
                {t(', for example {join}', { join: examples.join(', ') })}
              </span>
            )}
            .
          </li>
        ))}
      </ul>
    </Callout>
  );
}
