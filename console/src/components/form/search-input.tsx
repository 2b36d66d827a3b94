import { type InputHTMLAttributes, useEffect, useRef, useState } from 'react';
import { Input } from './input.tsx';

const PAUSE_MS = 300;

interface SearchInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> {
  value: string;
  onChange: (value: string) => void;
}

/** A search field; reports its text when typing pauses. */
export function SearchInput({ value, onChange, ...rest }: SearchInputProps) {
  const [typed, setTyped] = useState(value);
  const told = useRef(value);
  const tell = useRef(onChange);
  useEffect(() => {
    tell.current = onChange;
  });
  // The URL changed by other means: a link, the back button, cleared filters.
  useEffect(() => {
    if (value === told.current) return;
    told.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => {
    if (typed.trim() === told.current) return undefined;
    const timer = setTimeout(() => {
      told.current = typed.trim();
      tell.current(typed.trim());
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return <Input type="search" {...rest} value={typed} onChange={(event) => setTyped(event.target.value)} />;
}
