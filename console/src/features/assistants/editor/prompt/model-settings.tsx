import { useQuery } from '@tanstack/react-query';
import { FieldGroup } from '../../../../components/form/field.tsx';
import { namedOptions } from '../../../../components/form/options.ts';
import { modelsQuery } from '../../../../data/catalog.ts';
import { t } from '../../../../lib/i18n/t.ts';
import { ChoiceSetting } from '../form/choice-setting.tsx';
import { SliderSetting } from '../form/slider-setting.tsx';
import { useValues } from '../form/use-values.ts';
import { ForeignVoice } from './foreign-voice.tsx';

/** The models available depend on the mode. */
export function ModelSettings() {
  const { mode } = useValues(['mode']);
  const { data: models = [] } = useQuery(modelsQuery(mode === 'pipeline' ? 'llm' : mode));
  const { data: chatModels = [] } = useQuery(modelsQuery('llm'));
  return (
    <FieldGroup title={t('Model')}>
      {mode === 'pipeline' ? (
        <ChoiceSetting path="llm_model_id" label={t('Language model')} options={namedOptions(models)} isId />
      ) : (
        <>
          <ChoiceSetting
            path="multimodal_model_id"
            label={t('Realtime model')}
            options={namedOptions(models)}
            isId
          />
          <ForeignVoice />
          <ChoiceSetting
            path="chat_llm_fallback_id"
            label={t('Chat model')}
            hint={t('For chats and data extraction.')}
            options={namedOptions(chatModels)}
            isId
            emptyLabel={t('Automatic')}
          />
        </>
      )}
      <SliderSetting
        path="llm_temperature"
        label={t('Temperature')}
        hint={
          mode === 'pipeline'
            ? t('Low for facts, higher for variety.')
            : t('OpenAI realtime models ignore it in calls.')
        }
        ends={['precise', 'creative']}
      />
    </FieldGroup>
  );
}
