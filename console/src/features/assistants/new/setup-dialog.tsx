import { useQuery } from '@tanstack/react-query';
import { type ChangeEvent, useState } from 'react';
import { Field } from '../../../components/form/field.tsx';
import { Input } from '../../../components/form/input.tsx';
import { namedOptions } from '../../../components/form/options.ts';
import { Select } from '../../../components/form/select.tsx';
import { Switch } from '../../../components/form/switch.tsx';
import { HelpMark } from '../../../components/help-mark.tsx';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import { type Language, languagesQuery, voicesQuery } from '../../../data/catalog.ts';
import { t } from '../../../lib/i18n/t.ts';
import { PreviewButton } from '../editor/prompt/preview-button.tsx';
import { voiceOption } from '../editor/prompt/voice-option.ts';
import type { AssistantTemplate } from '../templates/assistant-template.ts';
import { noticeIn } from '../templates/spoken-texts.ts';
import { greetingIn } from './create-request.ts';
import { numberOf, useFirstNumber, useNumberOptions } from './number-options.ts';
import type { Setup } from './use-new-assistant.ts';

interface SetupDialogProps {
  template: AssistantTemplate;
  isBusy: boolean;
  onCreate: (setup: Setup) => void;
  onClose: () => void;
}

const UNTYPED = { company: '', offer: '', greeting: '' };

/** Asks what a template cannot know, so that the assistant never speaks a placeholder. */
export function SetupDialog({ template, isBusy, onCreate, onClose }: SetupDialogProps) {
  const [typed, setTyped] = useState(UNTYPED);
  const [chosenLanguage, setLanguage] = useState<number | null>(null);
  const [chosenVoice, setVoice] = useState<number | null>(null);
  /** Undefined until it is chosen. */
  const [chosenNumber, setNumber] = useState<string | null | undefined>(undefined);
  const [isRecorded, setRecorded] = useState(true);
  /** Null until it is changed: the notice follows the language. */
  const [ownNotice, setNotice] = useState<string | null>(null);
  const { data: languages = [] } = useQuery(languagesQuery);
  const language = languages.find(({ id, iso_2 }) =>
    chosenLanguage === null ? iso_2 === 'en' : id === chosenLanguage,
  );
  const numbers = useNumberOptions(template.assistant.type);
  const firstNumber = useFirstNumber(template.assistant.type);
  const number = chosenNumber === undefined ? firstNumber : chosenNumber;
  const hasGreeting = language === undefined || greetingIn(template, language.iso_2) !== '';
  const notice = ownNotice ?? noticeIn(language?.iso_2 ?? 'en');
  const isReady =
    language !== undefined &&
    typed.company.trim() !== '' &&
    typed.offer.trim() !== '' &&
    (hasGreeting || typed.greeting.trim() !== '');
  const take = (name: keyof typeof UNTYPED) => (event: ChangeEvent<HTMLInputElement>) =>
    setTyped({ ...typed, [name]: event.target.value });
  const submit = (): void => {
    if (language === undefined || !isReady) return;
    onCreate({
      ...typed,
      template,
      languageId: language.id,
      voiceId: chosenVoice,
      notice: isRecorded ? notice : null,
      number: numberOf(number),
    });
  };
  return (
    <FormDialog
      title={template.title}
      text={t('You can change everything later.')}
      action={t('Create assistant')}
      isReady={isReady}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t('Company name')} hint={t('As the assistant should say it.')}>
        {(control) => (
          <Input {...control} required value={typed.company} maxLength={200} onChange={take('company')} />
        )}
      </Field>
      <Field label={t('Products or services')} hint={t('One or two sentences.')}>
        {(control) => (
          <Input {...control} required value={typed.offer} maxLength={1000} onChange={take('offer')} />
        )}
      </Field>
      <Field label={t('Language')}>
        {(control) => (
          <Select
            {...control}
            value={language === undefined ? null : String(language.id)}
            options={namedOptions(languages)}
            onChange={(id) => {
              setLanguage(Number(id));
              setVoice(null);
            }}
          />
        )}
      </Field>
      {!hasGreeting && (
        <Field
          label={t('First message')}
          hint={t('The template has no first message in {language}. In English: “{message}”', {
            language: language.name,
            message: template.assistant.initial_message,
          })}
        >
          {(control) => (
            <Input {...control} required value={typed.greeting} maxLength={200} onChange={take('greeting')} />
          )}
        </Field>
      )}
      {language !== undefined && <VoiceField language={language} chosen={chosenVoice} onChoose={setVoice} />}
      {numbers.length > 0 && (
        <Field label={t('Phone number')}>
          {(control) => (
            <Select
              {...control}
              value={number}
              options={numbers}
              emptyLabel={t('None')}
              onChange={setNumber}
            />
          )}
        </Field>
      )}
      <Recording
        isOn={isRecorded}
        onSwitch={setRecorded}
        notice={notice}
        onNotice={(text) => setNotice(text)}
      />
    </FormDialog>
  );
}

interface VoiceFieldProps {
  language: Language;
  /** Null for the first voice. */
  chosen: number | null;
  onChoose: (id: number) => void;
}

function VoiceField({ language, chosen, onChoose }: VoiceFieldProps) {
  const voices = useQuery(voicesQuery('pipeline', language.id));
  const speaking = voices.data ?? [];
  const voice =
    speaking.find(({ id }) => id === chosen) ??
    speaking.find(({ language_id }) => language_id === language.id) ??
    speaking[0];
  const isMute = voices.data !== undefined && voice === undefined;
  return (
    <div className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <Field
          label={t('Voice')}
          error={
            isMute
              ? t('No voice speaks {language}. Connect a text-to-speech vendor first.', {
                  language: language.name,
                })
              : undefined
          }
        >
          {(control) => (
            <Select
              {...control}
              value={voice === undefined ? null : String(voice.id)}
              options={speaking.map(voiceOption)}
              onChange={(id) => onChoose(Number(id))}
            />
          )}
        </Field>
      </div>
      <div className="pt-6.5">
        <PreviewButton key={voice?.id} voice={voice ?? null} />
      </div>
    </div>
  );
}

interface RecordingProps {
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
  notice: string;
  onNotice: (text: string) => void;
}

function Recording({ isOn, onSwitch, notice, onNotice }: RecordingProps) {
  return (
    <>
      <Switch label={t('Record calls')} isOn={isOn} onChange={onSwitch} />
      {isOn && (
        <Field
          label={t('Recording notice')}
          hint={t('Spoken before the first message of a call.')}
          aside={
            <HelpMark label={t('Help: recording notice')}>
              {t(
                'Many countries require you to tell callers that a call is recorded, and some require consent. Ask your legal adviser for the wording. Without a notice, callers do not learn about the recording.',
              )}
            </HelpMark>
          }
        >
          {(control) => (
            <Input
              {...control}
              value={notice}
              maxLength={200}
              onChange={(event) => onNotice(event.target.value)}
            />
          )}
        </Field>
      )}
    </>
  );
}
