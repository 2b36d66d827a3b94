import { FileUp } from 'lucide-react';
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { Button } from '../button.tsx';

interface FileDropProps {
  /** Label of the button: `Choose a file`. */
  label: string;
  /** The accepted files, in words. */
  text: ReactNode;
  /** As in the `accept` attribute of an input: `.csv,text/csv`. */
  accept: string;
  onFile: (file: File) => void;
}

/** A drop area for one file, with a button for the keyboard. */
export function FileDrop({ label, text, accept, onFile }: FileDropProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null): void => {
    const file = files?.[0];
    if (file !== undefined) onFile(file);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping needs a pointer; the button does the same.
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={classNames(
        'grid justify-items-center gap-3 rounded-xl border-2 border-line-strong border-dashed px-6 py-10 text-center',
        isOver && 'border-accent bg-accent-soft',
      )}
    >
      <FileUp className="size-8 text-ink-soft" aria-hidden />
      <div id={`${id}-text`} className="text-ink-soft text-sm">
        {text}
      </div>
      <Button variant="primary" aria-describedby={`${id}-text`} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          take(target.files);
          // Allow choosing the same file again after it was corrected.
          target.value = '';
        }}
      />
    </div>
  );
}
