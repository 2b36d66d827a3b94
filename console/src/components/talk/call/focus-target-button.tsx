import type { ComponentProps } from 'react';
import { useFocusTarget } from '../../../lib/focus/use-focus-target.ts';
import { Button } from '../../button.tsx';

/** Takes the focus of the button that it replaces, as when "Hang up" replaces "Call". */
export function FocusTargetButton(props: ComponentProps<typeof Button>) {
  const ref = useFocusTarget<HTMLButtonElement>();
  // Ignore the repeats of a key still held down from the press on the replaced button.
  return <Button ref={ref} onKeyDown={(event) => event.repeat && event.preventDefault()} {...props} />;
}
