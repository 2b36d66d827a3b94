import { FieldGroup } from '../../../../components/form/field.tsx';
import { t } from '../../../../lib/i18n/t.ts';
import { TYPES } from '../../assistant-words.ts';
import { ChoiceSetting } from '../form/choice-setting.tsx';
import { SwitchSetting } from '../form/switch-setting.tsx';
import { TextSetting } from '../form/text-setting.tsx';
import { LanguageSettings } from './language-settings.tsx';
import { ModelSettings } from './model-settings.tsx';
import { PromptSetting } from './prompt-setting.tsx';
import { UsedVariables } from './used-variables.tsx';

const TYPE_OPTIONS = Object.entries(TYPES).map(([value, { label, hint }]) => ({ value, label, hint }));

/** Identity, messages, language and model. */
export function PromptTab() {
  return (
    <div>
      <FieldGroup title={t('Assistant')}>
        <TextSetting path="name" label={t('Name')} most={255} />
        <ChoiceSetting path="type" label={t('Type')} options={TYPE_OPTIONS} />
      </FieldGroup>
      <section className="grid gap-5 border-line border-t py-6">
        <h2 className="font-semibold">{t('Instructions')}</h2>
        <TextSetting
          path="initial_message"
          label={t('First message')}
          most={200}
          hint={t('Opens every call and chat.')}
        />
        <PromptSetting />
        <UsedVariables />
        <SwitchSetting
          path="share_customer_details"
          label={t('Share customer details')}
          hint={t('Tells the model the customer’s name and number.')}
        />
      </section>
      <LanguageSettings />
      <ModelSettings />
    </div>
  );
}
