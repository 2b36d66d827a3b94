import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WeekHours } from '#contract/inbox.ts';
import { showSuccess } from '../../components/feedback/toast-store.ts';
import { Field } from '../../components/form/field.tsx';
import { Input } from '../../components/form/input.tsx';
import { Switch } from '../../components/form/switch.tsx';
import { FormDialog } from '../../components/overlay/form-dialog.tsx';
import { type Group, inboxChoicesQuery, saveGroup } from '../../data/inbox.ts';
import { fieldErrors } from '../../lib/api/api-error.ts';
import { t } from '../../lib/i18n/t.ts';
import { useZone } from '../../lib/time/use-zone.ts';
import { WEEKDAY_NAMES } from '../../lib/time/weekday-names.ts';
import { DAYS } from './hours-words.ts';

const OFFICE = { from: '09:00', to: '17:00' };
const OFFICE_WEEK: WeekHours = {
  monday: OFFICE,
  tuesday: OFFICE,
  wednesday: OFFICE,
  thursday: OFFICE,
  friday: OFFICE,
  saturday: null,
  sunday: null,
};

/** Creates or changes a group. @param group null for a new one */
export function GroupDialog({ group, onClose }: { group: Group | null; onClose: () => void }) {
  const queries = useQueryClient();
  const zone = useZone();
  const { data: choices } = useQuery(inboxChoicesQuery);
  const [name, setName] = useState(group?.name ?? '');
  const [members, setMembers] = useState<readonly number[]>(group?.members.map(({ id }) => id) ?? []);
  const [hours, setHours] = useState<WeekHours | null>(group?.hours ?? null);
  const save = useMutation({
    mutationFn: () =>
      saveGroup(group?.id ?? null, {
        name,
        member_ids: [...members],
        hours,
        timezone: hours === null ? null : (group?.timezone ?? zone),
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['groups'] });
      showSuccess(t('Group saved.'));
      onClose();
    },
  });
  const errors = fieldErrors(save.error);
  const people = choices?.people ?? group?.members ?? [];
  return (
    <FormDialog
      title={group === null ? t('New group') : group.name}
      action={t('Save group')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
      isBusy={save.isPending}
      error={save.error}
    >
      <Field label={t('Name')} error={errors['name']?.[0]}>
        {(control) => (
          <Input {...control} value={name} maxLength={80} onChange={(event) => setName(event.target.value)} />
        )}
      </Field>
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 font-medium text-sm">{t('Members')}</legend>
        {people.map((person) => (
          <label key={person.id} className="flex items-center gap-2">
            <input
              type="checkbox"
              checked={members.includes(person.id)}
              onChange={(event) =>
                setMembers(
                  event.target.checked
                    ? [...members, person.id]
                    : members.filter((member) => member !== person.id),
                )
              }
            />
            <span dir="auto" className="wrap-anywhere">
              {person.name}
            </span>
          </label>
        ))}
      </fieldset>
      <Switch
        label={t('Opening hours')}
        hint={
          hours === null
            ? t('Off: always open.')
            : t('In the time zone {timezone}.', { timezone: group?.timezone ?? zone })
        }
        isOn={hours !== null}
        onChange={(isOn) => setHours(isOn ? OFFICE_WEEK : null)}
      />
      {hours !== null && <HoursFields hours={hours} errors={errors} onChange={setHours} />}
    </FormDialog>
  );
}

interface HoursFieldsProps {
  hours: WeekHours;
  errors: Readonly<Record<string, readonly string[]>>;
  onChange: (hours: WeekHours) => void;
}

function HoursFields({ hours, errors, onChange }: HoursFieldsProps) {
  return (
    <ul className="grid gap-2">
      {DAYS.map((day) => {
        const open = hours[day];
        const name = WEEKDAY_NAMES[day];
        const problem = errors[`hours.${day}.from`]?.[0] ?? errors[`hours.${day}.to`]?.[0];
        return (
          <li key={day} className="grid grid-cols-[7.5rem_1fr] items-center gap-2">
            <label className="flex items-center gap-2">
              <input
                type="checkbox"
                checked={open !== null}
                onChange={(event) => onChange({ ...hours, [day]: event.target.checked ? OFFICE : null })}
              />
              {name}
            </label>
            {open === null ? (
              <span className="text-ink-soft text-sm">{t('Closed', undefined, 'hours')}</span>
            ) : (
              <span className="flex items-center gap-2">
                <Input
                  type="time"
                  aria-label={t('{day} from', { day: name })}
                  value={open.from}
                  onChange={(event) => onChange({ ...hours, [day]: { ...open, from: event.target.value } })}
                />
                <span aria-hidden>–</span>
                <Input
                  type="time"
                  aria-label={t('{day} to', { day: name })}
                  value={open.to}
                  onChange={(event) => onChange({ ...hours, [day]: { ...open, to: event.target.value } })}
                />
              </span>
            )}
            {problem !== undefined && <p className="col-span-2 text-bad text-sm">{problem}</p>}
          </li>
        );
      })}
    </ul>
  );
}
