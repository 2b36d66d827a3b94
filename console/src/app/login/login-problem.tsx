import { Callout } from '../../components/feedback/callout.tsx';
import { loginProblem } from './login-words.ts';

/** Why the last try let nobody in; nothing where its fields say it. */
export function LoginProblem({ error }: { error: unknown }) {
  const text = error === null ? null : loginProblem(error);
  return (
    <div role="alert" className="empty:hidden">
      {text !== null && <Callout kind="bad">{text}</Callout>}
    </div>
  );
}
