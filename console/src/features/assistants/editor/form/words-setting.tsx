import { TextSetting } from './text-setting.tsx';

interface WordsSettingProps {
  path: string;
  label: string;
  hint?: string;
  placeholder?: string;
}

/** Words to say, or an instruction, of a few sentences; there may be none. */
export function WordsSetting(props: WordsSettingProps) {
  return <TextSetting {...props} isOptional isLong most={1000} />;
}
