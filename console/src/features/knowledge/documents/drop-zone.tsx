import { FileUp } from 'lucide-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';

/** Takes files that are dropped anywhere on its content; the keyboard has a button for the same. */
export function DropZone({ onFiles, children }: { onFiles: (files: File[]) => void; children: ReactNode }) {
  const [isOver, setOver] = useState(false);
  // Entering a child comes before leaving its parent.
  const depth = useRef(0);
  const move = (event: DragEvent, by: number): void => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    depth.current += by;
    setOver(depth.current > 0);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    depth.current = 0;
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping needs a pointer; the button "Add files" does the same.
    <div
      className="relative"
      onDragEnter={(event) => move(event, 1)}
      onDragLeave={(event) => move(event, -1)}
      onDragOver={(event) => move(event, 0)}
      onDrop={drop}
    >
      {children}
      {isOver && (
        <div className="pointer-events-none absolute inset-0 z-10 grid place-items-center rounded-xl border-2 border-accent border-dashed bg-accent-soft/90">
          <p className="flex items-center gap-2 font-medium text-accent-strong">
            <FileUp className="size-5" aria-hidden />
            Drop to add
          </p>
        </div>
      )}
    </div>
  );
}
