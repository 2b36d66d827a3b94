import { useState } from 'react';
import { Field } from '../../../components/form/field.tsx';
import { Input } from '../../../components/form/input.tsx';
import { ZoneNote } from '../../../components/form/zone-note.tsx';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import { t } from '../../../lib/i18n/t.ts';
import { useZone } from '../../../lib/time/use-zone.ts';
import { wallClockOf } from '../../../lib/time/zone.ts';
import { chosenSnooze } from './snooze-times.ts';

const HOUR_MS = 3_600_000;

interface SnoozeDialogProps {
  onClose: () => void;
  onSnooze: (until: Date) => void;
}

/** Snoozes until any date and time within a year. */
export function SnoozeDialog({ onClose, onSnooze }: SnoozeDialogProps) {
  const zone = useZone();
  const [value, setValue] = useState(() => wallClockOf(new Date(Date.now() + HOUR_MS), zone).slice(0, 16));
  const [isSent, setSent] = useState(false);
  const { until, problem } = chosenSnooze(value, { now: new Date(), zone });
  return (
    <FormDialog
      onClose={onClose}
      title={t('Snooze')}
      text={t('The conversation opens again at this time, or when the customer writes.')}
      action={t('Snooze')}
      onSubmit={() => {
        setSent(true);
        if (until !== null) onSnooze(until);
      }}
    >
      <Field label={t('Date and time')} error={isSent ? (problem ?? undefined) : undefined}>
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            value={value}
            onChange={(event) => setValue(event.target.value)}
          />
        )}
      </Field>
      <p className="text-ink-soft text-sm">
        <ZoneNote />
      </p>
    </FormDialog>
  );
}
