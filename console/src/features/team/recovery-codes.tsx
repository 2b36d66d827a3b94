import { CopyButton } from '../../components/copy-button.tsx';
import { Callout } from '../../components/feedback/callout.tsx';

/** Recovery codes, which are shown once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <div className="grid gap-4">
      <Callout kind="warn">
        Keep these codes in a safe place. Each works once, if you do not have your phone. They are not shown
        again.
      </Callout>
      <ul aria-label="Recovery codes" className="grid grid-cols-2 gap-2 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CopyButton text={codes.join('\n')} label="Copy codes" />
    </div>
  );
}
