import { useState } from 'react';
import { Switch } from '../../components/form/switch.tsx';
import { Card } from '../../components/layout/card.tsx';
import { t } from '../../lib/i18n/t.ts';
import { type AlertChoices, alertChoices, keepAlertChoices } from '../../lib/inbox-alerts/alert-choices.ts';

/** Alerts of this browser about unread messages. */
export function AlertsCard() {
  const [choices, setChoices] = useState(alertChoices);
  const [isRefused, setRefused] = useState(false);
  const choose = (change: Partial<AlertChoices>): void => {
    const next = { ...choices, ...change };
    setChoices(next);
    keepAlertChoices(next);
  };
  const switchDesktop = async (isOn: boolean): Promise<void> => {
    const isAllowed = !isOn || (await askPermission());
    setRefused(!isAllowed);
    choose({ desktop: isOn && isAllowed });
  };
  return (
    <Card
      id="alerts"
      title={t('Alerts in this browser')}
      text={t('For new messages in conversations that are assigned to you or unassigned.')}
    >
      <div className="grid max-w-md gap-4">
        <Switch label={t('Sound')} isOn={choices.sound} onChange={(sound) => choose({ sound })} />
        <Switch
          label={t('Desktop notifications')}
          hint={hintOf(isRefused)}
          isOn={choices.desktop}
          onChange={(isOn) => void switchDesktop(isOn)}
        />
      </div>
    </Card>
  );
}

function hintOf(isRefused: boolean): string | undefined {
  if (!('Notification' in globalThis))
    return t('Not available in this browser. Notifications require https.');
  return isRefused
    ? t('Notifications are blocked. Allow them for this site in the browser settings.')
    : undefined;
}

async function askPermission(): Promise<boolean> {
  if (!('Notification' in globalThis)) return false;
  return (await Notification.requestPermission()) === 'granted';
}
