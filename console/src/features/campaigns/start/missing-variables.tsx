import type { ReactNode } from 'react';
import type { MissingVariable } from '#contract/campaign-start.ts';
import { Callout } from '../../../components/feedback/callout.tsx';
import { rich, t } from '../../../lib/i18n/t.ts';

/** Variables that leads have no value for, with what these leads hear instead. */
export function MissingVariables({ variables }: { variables: readonly MissingVariable[] }) {
  if (variables.length === 0) return null;
  return (
    <Callout kind="info">
      <p className="font-medium">{t('Some leads have no value for these variables:')}</p>
      <ul className="wrap-anywhere mt-1 grid gap-1">
        {variables.map(({ name, leads, value, examples }) => (
          <li key={name}>
            <code>{`{{${name}}}`}</code>: {lossOf(leads, value, examples.join(', '))}
          </li>
        ))}
      </ul>
    </Callout>
  );
}

function lossOf(leads: number, value: string | null, examples: string): ReactNode {
  const values = {
    count: leads,
    value: <span dir="auto">{value}</span>,
    examples,
    soft: (content: ReactNode) => <span className="text-ink-soft">{content}</span>,
  };
  if (examples === '')
    return value === null
      ? rich(
          '{count, plural, one {# lead would hear nothing in its place.} other {# leads would hear nothing in its place.}}',
          values,
        )
      : rich(
          '{count, plural, one {# lead would hear “{value}”.} other {# leads would hear “{value}”.}}',
          values,
        );
  return value === null
    ? rich(
        '{count, plural, one {# lead would hear nothing in its place<soft>, for example {examples}</soft>.} other {# leads would hear nothing in its place<soft>, for example {examples}</soft>.}}',
        values,
      )
    : rich(
        '{count, plural, one {# lead would hear “{value}”<soft>, for example {examples}</soft>.} other {# leads would hear “{value}”<soft>, for example {examples}</soft>.}}',
        values,
      );
}
