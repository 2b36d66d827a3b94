import { useQuery } from '@tanstack/react-query';
import { CopyButton } from '../../../../components/copy-button.tsx';
import { sessionQuery } from '../../../../data/session.ts';

/** What a page needs so that the widget appears in it. */
export function ScriptTag({ uuid }: { uuid: string }) {
  const { data: session } = useQuery(sessionQuery);
  const origin = session?.public_origin ?? location.origin;
  const tag = `<script src="${origin}/widget.js" data-assistant="${uuid}" async></script>`;
  return (
    <div className="grid gap-2">
      <h3 className="font-medium text-sm">Script tag</h3>
      <code className="block break-all rounded-lg bg-sunken px-4 py-3 font-mono text-sm">{tag}</code>
      <div>
        <CopyButton text={tag} label="Copy the script tag" />
      </div>
    </div>
  );
}
