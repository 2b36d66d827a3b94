import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../components/feedback/states.tsx';
import { Facts } from '../../components/layout/card.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { GoneDialog } from '../../components/overlay/gone-dialog.tsx';
import { type AuditEntry, auditEntryQuery } from '../../data/audit-log.ts';
import { isMissing } from '../../lib/api/api-error.ts';
import { formatDateTime } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/t.ts';
import { ACTION_NAMES, actorName, entrySentence, OBJECT_NAMES, valueText } from './audit-words.ts';
import { fieldName } from './field-names.ts';

/** Side panel of an entry: each changed field before and after. */
export function EntryPanel({ id, onClose }: { id: number; onClose: () => void }) {
  const entry = useQuery(auditEntryQuery(id));
  if (isMissing(entry.error)) return <GoneDialog onClose={onClose} />;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      shape="side"
      title={entry.data === undefined ? t('Audit log entry') : entrySentence(entry.data)}
    >
      <Loaded query={entry}>{(data) => <EntryDetails entry={data} />}</Loaded>
    </Dialog>
  );
}

function EntryDetails({ entry }: { entry: AuditEntry }) {
  const { action, object, address, changes } = entry;
  return (
    <div className="grid gap-6">
      <Facts
        facts={[
          [t('Who'), actorName(entry)],
          [t('What'), ACTION_NAMES[action]],
          [t('Type'), OBJECT_NAMES[object.type]],
          ...(object.name === null ? [] : ([[t('Name'), object.name]] as const)),
          [t('When'), formatDateTime(entry.created_at)],
          [t('IP address'), address ?? t('None')],
        ]}
      />
      {changes.length > 0 && (
        <section aria-labelledby="changed-fields">
          <h3 id="changed-fields" className="mb-2 font-semibold">
            {t('Changes')}
          </h3>
          <ul className="grid gap-4">
            {changes.map((change) => (
              <li key={change.field} className="rounded-lg border border-line p-3">
                <p className="mb-2 font-medium text-sm">{fieldName(change.field)}</p>
                {change.is_secret ? (
                  <p className="text-ink-soft text-sm">
                    {t('Changed. The values of secrets are not recorded.')}
                  </p>
                ) : (
                  <dl className="grid gap-2 text-sm">
                    {action === 'updated' && <Value label={t('Before')} value={change.before} />}
                    <Value label={action === 'updated' ? t('After') : t('Value')} value={change.after} />
                  </dl>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function Value({ label, value }: { label: string; value: unknown }) {
  return (
    <div>
      <dt className="text-ink-soft text-xs">{label}</dt>
      <dd dir="auto" className="wrap-anywhere whitespace-pre-wrap text-left">
        {valueText(value)}
      </dd>
    </div>
  );
}
