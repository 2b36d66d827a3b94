import { LoaderCircle } from 'lucide-react';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classNames } from '../lib/class-names.ts';
import { ReadingButton } from './reading-button.tsx';

export interface ButtonLook {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 'small' | 'normal' | 'icon';
}

/** A disabled button would lose the focus, so use `isBusy` and `isIdle` instead. */
type ButtonAttributes = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled' | 'aria-disabled'>;

interface ButtonProps extends ButtonAttributes, ButtonLook {
  /** Shows a spinner and ignores presses. */
  isBusy?: boolean;
  /** Dims the button and ignores presses while there is nothing to do, for example just after a save. */
  isIdle?: boolean;
  /** Changes nothing, so it also works in read-only editors. */
  isReading?: boolean;
  icon?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

const VARIANTS = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  secondary: 'border border-line-button bg-surface shadow-xs text-ink hover:bg-sunken',
  quiet: 'text-ink hover:bg-sunken',
  danger: 'border border-bad bg-surface text-bad hover:bg-bad-soft',
} as const;

const SIZES = {
  small: 'h-8 gap-1.5 px-2.5 text-sm',
  normal: 'h-9 gap-2 px-3.5',
  icon: 'size-9 justify-center',
} as const;

/** The classes of a button, for links styled as buttons. */
export function buttonClasses({ variant = 'secondary', size = 'normal' }: ButtonLook): string {
  return classNames(
    'inline-flex shrink-0 items-center justify-center whitespace-nowrap rounded-lg font-medium transition-colors',
    'aria-disabled:cursor-not-allowed aria-disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0',
    VARIANTS[variant],
    SIZES[size],
  );
}

export function Button(props: ButtonProps) {
  const {
    variant,
    size,
    isBusy = false,
    isIdle = false,
    isReading = false,
    icon,
    children,
    className,
    onClick,
    ...rest
  } = props;
  const takesNothing = isBusy || isIdle;
  const Element = isReading ? ReadingButton : 'button';
  const look = { ...(variant && { variant }), ...(size && { size }) };
  return (
    <Element
      type="button"
      {...rest}
      // Also ignore presses that would submit the form.
      {...(takesNothing && { 'aria-disabled': true })}
      aria-busy={isBusy || undefined}
      onClick={takesNothing ? (event) => event.preventDefault() : onClick}
      className={classNames(buttonClasses(look), className)}
    >
      {isBusy ? <LoaderCircle className="animate-spin" aria-hidden /> : icon}
      {children}
    </Element>
  );
}

/** An icon-only button; `label` is its accessible name. */
export function IconButton({ label, children, ...rest }: ButtonProps & { label: string }) {
  return (
    <Button variant="quiet" size="icon" aria-label={label} title={label} {...rest}>
      {children}
    </Button>
  );
}
