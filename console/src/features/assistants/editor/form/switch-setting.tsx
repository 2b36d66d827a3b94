import type { ReactNode } from 'react';
import { Switch } from '../../../../components/form/switch.tsx';
import { ErrorText } from './error-text.tsx';
import { useSetting } from './use-setting.ts';

interface SwitchSettingProps {
  path: string;
  label: string;
  hint?: ReactNode;
  /** Why the setting is disabled; replaces the hint. */
  reason?: string | null;
}

export function SwitchSetting({ path, label, hint, reason = null }: SwitchSettingProps) {
  const { value, set, error } = useSetting(path);
  return (
    <div>
      <Switch
        label={label}
        hint={reason ?? hint}
        isOn={value === true}
        onChange={set}
        isDisabled={reason !== null}
      />
      <ErrorText text={error} />
    </div>
  );
}
