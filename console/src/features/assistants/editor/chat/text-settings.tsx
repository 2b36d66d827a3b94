import { WIDGET_LANGUAGES } from '#contract/widget-settings.ts';
import { ChoiceSetting } from '../form/choice-setting.tsx';
import { LinesSetting } from '../form/lines-setting.tsx';
import { TextSetting } from '../form/text-setting.tsx';

const NAMES = new Intl.DisplayNames('en', { type: 'language' });
const LANGUAGES = [
  { value: 'auto', label: 'Visitor’s language' },
  ...WIDGET_LANGUAGES.map((code) => ({ value: code, label: NAMES.of(code) ?? code })),
];

/** The texts of the widget that visitors see. */
export function TextSettings() {
  return (
    <>
      <TextSetting
        path="widget_settings.title"
        label="Title"
        most={60}
        isOptional
        placeholder="Name of the assistant"
      />
      <TextSetting
        path="widget_settings.subtitle"
        label="Subtitle"
        most={80}
        isOptional
        placeholder="AI assistant"
      />
      <ChoiceSetting
        path="widget_settings.language"
        label="Widget language"
        hint="For buttons and messages of the widget. The assistant’s own language is on the Prompt tab."
        options={LANGUAGES}
      />
      <LinesSetting
        path="widget_settings.starters"
        label="Starter questions"
        hint="One per line, up to 6. A click sends the question."
        placeholder="When are you open?"
      />
      <TextSetting
        path="widget_settings.greeting_bubble"
        label="Greeting bubble"
        most={160}
        isOptional
        hint="Shown next to the chat button until the visitor opens the chat."
      />
      <TextSetting
        path="widget_settings.placeholder"
        label="Message placeholder"
        most={60}
        isOptional
        placeholder="Write a message"
      />
      <TextSetting
        path="widget_settings.consent_text"
        label="Privacy note"
        most={500}
        isLong
        isOptional
        hint="Shown above the message field. Links: [Privacy policy](https://shop.example/privacy)"
      />
    </>
  );
}
