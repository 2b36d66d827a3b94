import { Braces } from 'lucide-react';
import { useState } from 'react';
import type { Assistant } from '../../data/assistants.ts';
import { t } from '../../lib/i18n/t.ts';
import { useDialogAddress } from '../../routing/use-dialog-address.ts';
import { Button } from '../button.tsx';
import { Field } from '../form/field.tsx';
import { Input } from '../form/input.tsx';
import { FormDialog } from '../overlay/form-dialog.tsx';
import { GoneDialog } from '../overlay/gone-dialog.tsx';
import { TALK_DIALOGS } from './talk-dialogs.ts';
import { variableNames, variableText } from './variable-names.ts';

interface VariablesProps {
  assistant: Assistant;
  /** Values that differ from the assistant's defaults; null if unknown. */
  values: Record<string, unknown> | null;
  onApply: (values: Record<string, unknown>) => void;
  /** Label of the button that applies them. */
  action?: string;
  name: 'chat-variables' | 'call-variables';
}

/** A button that asks for the assistant's variables; renders nothing if it has none. */
export function Variables(props: VariablesProps) {
  const { assistant, values, onApply, action = t('Start with these values'), name } = props;
  const { isOpen, show, close } = useDialogAddress(TALK_DIALOGS);
  if (variableNames(assistant).length === 0) return isOpen(name) ? <GoneDialog onClose={close} /> : null;
  return (
    <>
      <Button size="small" icon={<Braces />} onClick={() => show(name)}>
        {t('Variables')}
      </Button>
      {isOpen(name) && values !== null && (
        <VariablesDialog
          {...{ assistant, values, action }}
          onClose={close}
          onApply={(filled) => void close().then(() => onApply(filled))}
        />
      )}
    </>
  );
}

interface VariablesDialogProps {
  assistant: Assistant;
  values: Record<string, unknown>;
  onApply: VariablesProps['onApply'];
  action: string;
  onClose: () => void;
}

function VariablesDialog(props: VariablesDialogProps) {
  const { assistant, values, onApply, action, onClose } = props;
  const names = variableNames(assistant);
  const own = (name: string): string => variableText(assistant.variables[name]);
  const [filled, setFilled] = useState(() =>
    Object.fromEntries(names.map((name) => [name, name in values ? variableText(values[name]) : own(name)])),
  );
  const submit = (): void => {
    // Omit unchanged defaults, so that they keep their types.
    onApply(Object.fromEntries(Object.entries(filled).filter(([name, text]) => text !== own(name))));
  };
  return (
    <FormDialog
      onSubmit={submit}
      onClose={onClose}
      title={t('Variables')}
      text={t('Facts about the customer from campaigns, calls or your systems.')}
      action={action}
    >
      {names.map((name) => (
        <Field key={name} label={<code className="font-mono">{name}</code>}>
          {(control) => (
            <Input
              {...control}
              value={filled[name] ?? ''}
              onChange={(event) => setFilled({ ...filled, [name]: event.target.value })}
            />
          )}
        </Field>
      ))}
    </FormDialog>
  );
}
