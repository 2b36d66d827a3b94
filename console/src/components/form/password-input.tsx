import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { t } from '../../lib/i18n/t.ts';
import { IconButton } from '../button.tsx';
import { Input } from './input.tsx';

/** A password with a button that shows what was typed. */
export function PasswordInput(props: Omit<ComponentProps<typeof Input>, 'type'>) {
  const [isShown, setShown] = useState(false);
  return (
    <div className="relative">
      <Input
        {...props}
        type={isShown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        className="pr-10"
      />
      <IconButton
        label={isShown ? t('Hide characters') : t('Show characters')}
        onClick={() => setShown(!isShown)}
        className="absolute top-0 right-0"
      >
        {isShown ? <EyeOff /> : <Eye />}
      </IconButton>
    </div>
  );
}
