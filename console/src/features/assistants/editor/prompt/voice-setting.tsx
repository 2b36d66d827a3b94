import { t } from '../../../../lib/i18n/t.ts';
import { ChoiceSetting } from '../form/choice-setting.tsx';
import { PreviewButton } from './preview-button.tsx';
import { useVoices } from './use-voices.ts';
import { voiceOption } from './voice-option.ts';

/** The voices that support the mode, language and realtime model, each with a preview. */
export function VoiceSetting() {
  const { fitting, chosen, refusedBy } = useVoices();
  const options = fitting.map(voiceOption);
  const isForeign = chosen !== null && refusedBy !== null;
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
      <div className="min-w-48 flex-1">
        <ChoiceSetting
          path="voice_id"
          label={t('Voice')}
          // Keep an unsupported voice in the list, disabled, so that the user sees what must change.
          options={
            isForeign
              ? [{ ...voiceOption(chosen), hint: NOT_OF_MODEL, isDisabled: true }, ...options]
              : options
          }
          isId
          hint={isForeign ? t('{name} doesn’t support this voice.', { name: refusedBy.name }) : undefined}
        />
      </div>
      <div className="pt-6.5">
        <PreviewButton key={chosen?.id} voice={chosen} />
      </div>
    </div>
  );
}

const NOT_OF_MODEL = t('Not supported by the realtime model.');
