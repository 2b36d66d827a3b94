import type { ComponentProps } from 'react';
import { useFocusHeir } from '../../../lib/focus/use-focus-heir.ts';
import { Button } from '../../button.tsx';

/** A button that has the focus where it comes as what had it goes: "Hang up" in the place of "Call". */
export function HeirButton(props: ComponentProps<typeof Button>) {
  const ref = useFocusHeir<HTMLButtonElement>();
  // A key that is still held down has done what it was pressed for.
  return <Button ref={ref} onKeyDown={(event) => event.repeat && event.preventDefault()} {...props} />;
}
