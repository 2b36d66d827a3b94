import type { ButtonHTMLAttributes, KeyboardEvent, Ref } from 'react';
import { useIsLocked } from './locked.ts';

type ReadingButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> };

/** A button that changes nothing, such as Copy or Help: also works in a disabled editor. */
export function ReadingButton({ type = 'button', ...rest }: ReadingButtonProps) {
  // A disabled fieldset disables every button element in it.
  return useIsLocked() ? (
    <span role="button" tabIndex={0} {...rest} onKeyDown={press} />
  ) : (
    <button type={type} {...rest} />
  );
}

function press(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' && event.key !== ' ') return;
  event.preventDefault();
  event.currentTarget.click();
}
