import { WIDGET_LANGUAGES } from '#contract/widget-settings.ts';
import { LOCALE } from '../../../../lib/i18n/language.ts';
import { t } from '../../../../lib/i18n/t.ts';
import { ChoiceSetting } from '../form/choice-setting.tsx';
import { LinesSetting } from '../form/lines-setting.tsx';
import { TextSetting } from '../form/text-setting.tsx';

const NAMES = new Intl.DisplayNames(LOCALE, { type: 'language' });
const LANGUAGES = [
  { value: 'auto', label: t('Visitor’s language') },
  ...WIDGET_LANGUAGES.map((code) => ({ value: code, label: NAMES.of(code) ?? code })),
];

/** The texts of the widget that visitors see. */
export function TextSettings() {
  return (
    <>
      <TextSetting
        path="widget_settings.title"
        label={t('Title')}
        most={60}
        isOptional
        placeholder={t('Name of the assistant')}
      />
      <TextSetting
        path="widget_settings.subtitle"
        label={t('Subtitle')}
        most={80}
        isOptional
        placeholder={t('AI assistant')}
      />
      <ChoiceSetting
        path="widget_settings.language"
        label={t('Widget language')}
        hint={t('For buttons and messages of the widget. The assistant’s own language is on the Prompt tab.')}
        options={LANGUAGES}
      />
      <LinesSetting
        path="widget_settings.starters"
        label={t('Starter questions')}
        hint={t('One per line, up to 6. A click sends the question.')}
        placeholder={t('When are you open?')}
      />
      <TextSetting
        path="widget_settings.greeting_bubble"
        label={t('Greeting bubble')}
        most={160}
        isOptional
        hint={t('Shown next to the chat button until the visitor opens the chat.')}
      />
      <TextSetting
        path="widget_settings.placeholder"
        label={t('Message placeholder')}
        most={60}
        isOptional
        placeholder={t('Write a message')}
      />
      <TextSetting
        path="widget_settings.consent_text"
        label={t('Privacy note')}
        most={500}
        isLong
        isOptional
        hint={t('Shown above the message field. Links: [Privacy policy](https://shop.example/privacy)')}
      />
    </>
  );
}
