import type { Lead } from '../../../data/leads.ts';

import { t } from '../../../lib/i18n/t.ts';
import { translateServerText } from '../../../lib/i18n/translate-server-text.ts';
import { LeadStatusBadge } from '../campaign-status.tsx';
import { outcomeWords } from '../campaign-words.ts';
import { variablesInLine } from './variable-rows.ts';

/** Secondary numbers of a lead in calling order, with their status. */
export function LeadContacts({ contacts }: { contacts: Lead['secondary_contacts'] }) {
  if (contacts.length === 0) {
    return <p className="text-ink-soft text-sm">{t('None.')}</p>;
  }
  return (
    <ol className="grid gap-1">
      {contacts.map(({ id, phone_number, status, call_tries, last_outcome, left_out, variables }, index) => (
        <li
          key={id}
          className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 border-line border-b py-1.5 text-sm last:border-b-0"
        >
          <span className="text-ink-soft tabular-nums">{index + 1}.</span>
          <span className="font-medium tabular-nums">{phone_number}</span>
          <LeadStatusBadge status={status} />
          <span className="col-start-2 text-ink-soft">
            {last_outcome === null
              ? t('{count, plural, one {# call} other {# calls}}', { count: call_tries })
              : t('{count, plural, one {# call} other {# calls}}, last: {outcome}', {
                  count: call_tries,
                  outcome: outcomeWords(last_outcome),
                })}
            {Object.keys(variables).length > 0 && ` · ${variablesInLine(variables)}`}
          </span>
          {left_out !== null && (
            <span className="col-span-2 col-start-2">{translateServerText(left_out.text)}</span>
          )}
        </li>
      ))}
    </ol>
  );
}
