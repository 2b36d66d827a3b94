import { FileUp } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Area } from '#contract/roles.ts';
import { useRights } from '../../data/rights.ts';
import { t } from '../../lib/i18n/t.ts';

interface DropZoneProps {
  /** The area that a dropped file changes. */
  area: Area;
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

/** Accepts files dropped anywhere in the window, from roles that may change the area. */
export function DropZone(props: DropZoneProps) {
  return useRights().mayChange(props.area) ? <OpenDropZone {...props} /> : props.children;
}

/** Keyboard users have a button instead. */
function OpenDropZone({ onFiles, children }: Omit<DropZoneProps, 'area'>) {
  const [isOver, setOver] = useState(false);
  const take = useRef(onFiles);
  useEffect(() => {
    take.current = onFiles;
  }, [onFiles]);
  useEffect(() => {
    const stop = new AbortController();
    // dragenter of a child fires before dragleave of its parent.
    let depth = 0;
    const move = (event: DragEvent, by: number): void => {
      // A drop zone inside a dialog has already handled the event.
      if (event.defaultPrevented || event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      depth = Math.max(0, depth + by);
      setOver(depth > 0);
    };
    const drop = (event: DragEvent): void => {
      depth = 0;
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (event.defaultPrevented || files.length === 0) return;
      event.preventDefault();
      take.current(files);
    };
    const { signal } = stop;
    document.addEventListener('dragenter', (event) => move(event, 1), { signal });
    document.addEventListener('dragleave', (event) => move(event, -1), { signal });
    document.addEventListener('dragover', (event) => move(event, 0), { signal });
    document.addEventListener('drop', drop, { signal });
    return () => stop.abort();
  }, []);
  return (
    <>
      {children}
      {isOver && (
        <div className="pointer-events-none fixed inset-2 z-50 grid place-items-center rounded-xl border-2 border-accent border-dashed bg-accent-soft/90 lg:left-62">
          <p className="flex items-center gap-2 font-medium text-accent-strong">
            <FileUp className="size-5" aria-hidden />
            {t('Drop to add')}
          </p>
        </div>
      )}
    </>
  );
}
