import { useState } from 'react';
import { Field } from '../../../components/form/field.tsx';
import { Input } from '../../../components/form/input.tsx';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import type { AssistantTemplate } from '../templates/assistant-template.ts';
import { type CompanyAnswers, withAnswers } from './create-request.ts';

interface CompanyDialogProps {
  template: AssistantTemplate;
  isBusy: boolean;
  onCreate: (template: AssistantTemplate['assistant']) => void;
  onClose: () => void;
}

/** Asks for the company facts that the assistant's greeting needs. */
export function CompanyDialog({ template, isBusy, onCreate, onClose }: CompanyDialogProps) {
  const [answers, setAnswers] = useState<CompanyAnswers>({ company: '', offer: '' });
  const isReady = answers.company.trim() !== '' && answers.offer.trim() !== '';
  return (
    <FormDialog
      title={template.title}
      text="You can change both later, under Variables."
      action="Create assistant"
      isReady={isReady}
      isBusy={isBusy}
      onSubmit={() => onCreate(withAnswers(template, answers))}
      onClose={onClose}
    >
      <Field label="Company name" hint="As the assistant should say it.">
        {(control) => (
          <Input
            {...control}
            required
            value={answers.company}
            maxLength={200}
            onChange={(event) => setAnswers({ ...answers, company: event.target.value })}
          />
        )}
      </Field>
      <Field label="What it sells or does" hint="One or two sentences.">
        {(control) => (
          <Input
            {...control}
            required
            value={answers.offer}
            maxLength={1000}
            onChange={(event) => setAnswers({ ...answers, offer: event.target.value })}
          />
        )}
      </Field>
    </FormDialog>
  );
}
