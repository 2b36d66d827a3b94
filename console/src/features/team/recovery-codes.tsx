import { CopyButton } from '../../components/copy-button.tsx';
import { Callout } from '../../components/feedback/callout.tsx';
import { t } from '../../lib/i18n/t.ts';

/** Recovery codes, which are shown once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <div className="grid gap-4">
      <Callout kind="warn">
        {t(
          'Keep these codes in a safe place. Each works once, if you do not have your phone. They are not shown again.',
        )}
      </Callout>
      <ul aria-label={t('Recovery codes')} className="grid grid-cols-2 gap-2 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CopyButton text={codes.join('\n')} label={t('Copy codes')} />
    </div>
  );
}
