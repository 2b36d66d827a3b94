import { useId } from 'react';
import { TextSetting } from './text-setting.tsx';

const ZONES = Intl.supportedValuesOf('timeZone');

interface TimeZoneSettingProps {
  path: string;
  label: string;
  hint?: string;
  placeholder?: string;
  isOptional?: boolean;
}

/** The name of a time zone, written or chosen. */
export function TimeZoneSetting(props: TimeZoneSettingProps) {
  const list = useId();
  return (
    <div>
      <TextSetting {...props} list={list} />
      <datalist id={list}>
        {ZONES.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </div>
  );
}
