import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Menu, MenuItem, MenuLine } from '../../../components/overlay/menu.tsx';
import { t } from '../../../lib/i18n/t.ts';
import { useZone } from '../../../lib/time/use-zone.ts';
import { snoozeTimes } from './snooze-times.ts';

const SnoozeDialog = lazy(async () => ({ default: (await import('./snooze-dialog.tsx')).SnoozeDialog }));

interface SnoozeMenuProps {
  trigger: ReactNode;
  onSnooze: (until: Date) => void;
}

/** Usual ends of a snooze, and any date and time. */
export function SnoozeMenu({ trigger, onSnooze }: SnoozeMenuProps) {
  const zone = useZone();
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      <Menu trigger={trigger}>
        {snoozeTimes(new Date(), zone).map(({ label, until }) => (
          <MenuItem key={label} onSelect={() => onSnooze(until)}>
            {label}
          </MenuItem>
        ))}
        <MenuLine />
        <MenuItem onSelect={() => setChoosing(true)}>{t('Choose date and time')}</MenuItem>
      </Menu>
      {isChoosing && (
        <Suspense>
          <SnoozeDialog
            onClose={() => setChoosing(false)}
            onSnooze={(until) => {
              setChoosing(false);
              onSnooze(until);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
