import { useValues } from '../form/use-values.ts';
import { BackgroundSettings } from './background-settings.tsx';
import { FillerSettings } from './filler-settings.tsx';
import { ModeSetting, type ModeSettingProps } from './mode-setting.tsx';
import { SoundSettings } from './sound-settings.tsx';
import { TurnSettings } from './turn-settings.tsx';
import { WordSettings } from './word-settings.tsx';

/** Mode, turn detection, voice and sounds. */
export function VoiceTab({ assistant, left }: ModeSettingProps) {
  const { mode } = useValues(['mode']);
  return (
    <div>
      <ModeSetting assistant={assistant} left={left} />
      <TurnSettings mode={mode} />
      <SoundSettings mode={mode} />
      <WordSettings mode={mode} />
      <FillerSettings mode={mode} />
      <BackgroundSettings />
    </div>
  );
}
