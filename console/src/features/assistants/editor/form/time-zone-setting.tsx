import { useId } from 'react';
import { ZoneOptions } from '../../../../components/form/zone-options.tsx';
import { TextSetting } from './text-setting.tsx';

interface TimeZoneSettingProps {
  path: string;
  label: string;
  hint?: string;
  placeholder?: string;
  isOptional?: boolean;
}

/** An IANA time zone, typed or chosen. */
export function TimeZoneSetting(props: TimeZoneSettingProps) {
  const list = useId();
  return (
    <div>
      <TextSetting {...props} list={list} />
      <ZoneOptions id={list} />
    </div>
  );
}
