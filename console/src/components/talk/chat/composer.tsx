import { SendHorizontal, Square } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type Ref, useId } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import { isComposing } from '../../../lib/is-composing.ts';
import { Button } from '../../button.tsx';
import { TextArea } from '../../form/input.tsx';

interface ComposerProps {
  value: string;
  onChange: (text: string) => void;
  onSend: (text: string) => void;
  isBusy?: boolean;
  /** Stops waiting for the answer; undefined if no answer is pending. */
  onStop?: (() => void) | undefined;
  /** Called on Escape. */
  onCancel?: (() => void) | undefined;
  maxLength?: number;
  label?: string;
  placeholder?: string;
  ref?: Ref<HTMLTextAreaElement>;
}

/** The message field: Enter sends, Shift Enter starts a new line. */
export function Composer(props: ComposerProps) {
  const { value, onChange, onSend, isBusy = false, maxLength = 2_000, label = t('Message') } = props;
  const { placeholder = t('Write as a customer…'), ref, onStop, onCancel } = props;
  const id = useId();
  const send = (event: FormEvent | KeyboardEvent): void => {
    event.preventDefault();
    if (value.trim() !== '' && !isBusy) onSend(value.trim());
  };
  const isSending = (event: KeyboardEvent): boolean =>
    event.key === 'Enter' && !event.shiftKey && !isComposing(event.nativeEvent);
  const press = (event: KeyboardEvent): void => {
    if (isSending(event)) send(event);
    if (event.key !== 'Escape' || onCancel === undefined || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    onCancel();
  };
  return (
    <form onSubmit={send} className="flex items-end gap-2">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <TextArea
        id={id}
        ref={ref}
        rows={1}
        value={value}
        maxLength={maxLength}
        placeholder={placeholder}
        className="max-h-40 min-h-9 py-1.5"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={press}
      />
      {onStop === undefined ? (
        <Button
          type="submit"
          variant="primary"
          isIdle={isBusy || value.trim() === ''}
          icon={<SendHorizontal />}
        >
          {t('Send')}
        </Button>
      ) : (
        <Button icon={<Square />} onClick={onStop}>
          {t('Stop')}
        </Button>
      )}
    </form>
  );
}
