import { Callout } from '../../components/feedback/callout.tsx';
import { loginProblem } from './login-words.ts';

/** Shows why the last login failed; renders nothing if a field shows the error. */
export function LoginProblem({ error }: { error: unknown }) {
  const text = error === null ? null : loginProblem(error);
  return (
    <div role="alert" className="empty:hidden">
      {text !== null && <Callout kind="bad">{text}</Callout>}
    </div>
  );
}
