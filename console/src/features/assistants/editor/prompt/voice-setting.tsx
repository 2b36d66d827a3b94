import { useQuery } from '@tanstack/react-query';
import { type Voice, voicesQuery } from '../../../../data/catalogue.ts';
import { ChoiceSetting } from '../form/choice-setting.tsx';
import { useValues } from '../form/use-values.ts';
import { PreviewButton } from './preview-button.tsx';

/** The voices that fit mode and language, each to be heard. */
export function VoiceSetting() {
  const { mode, language_id, voice_id } = useValues(['mode', 'language_id', 'voice_id']);
  const { data: voices = [] } = useQuery(voicesQuery(mode, language_id));
  const options = voices.map((voice) => ({
    value: String(voice.id),
    label: voice.name,
    hint: describe(voice),
  }));
  const chosen = voices.find(({ id }) => id === voice_id);
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
      <div className="min-w-48 flex-1">
        <ChoiceSetting
          path="voice_id"
          label="Voice"
          options={options}
          isId
          hint="Those that fit the language and the mode."
        />
      </div>
      <div className="pt-6.5">
        <PreviewButton key={chosen?.id} voice={chosen ?? null} />
      </div>
    </div>
  );
}

function describe({ gender, accent, age }: Voice): string {
  return [gender, age, accent].filter(Boolean).join(', ');
}
