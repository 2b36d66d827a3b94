import type { ComponentProps } from 'react';
import { useFocusHeir } from '../../../lib/focus/use-focus-heir.ts';
import { Button } from '../../button.tsx';

/** Takes the focus of the button that it replaces, as when "Hang up" replaces "Call". */
export function HeirButton(props: ComponentProps<typeof Button>) {
  const ref = useFocusHeir<HTMLButtonElement>();
  // Ignore the repeats of a key still held down from the press on the replaced button.
  return <Button ref={ref} onKeyDown={(event) => event.repeat && event.preventDefault()} {...props} />;
}
