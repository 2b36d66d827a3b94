import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { showError, showSuccess } from '../../../../components/feedback/toast-store.ts';
import { FieldGroup } from '../../../../components/form/field.tsx';
import { namedOptions } from '../../../../components/form/options.ts';
import { languagesQuery, voicesQuery } from '../../../../data/catalog.ts';
import { t } from '../../../../lib/i18n/t.ts';
import type { AssistantValues } from '../form/assistant-values.ts';
import { ChecksSetting } from '../form/checks-setting.tsx';
import { ChoiceSetting } from '../form/choice-setting.tsx';
import { TimeZoneSetting } from '../form/time-zone-setting.tsx';
import { useValues } from '../form/use-values.ts';
import { VoiceSetting } from './voice-setting.tsx';

export function LanguageSettings() {
  const { data: languages = [] } = useQuery(languagesQuery);
  const { language_id } = useValues(['language_id']);
  const fitVoice = useFittingVoice();
  const others = languages
    .filter(({ id }) => id !== language_id)
    .map(({ id, name }) => ({ id, label: name }));
  return (
    <FieldGroup title={t('Language & voice')}>
      <ChoiceSetting
        path="language_id"
        label={t('Language')}
        options={namedOptions(languages)}
        isId
        onChosen={(id) => void fitVoice(Number(id)).catch(showError)}
      />
      <VoiceSetting />
      <OtherLanguages choices={others} />
      <TimeZoneSetting path="timezone" label={t('Time zone')} hint={t('For “today” and times of day.')} />
    </FieldGroup>
  );
}

/** Collapsed, because most assistants speak one language. The chosen ones stay visible. */
function OtherLanguages({ choices }: { choices: readonly { id: number; label: string }[] }) {
  const { secondary_language_ids: ids } = useValues(['secondary_language_ids']);
  const chosen = choices.filter(({ id }) => ids.includes(id)).map(({ label }) => label);
  return (
    <details>
      <summary className="cursor-pointer text-sm">
        <span className="font-medium">{t('Other languages')}</span>
        <span className="ml-2 text-ink-soft">{chosen.length === 0 ? t('none') : chosen.join(', ')}</span>
      </summary>
      <ChecksSetting
        path="secondary_language_ids"
        label={t('Other languages')}
        hint={t('Switches when the customer speaks one of these.')}
        choices={choices}
        empty={t('No other languages.')}
      />
    </details>
  );
}

/** Changing the language may require another voice. */
function useFittingVoice(): (languageId: number) => Promise<void> {
  const queries = useQueryClient();
  const form = useFormContext<AssistantValues>();
  return async (languageId) => {
    const [mode, modelId] = form.getValues(['mode', 'multimodal_model_id']);
    const voices = await queries.ensureQueryData(voicesQuery(mode, languageId, modelId));
    const [first] = voices;
    // The language was changed again in the meantime.
    if (form.getValues('language_id') !== languageId) return;
    if (first === undefined || voices.some(({ id }) => id === form.getValues('voice_id'))) return;
    form.setValue('voice_id', first.id, { shouldDirty: true, shouldValidate: true });
    showSuccess(
      t('Voice changed to {name}. The previous one doesn’t speak this language.', { name: first.name }),
    );
  };
}
