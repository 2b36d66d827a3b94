import { TextSetting } from './text-setting.tsx';

interface WordsSettingProps {
  path: string;
  label: string;
  hint?: string;
  placeholder?: string;
}

/** An optional text or instruction of a few sentences. */
export function WordsSetting(props: WordsSettingProps) {
  return <TextSetting {...props} isOptional isLong most={1000} />;
}
