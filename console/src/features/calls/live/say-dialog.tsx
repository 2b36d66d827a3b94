import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { sayRequest, whisperRequest } from '#contract/live-call.ts';
import { showSuccess } from '../../../components/feedback/toast-store.ts';
import { Field } from '../../../components/form/field.tsx';
import { TextArea } from '../../../components/form/input.tsx';
import { Switch } from '../../../components/form/switch.tsx';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import { sayInCall, whisperInCall } from '../../../data/live-call.ts';
import { intentionKeys } from '../../../lib/api/intention-key.ts';
import { contractResolver } from '../../../lib/forms/contract-resolver.ts';
import { useSending } from '../../../lib/forms/use-sending.ts';
import { t } from '../../../lib/i18n/t.ts';

interface DialogProps {
  callId: number;
  onClose: () => void;
}

interface SayForm {
  text: string;
  interrupt: boolean;
}

const sayResolver = contractResolver<SayForm, typeof sayRequest>(sayRequest);

/** Makes the assistant say a text to the customer. */
export function SayDialog({ callId, onClose }: DialogProps) {
  const [keyOf] = useState(intentionKeys);
  const form = useForm({ resolver: sayResolver, defaultValues: { text: '', interrupt: false } });
  const sending = useSending(form, async (body) => {
    await sayInCall({ callId, body, idempotencyKey: keyOf(body) });
    showSuccess(t('Text sent to the assistant.'));
    onClose();
  });
  return (
    <FormDialog
      {...sending}
      onClose={onClose}
      title={t('Say text')}
      text={t('The assistant says this text to the customer in its own voice.')}
      action={t('Send text')}
    >
      <Field label={t('Text')} error={form.formState.errors.text?.message}>
        {(control) => <TextArea {...control} {...form.register('text')} />}
      </Field>
      <Controller
        control={form.control}
        name="interrupt"
        render={({ field: { value, onChange } }) => (
          <Switch
            label={t('Interrupt the assistant')}
            hint={t('Otherwise, it says the text in the next pause.')}
            isOn={value}
            onChange={onChange}
          />
        )}
      />
    </FormDialog>
  );
}

const whisperResolver = contractResolver<{ text: string }, typeof whisperRequest>(whisperRequest);

/** Gives the assistant an instruction that the customer does not hear. */
export function WhisperDialog({ callId, onClose }: DialogProps) {
  const [keyOf] = useState(intentionKeys);
  const form = useForm({ resolver: whisperResolver, defaultValues: { text: '' } });
  const sending = useSending(form, async (body) => {
    await whisperInCall({ callId, body, idempotencyKey: keyOf(body) });
    showSuccess(t('Instruction sent to the assistant.'));
    onClose();
  });
  return (
    <FormDialog
      {...sending}
      onClose={onClose}
      title={t('Whisper to the assistant')}
      text={t('The assistant follows it from its next answer; the customer does not hear it.')}
      action={t('Send instruction')}
    >
      <Field label={t('Instruction')} error={form.formState.errors.text?.message}>
        {(control) => <TextArea {...control} {...form.register('text')} />}
      </Field>
    </FormDialog>
  );
}
