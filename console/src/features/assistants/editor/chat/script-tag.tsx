import { CopyButton } from '../../../../components/copy-button.tsx';
import { UnreachableAddress } from '../../../../components/unreachable-address.tsx';
import { usePublicAddress } from '../../../../data/use-public-address.ts';
import { t } from '../../../../lib/i18n/t.ts';

/** The tag that loads the widget in a page. */
export function ScriptTag({ uuid }: { uuid: string }) {
  const origin = usePublicAddress();
  const tag = `<script src="${origin}/widget.js" data-assistant="${uuid}" async></script>`;
  return (
    <div className="grid gap-2">
      <h3 className="font-medium text-sm">{t('Script tag')}</h3>
      <code className="block break-all rounded-lg bg-sunken px-4 py-3 font-mono text-sm">{tag}</code>
      <UnreachableAddress origin={origin} by="visitors" />
      <div>
        <CopyButton text={tag} label={t('Copy script tag')} />
      </div>
    </div>
  );
}
