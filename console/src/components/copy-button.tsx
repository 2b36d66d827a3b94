import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { copyText } from '../lib/copy-text.ts';
import { t } from '../lib/i18n/t.ts';
import { Button, type ButtonLook } from './button.tsx';
import { showError } from './feedback/toast-store.ts';

interface CopyButtonProps extends ButtonLook {
  text: string;
  /** What the button does: `Copy secret`. */
  label?: string;
}

export function CopyButton({ text, label = t('Copy'), ...look }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = (): void => {
    copyText(text).then(() => setCopied(true), showError);
  };
  return (
    <Button {...look} isReading icon={isCopied ? <Check /> : <Copy />} onClick={copy}>
      <span aria-live="polite">{isCopied ? t('Copied') : label}</span>
    </Button>
  );
}
